#!/usr/bin/env python3
"""Many half-open connections from one address: how long do a newcomer and a player wait?

950 connections are opened from 127.0.0.1 that send half of a request's head and nothing more. Then
a newcomer asks from 127.0.0.1, another from 127.0.0.2, and a player makes a move.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "lib"))
from arena import Server, begin, folder, move, since

HALF_OPEN = 950


def main():
    truel = begin()
    with folder() as place, Server(truel, f"{place}/arena.sqlite") as server:
        view = server.room()
        _, view = move(server, view)
        held = []
        for _ in range(HALF_OPEN):
            connection = server.connect()
            try:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.")
            except OSError:
                pass  # closed for the sake of a later one
            held.append(connection)
        for who, source in (("a newcomer from the same address", "127.0.0.1"), ("one from another", "127.0.0.2")):
            start = time.monotonic()
            status, _ = server.ask("GET", "/api/games/chexers", source=source)
            print(f"connections: {len(held)} half-open, {who} gets {status} after {since(start)}")
            # The next one meets as many again.
            if time.monotonic() - start > 5:
                for connection in held:
                    connection.close()
                held = [server.connect() for _ in range(HALF_OPEN)]
        start = time.monotonic()
        status, _ = move(server, view)
        print(f"connections: {len(held)} half-open, a player's move gets {status} after {since(start)}")
        for connection in held:
            connection.close()


main()

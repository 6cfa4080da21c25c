#!/usr/bin/env python3
"""Two servers on one store: how many moves are lost that were answered with 200?

A room is made at the first server and opened at the second, so that both have it in memory. Then
each plays on in turn, as two people do who have opened two servers on the same store. After both
are killed and one is started again, every accepted move should be there.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "lib"))
from arena import Refused, Server, begin, folder, move

ROOMS = 20
MOVES = 5


def main():
    truel = begin()
    with folder() as place:
        store = f"{place}/arena.sqlite"
        accepted = {}
        with Server(truel, store) as first:
            try:
                second = Server(truel, store)
            except Refused as refused:
                print(f"two_servers: the second server is refused: {refused}")
                second = None
            servers = [first, second] if second else [first]
            for _ in range(ROOMS):
                made = first.room()
                room = made["room"]["id"]
                views = [server.ask("GET", f"/api/rooms/{room}")[1] for server in servers]
                accepted[room] = 0
                for turn in range(MOVES):
                    which = turn % len(servers)
                    status, view = move(servers[which], views[which])
                    if status == 200:
                        views[which] = view
                        accepted[room] += 1
            for server in servers:
                server.kill()
        with Server(truel, store) as again:
            kept = sum(len(again.ask("GET", f"/api/rooms/{room}")[1]["room"]["moves"]) for room in accepted)
    total = sum(accepted.values())
    print(f"two_servers: {total} moves accepted, {kept} kept, {total - kept} lost")


main()

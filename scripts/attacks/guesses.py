#!/usr/bin/env python3
"""Guesses of the token from one address: how many are looked at in five seconds, and does a browser
that is in stay in?
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "lib"))
from arena import Server, begin, folder

SECONDS = 5
TOKEN = "a token that is long enough"


def main():
    truel = begin()
    with folder() as place, Server(truel, f"{place}/arena.sqlite", "--token", TOKEN, "--rate", "100000") as server:
        looked_at, tried, end = 0, 0, time.monotonic() + SECONDS
        while time.monotonic() < end:
            status, _ = server.ask("GET", "/api/games/chexers", headers={"Authorization": f"Bearer guess {tried}"})
            tried, looked_at = tried + 1, looked_at + (status == 401)
        print(f"guesses: {tried} sent in {SECONDS} s, {looked_at} looked at")
    for host in ("127.0.0.1", "0.0.0.0"):
        with folder() as place:
            try:
                with Server(truel, f"{place}/arena.sqlite", "--host", host, "--token", "") as server:
                    status, _ = server.ask("GET", "/?token=")
                    print(f"guesses: an empty token at {host} lets everybody in: {status}")
            except Exception as refused:
                print(f"guesses: an empty token at {host} is refused: {refused}")


main()

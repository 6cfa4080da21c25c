#!/usr/bin/env python3
"""One address floods: how many requests of a player behind the same address are refused?

Four threads ask as fast as they can for ten seconds, of which one sends moves to a room of its own
and one looks at the player's room. Meanwhile a player at the same address makes a move, takes it
back, and looks at the room, again and again.
"""

import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "lib"))
from arena import Server, begin, folder, move

SECONDS = 10
# Low, so that a busy machine sends more than the limit too; the player asks about ten times a
# second.
RATE = "20"
PAUSE = 0.1


def main():
    truel = begin()
    with folder() as place, Server(truel, f"{place}/arena.sqlite", "--rate", RATE) as server:
        # A browser has the cookie from the page that it opened first; a server without such a
        # cookie sends none.
        player, other = ({"Cookie": f"truel_visitor={name * 16}"} for name in "pf")
        view, flooded = server.room(), server.room()
        path = f"/api/rooms/{view['room']['id']}"
        _, view = move(server, view, headers=player)
        server.ask("POST", f"{path}/undo", {}, headers=player)
        end = time.monotonic() + SECONDS
        sent = [0] * 4

        def flood(number):
            while time.monotonic() < end:
                if number == 0:
                    move(server, flooded, headers=other)
                elif number == 1:
                    server.ask("GET", path, headers=other)
                else:
                    server.ask("GET", "/api/games/chexers")
                sent[number] += 1

        threads = [threading.Thread(target=flood, args=(number,)) for number in range(len(sent))]
        for thread in threads:
            thread.start()
        tried, refused, moves, moves_refused = 0, 0, 0, 0
        while time.monotonic() < end:
            status, view = server.ask("GET", path, headers=player)
            tried, refused = tried + 1, refused + (status != 200)
            if status == 200:
                what = (
                    move(server, view, headers=player)
                    if view["moment"]["ply"] == 0
                    else server.ask("POST", f"{path}/undo", {}, headers=player)
                )
                tried, refused = tried + 1, refused + (what[0] != 200)
                moves, moves_refused = moves + 1, moves_refused + (what[0] != 200)
            time.sleep(PAUSE)
        for thread in threads:
            thread.join()
    print(
        f"flood: {sum(sent)} requests of the flood in {SECONDS} s; "
        f"of the player's {tried} requests {refused} were refused, of {moves} moves {moves_refused}"
    )


main()

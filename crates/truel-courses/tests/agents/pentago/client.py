"""A client of the pentago-swap contest: `client.py HOST PORT`. The others of this folder change one
thing about it.
"""

import random
import socket
import sys

QUADRANTS = ["TL", "TR", "BL", "BR"]


class Client:
    name = "a client"

    def __init__(self):
        self.link = socket.create_connection((sys.argv[1], int(sys.argv[2])))
        self.lines = self.link.makefile("r")
        self.board = {}
        self.seat = None
        self.asked = 0

    def say(self, line):
        self.link.sendall((line + "\n").encode())

    def run(self):
        print("START whoever reads this on standard output is wrong")
        self.say("START " + self.name)
        for line in self.lines:
            words = line.split()
            if words[0] == "START":
                self.seat = int(words[1][-1])
                assert line == f"START Player-{self.seat} {self.name}\n"
            elif words[0] == "PLAY":
                self.asked += 1
                self.answer()
            elif words[0] == "GAMEOVER":
                print("heard", line)
                break
            else:
                self.follow(words)

    def follow(self, words):
        x, y, seat = int(words[0]), int(words[1]), int(words[4])
        assert (x, y) not in self.board
        self.board[x, y] = seat
        pair = [QUADRANTS.index(words[2]), QUADRANTS.index(words[3])]
        moved = {}
        for (x, y), seat in self.board.items():
            quadrant = 2 * (x // 3) + y // 3
            if quadrant in pair:
                quadrant = sum(pair) - quadrant
            moved[3 * (quadrant // 2) + x % 3, 3 * (quadrant % 2) + y % 3] = seat
        self.board = moved

    def choose(self):
        x, y = random.choice([(x, y) for x in range(6) for y in range(6) if (x, y) not in self.board])
        # Either order is allowed.
        first, second = random.sample(QUADRANTS, 2)
        return f"{x} {y} {first} {second} {self.seat}"

    def answer(self):
        self.say(self.choose())


if __name__ == "__main__":
    Client().run()

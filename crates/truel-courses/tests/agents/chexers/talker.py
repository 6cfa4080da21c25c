"""Prints everywhere: buffered, unbuffered, by file descriptor and from a child; and asks the user
something.
"""

import os
import subprocess
import sys

from randomly import Player as Quiet

print("bestmove pass")


class Player(Quiet):
    def action(self):
        print("thinking as", self.colour, "…", flush=True)
        sys.stdout.write("bestmove pass\nno line end")
        sys.__stdout__.write("readyok\n")
        os.write(1, b"bestmove pass\n\xff\xfe\n")
        subprocess.call(["echo", "bestmove pass"])
        try:
            input("your move? ")
        except EOFError:
            pass
        return super().action()

    def update(self, colour, action):
        print("x" * 5000)
        super().update(colour, action)

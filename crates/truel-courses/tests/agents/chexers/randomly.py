"""A module with `Player`, chance from the library, and a guard for those who run it by hand."""

import random

from hexes import Cells


class Player:
    def __init__(self, colour):
        self.colour = colour
        self.cells = Cells()

    def action(self):
        return random.choice(self.cells.actions(self.colour))

    def update(self, colour, action):
        self.cells.play(colour, action)


if __name__ == "__main__":
    raise SystemExit("this is never run")

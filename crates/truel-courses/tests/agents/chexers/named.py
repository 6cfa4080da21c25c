"""Has types of its own for everything, and expects its own answers back in them."""

import random
from collections import namedtuple

from hexes import Cells

Cell = namedtuple("Cell", "q r")
Action = namedtuple("Action", "label argument")


def dressed(action):
    label, argument = action
    if label == "EXIT":
        return Action(label, Cell(*argument))
    return Action(label, argument and tuple(Cell(*cell) for cell in argument))


class Player:
    def __init__(self, colour):
        self.colour = colour
        self.cells = Cells()

    def action(self):
        return dressed(random.choice(self.cells.actions(self.colour)))

    def update(self, colour, action):
        if colour == self.colour and action.label != "PASS":
            first = action.argument if action.label == "EXIT" else action.argument[0]
            assert self.cells.owner[(first.q, first.r)] == colour
        self.cells.play(colour, action)

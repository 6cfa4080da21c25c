"""Leaves objects behind that hold each other, which only a collection clears away."""

import random

from hexes import Cells


class Node:
    def __init__(self):
        self.itself = self
        self.load = bytearray(6_000_000)


class Player:
    def __init__(self, colour):
        self.colour = colour
        self.cells = Cells()

    def action(self):
        for _ in range(3):
            Node()
        return random.choice(self.cells.actions(self.colour))

    def update(self, colour, action):
        self.cells.play(colour, action)

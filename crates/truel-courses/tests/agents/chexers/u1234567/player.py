from dreamers.taste import first
from hexes import Cells


class Player:
    def __init__(self, colour):
        self.colour = colour
        self.cells = Cells()

    def action(self):
        return first(self.cells.actions(self.colour))

    def update(self, colour, action):
        self.cells.play(colour, action)

import json
import os

from hexes import Cells

with open(os.path.join(os.path.dirname(__file__), "order.json")) as file:
    ORDER = json.load(file)


class Player:
    def __init__(self, colour):
        self.colour = colour
        self.cells = Cells()
        with open("bookish/order.json") as file:
            assert json.load(file) == ORDER
        assert os.path.basename(os.getcwd()) == "chexers"

    def action(self):
        actions = self.cells.actions(self.colour)
        return min(actions, key=lambda action: ORDER.index(action[0]))

    def update(self, colour, action):
        self.cells.play(colour, action)

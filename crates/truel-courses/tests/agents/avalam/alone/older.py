"""The older form: an agent in the referee's own process, which gets the board itself."""

import random

from avalam import *


class Older(Agent):
    def __init__(self, name):
        self.name = name

    def play(self, board, player, step, time_left):
        assert self.name == "older" and isinstance(board, Board) and time_left is None
        print(board)
        return list(random.choice(list(board.get_actions())))

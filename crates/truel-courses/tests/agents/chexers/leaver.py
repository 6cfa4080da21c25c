"""Ends the program instead of answering."""

import sys


class Player:
    def __init__(self, colour):
        pass

    def action(self):
        sys.exit(3)

    def update(self, colour, action):
        pass

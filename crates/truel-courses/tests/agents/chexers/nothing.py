"""Forgets to answer."""


class Player:
    def __init__(self, colour):
        pass

    def action(self):
        pass

    def update(self, colour, action):
        pass

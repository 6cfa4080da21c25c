"""Plays the first action it finds: what is left is what the way there and back costs."""

from avalam import *


class First(Agent):
    def play(self, percepts, player, step, time_left):
        return next(Board(percepts["m"]).get_actions())


if __name__ == "__main__":
    agent_main(First())

"""Uses the file beside it, and reads a file of its working folder."""

from avalam import *


class First(Agent):
    def play(self, percepts, player, step, time_left):
        with open("marker.txt") as file:
            assert file.read().strip() == "beside"
        assert time_left is None or 0 < time_left <= 900
        return next(actions(percepts))


if __name__ == "__main__":
    agent_main(First())

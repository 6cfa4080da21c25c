"""Its `play` fails in the second call."""

from avalam import *


class MyAgent(Agent):
    asked = 0

    def play(self, percepts, player, step, time_left):
        self.asked += 1
        if self.asked == 2:
            raise KeyError("nowhere")
        return next(Board(percepts["m"]).get_actions())


if __name__ == "__main__":
    agent_main(MyAgent())

"""An agent program without the framework's file beside it: ours stands in."""

from avalam import *


class MyAgent(Agent):
    def play(self, percepts, player, step, time_left):
        board = dict_to_board(percepts)
        assert board.columns == 9 and (step % 2 == 1) == (player == 1)
        print("step", step, "with", time_left, "seconds")
        worth = lambda action: player * board.clone().play_action(action).get_score()
        return max(board.get_actions(), key=worth)


if __name__ == "__main__":
    agent_main(MyAgent())

"""The oldest skeleton: derives from the course's search, which is not beside it, and has an
`agent_main` that nobody runs.
"""

import avalam
import minimax


class Agent(avalam.Agent, minimax.Game):
    def successors(self, state):
        board, player = state
        for action in board.get_actions():
            yield action, (board.clone().play_action(action), -player)

    def cutoff(self, state, depth):
        return depth == 1 or state[0].is_finished()

    def evaluate(self, state):
        return state[0].get_score() * self.player

    def play(self, board, player, step, time_left):
        self.player = player
        action = minimax.search((board, player), self)
        assert action in list(board.get_actions())
        best = max(self.evaluate(after) for _, after in self.successors((board, player)))
        assert self.evaluate((board.clone().play_action(action), -player)) == best
        return action


if __name__ == "__main__":
    avalam.agent_main(Agent())

"""Throws where it may, at random; slides when it cannot throw any more."""

import random
from collections import Counter

STEPS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]
BEATS = {"r": "s", "s": "p", "p": "r"}


def is_hex(r, q):
    return max(abs(r), abs(q), abs(r + q)) <= 4


class Player:
    def __init__(self, player):
        self.sign = 1 if player == "upper" else -1
        self.throws = 0
        self.tokens = Counter()

    def action(self):
        actions = []
        if self.throws < 9:
            zone = [(r, q) for r in range(-4, 5) for q in range(-4, 5) if is_hex(r, q)]
            zone = [cell for cell in zone if self.sign * cell[0] >= 4 - self.throws]
            actions += [("THROW", symbol, cell) for symbol in "rps" for cell in zone]
        own = sorted({cell for (mine, symbol, cell), count in self.tokens.items() if mine and count > 0})
        for r, q in own:
            for dr, dq in STEPS:
                if is_hex(r + dr, q + dq):
                    actions.append(("SLIDE", (r, q), (r + dr, q + dq)))
        return random.choice(actions)

    def update(self, opponent_action, player_action):
        assert isinstance(opponent_action, tuple) and isinstance(player_action, tuple)
        places = []
        for mine, action in ((True, player_action), (False, opponent_action)):
            if action[0] == "THROW":
                self.throws += mine
                self.tokens[mine, action[1], action[2]] += 1
            else:
                standing = [symbol for symbol in "rps" if self.tokens[mine, symbol, action[1]] > 0]
                self.tokens[mine, standing[0], action[1]] -= 1
                self.tokens[mine, standing[0], action[2]] += 1
            places.append(action[2])
        for place in places:
            here = {symbol for (_, symbol, cell), count in self.tokens.items() if cell == place and count > 0}
            for symbol in here:
                for mine in (True, False):
                    self.tokens[mine, BEATS[symbol], place] = 0

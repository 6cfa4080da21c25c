"""A truel agent as a player for the referee of RoPaSci 360 (University of Melbourne, COMP30024,
2021).
"""

from .engine import Engine


class Player:
    def __init__(self, player):
        self.engine = Engine()
        self.seat = 0 if player == "upper" else 1
        self.moves = []

    def action(self):
        position = "startpos" + (" moves " + " ".join(self.moves) if self.moves else "")
        return read(self.engine.move(2, position, self.seat))

    def update(self, opponent_action, player_action):
        both = [written(player_action), written(opponent_action)]
        self.moves.append("|".join(both if self.seat == 0 else reversed(both)))


def read(move):
    if "@" in move:
        symbol, target = move.split("@")
        return "THROW", symbol, cell(target)
    origin, target = [cell(text) for text in move.split(">")]
    steps = max(abs(target[0] - origin[0]), abs(target[1] - origin[1]), abs(sum(target) - sum(origin)))
    return ("SLIDE" if steps == 1 else "SWING"), origin, target


def written(action):
    label, first, second = action
    if label == "THROW":
        return "{}@{},{}".format(first, *second)
    return "{},{}>{},{}".format(*(tuple(first) + tuple(second)))


def cell(text):
    first, second = text.split(",")
    return int(first), int(second)

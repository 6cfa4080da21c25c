"""A truel agent as a player for the referee of Chexers (University of Melbourne, COMP30024,
2019).
"""

from .engine import Engine


class Player:
    def __init__(self, colour):
        self.engine = Engine()
        self.moves = []

    def action(self):
        position = "startpos" + (" moves " + " ".join(self.moves) if self.moves else "")
        return read(self.engine.move(3, position))

    def update(self, colour, action):
        self.moves.append(written(action))


def read(move):
    if move == "pass":
        return "PASS", None
    origin, target = move.split(">")
    if target == "off":
        return "EXIT", cell(origin)
    origin, target = cell(origin), cell(target)
    steps = max(abs(target[0] - origin[0]), abs(target[1] - origin[1]), abs(sum(target) - sum(origin)))
    return ("MOVE" if steps == 1 else "JUMP"), (origin, target)


def written(action):
    label, argument = action
    if label == "PASS":
        return "pass"
    if label == "EXIT":
        return "{},{}>off".format(*argument)
    return "{},{}>{},{}".format(*(tuple(argument[0]) + tuple(argument[1])))


def cell(text):
    first, second = text.split(",")
    return int(first), int(second)

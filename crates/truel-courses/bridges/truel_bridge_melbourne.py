"""Chexers (2019) and RoPaSci 360 (2021) of the University of Melbourne: a class `Player` with
`action` and `update`.
"""

import os

from truel_bridge import Fault
from truel_bridge_load import load_class, whole


def bridge(game, path, name, flags, words):
    return (Chexers if game == "chexers" else Ropasci)(path, name or "Player")


class Melbourne:
    """What both games share: the class is made for the first move, and hears every move in order
    before its next.

    All of that happens on the agent's clock, as it did there; importing it does not.
    """

    def __init__(self, path, name):
        self.path = path
        self.class_name = name
        self.maker = None
        self.player = None
        self.heard = []
        self.said = {}

    def name(self):
        return f"{self.class_name} of {os.path.basename(os.path.abspath(self.path))}"

    def load(self):
        self.maker = load_class(self.path, self.class_name)

    def answer(self, start, moves, go):
        if start is not None:
            raise Fault("crash", "agents of this course can only begin at the start position")
        seat = self.seat(moves, go)
        if self.player is None or moves[: len(self.heard)] != self.heard:
            self.heard = []
            self.player = self.maker(self.SEATS[seat])
            self.index = seat
        self.hear(moves)
        answer = self.player.action()
        self.said[len(moves)] = answer
        try:
            return self.written(answer)
        except (TypeError, ValueError, IndexError, OverflowError):
            return repr(answer)

    def own(self, ply, move):
        """A move of its own: the referee gave back the very object that it had accepted, types of
        the agent's included.
        """
        answer, action = self.said.pop(ply, None), self.read(move)
        try:
            return answer if bool(answer == action) else action
        except Exception:
            return action

    def hear(self, moves):
        for ply in range(len(self.heard), len(moves)):
            self.heard.append(moves[ply])
            self.tell(ply, moves[ply])

    def finish(self, start, moves):
        if self.player is not None:
            self.hear(moves)

    def close(self):
        pass


def cell(pair):
    first, second = pair
    return f"{whole(first)},{whole(second)}"


def pair(text):
    first, second = text.split(",")
    return int(first), int(second)


def distance(a, b):
    da, db = whole(b[0]) - whole(a[0]), whole(b[1]) - whole(a[1])
    return max(abs(da), abs(db), abs(da + db))


class Chexers(Melbourne):
    SEATS = ("red", "green", "blue")

    def seat(self, moves, go):
        return len(moves) % 3

    def tell(self, ply, move):
        self.player.update(self.SEATS[ply % 3], self.own(ply, move))

    @staticmethod
    def read(move):
        if move == "pass":
            return "PASS", None
        origin, target = move.split(">")
        if target == "off":
            return "EXIT", pair(origin)
        origin, target = pair(origin), pair(target)
        return ("MOVE" if distance(origin, target) == 1 else "JUMP"), (origin, target)

    @staticmethod
    def written(action):
        """Our notation. A wrong label made a move illegal there, so it is no move here."""
        label, argument = action
        if label == "PASS" and argument is None:
            return "pass"
        if label == "EXIT":
            return cell(argument) + ">off"
        origin, target = argument
        if label != {1: "MOVE", 2: "JUMP"}.get(distance(origin, target)):
            raise ValueError(label)
        return cell(origin) + ">" + cell(target)


class Ropasci(Melbourne):
    SEATS = ("upper", "lower")

    def seat(self, moves, go):
        return go.seat

    def tell(self, ply, joint):
        both = joint.split("|")
        self.player.update(self.read(both[1 - self.index]), self.own(ply, both[self.index]))

    @staticmethod
    def read(move):
        if "@" in move:
            symbol, target = move.split("@")
            return "THROW", symbol, pair(target)
        origin, target = map(pair, move.split(">"))
        return ("SLIDE" if distance(origin, target) == 1 else "SWING"), origin, target

    @staticmethod
    def written(action):
        label, first, second = action
        if label == "THROW":
            if first not in ("r", "p", "s"):
                raise ValueError(first)
            return first + "@" + cell(second)
        if label != {1: "SLIDE", 2: "SWING"}.get(distance(first, second)):
            raise ValueError(label)
        return cell(first) + ">" + cell(second)

"""Lists instead of tuples, and tuples with names."""

from collections import namedtuple

from thrower import Player as Proper

Hex = namedtuple("Hex", "r q")


class Player(Proper):
    def action(self):
        label, first, second = super().action()
        return [label, first if label == "THROW" else Hex(*first), list(second)]

"""Takes memory: much while it is imported, which does not count, and more than the contest allows
after that.
"""

from randomly import Player as Proper

LARGE = bytearray(150 << 20)


class Player(Proper):
    asked = 0

    def action(self):
        self.asked += 1
        if self.asked == 2:
            self.more = bytearray(130 << 20)
        return super().action()


class Modest(Proper):
    def __init__(self, colour):
        super().__init__(colour)
        self.some = bytearray(40 << 20)

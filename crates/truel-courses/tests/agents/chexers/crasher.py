"""Fails in its third move."""

from randomly import Player as Proper


class Player(Proper):
    asked = 0

    def action(self):
        self.asked += 1
        if self.asked == 3:
            return self.helper({})
        return super().action()

    def helper(self, table):
        return table["no such\nkey"]

"""Calls a jump a move, which was illegal there."""

from randomly import Player as Proper


class Player(Proper):
    def action(self):
        jumps = [action for action in self.cells.actions(self.colour) if action[0] == "JUMP"]
        return ("MOVE", jumps[0][1]) if jumps else super().action()

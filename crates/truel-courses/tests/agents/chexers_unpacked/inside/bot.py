"""Steps with the first token that can, and passes when none can; knows no more than that."""

STEPS = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)]
START = {
    "red": [(-3, 0), (-3, 1), (-3, 2), (-3, 3)],
    "green": [(0, -3), (1, -3), (2, -3), (3, -3)],
    "blue": [(3, 0), (2, 1), (1, 2), (0, 3)],
}


class Player:
    def __init__(self, colour):
        self.colour = colour
        self.owner = {cell: colour for colour in START for cell in START[colour]}

    def action(self):
        for (q, r), owner in sorted(self.owner.items()):
            for dq, dr in STEPS:
                near, far = (q + dq, r + dr), (q + 2 * dq, r + 2 * dr)
                if owner == self.colour and self.is_free(near):
                    return "MOVE", ((q, r), near)
                if owner == self.colour and near in self.owner and self.is_free(far):
                    return "JUMP", ((q, r), far)
        return "PASS", None

    def is_free(self, cell):
        return max(abs(cell[0]), abs(cell[1]), abs(sum(cell))) <= 3 and cell not in self.owner

    def update(self, colour, action):
        label, argument = action
        if label == "EXIT":
            del self.owner[argument]
        elif label != "PASS":
            origin, target = argument
            self.owner[target] = self.owner.pop(origin)
            if label == "JUMP":
                self.owner[((origin[0] + target[0]) // 2, (origin[1] + target[1]) // 2)] = colour

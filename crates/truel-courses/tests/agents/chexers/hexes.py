"""What the chexers agents of this folder know about the game."""

STEPS = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)]
START = {
    "red": [(-3, 0), (-3, 1), (-3, 2), (-3, 3)],
    "green": [(0, -3), (1, -3), (2, -3), (3, -3)],
    "blue": [(3, 0), (2, 1), (1, 2), (0, 3)],
}
LEFT = {"red": lambda q, r: 3 - q, "green": lambda q, r: 3 - r, "blue": lambda q, r: 3 + q + r}


def is_cell(q, r):
    return max(abs(q), abs(r), abs(q + r)) <= 3


class Cells:
    def __init__(self):
        self.owner = {cell: colour for colour in START for cell in START[colour]}

    def actions(self, colour):
        found = []
        for (q, r), owner in sorted(self.owner.items()):
            if owner != colour:
                continue
            if LEFT[colour](q, r) == 0:
                found.append(("EXIT", (q, r)))
            for dq, dr in STEPS:
                near, far = (q + dq, r + dr), (q + 2 * dq, r + 2 * dr)
                if is_cell(*near) and near not in self.owner:
                    found.append(("MOVE", ((q, r), near)))
                elif is_cell(*near) and is_cell(*far) and far not in self.owner:
                    found.append(("JUMP", ((q, r), far)))
        return found or [("PASS", None)]

    def play(self, colour, action):
        # What a referee hands over can be compared and hashed.
        assert isinstance(action, tuple) and hash(action) is not None
        label, argument = action
        if label == "EXIT":
            assert self.owner.pop(argument) == colour
        elif label in ("MOVE", "JUMP"):
            origin, target = argument
            assert self.owner.pop(origin) == colour and target not in self.owner
            self.owner[target] = colour
            if label == "JUMP":
                self.owner[((origin[0] + target[0]) // 2, (origin[1] + target[1]) // 2)] = colour

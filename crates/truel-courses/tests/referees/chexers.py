"""chexers.py LOG RED GREEN BLUE: one match between packages of the working folder."""

import importlib
import os
import sys
from collections import Counter

STEPS = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)]
START = {
    "red": [(-3, 0), (-3, 1), (-3, 2), (-3, 3)],
    "green": [(0, -3), (1, -3), (2, -3), (3, -3)],
    "blue": [(3, 0), (2, 1), (1, 2), (0, 3)],
}
LEFT = {"red": lambda q, r: 3 - q, "green": lambda q, r: 3 - r, "blue": lambda q, r: 3 + q + r}
CELLS = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]


def available(board, colour):
    found = []
    for (q, r), owner in board.items():
        if owner != colour:
            continue
        if LEFT[colour](q, r) == 0:
            found.append(("EXIT", (q, r)))
        for dq, dr in STEPS:
            near, far = (q + dq, r + dr), (q + 2 * dq, r + 2 * dr)
            if near in CELLS and near not in board:
                found.append(("MOVE", ((q, r), near)))
            elif far in CELLS and far not in board:
                found.append(("JUMP", ((q, r), far)))
    return found or [("PASS", None)]


def main():
    log = open(sys.argv[1], "w")
    sys.path.insert(0, os.getcwd())
    colours = ["red", "green", "blue"]
    players = [importlib.import_module(name).Player(colour) for name, colour in zip(sys.argv[2:], colours)]
    board = {cell: colour for colour in START for cell in START[colour]}
    exits = Counter()
    seen = Counter([(frozenset(board.items()), 0)])
    plies = 0
    log.write("[game ] - Start Chexers game log at Mon Apr  1 00:00:00 2019\n")
    while True:
        colour = colours[plies % 3]
        action = players[plies % 3].action()
        if action not in available(board, colour):
            log.write(f"[error] - illegal action detected ({colour}): {action!r}.\n")
            sys.exit(f"illegal action of {colour}: {action!r}")
        label, argument = action
        if label == "EXIT":
            del board[argument]
            exits[colour] += 1
            log.write(f"[{colour:5s}] - EXIT from {argument}.\n")
        elif label == "PASS":
            log.write(f"[{colour:5s}] - PASS.\n")
        else:
            origin, target = argument
            del board[origin]
            board[target] = colour
            if label == "JUMP":
                board[((origin[0] + target[0]) // 2, (origin[1] + target[1]) // 2)] = colour
            log.write(f"[{colour:5s}] - {label} from {origin} to {target}.\n")
        for player in players:
            player.update(colour, action)
        plies += 1
        state = (frozenset(board.items()), plies % 3)
        seen[state] += 1
        result = None
        if exits[colour] == 4:
            result = "winner: " + colour.capitalize()
        if plies >= 768:
            result = "draw detected: maximum number of turns reached."
        if seen[state] >= 4:
            result = "draw detected: game state occurred 4 times."
        if result is not None:
            log.write(f"[over ] - {result}\n")
            print(result)
            return


main()

"""ropasci.py LOG UPPER LOWER: one match between packages of the working folder."""

import importlib
import os
import sys
from collections import Counter

STEPS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]
HEXES = {(r, q) for r in range(-4, 5) for q in range(-4, 5) if abs(r + q) <= 4}
BEATS = {"r": "s", "s": "p", "p": "r"}
BEATEN_BY = {"s": "r", "p": "s", "r": "p"}


def near(cell):
    return {(cell[0] + dr, cell[1] + dq) for dr, dq in STEPS} & HEXES


def available(tokens, throws, seat):
    sign = 1 if seat == 0 else -1
    if throws[seat] < 9:
        for cell in HEXES:
            if sign * cell[0] >= 4 - throws[seat]:
                for symbol in "rps":
                    yield "THROW", symbol, cell
    own = {cell for (owner, _, cell), count in tokens.items() if owner == seat and count}
    for cell in own:
        for other in near(cell):
            yield "SLIDE", cell, other
            if other in own:
                for target in near(other) - near(cell) - {cell}:
                    yield "SWING", cell, target


def result(tokens, throws, seen, turns):
    own = [
        [symbol for (owner, symbol, _), count in tokens.items() if owner == seat for _ in range(count)]
        for seat in (0, 1)
    ]
    spent = [throws[seat] == 9 for seat in (0, 1)]
    gone = [spent[seat] and not own[seat] for seat in (0, 1)]
    safe = [spent[1 - seat] and any(BEATEN_BY[symbol] not in own[1 - seat] for symbol in own[seat]) for seat in (0, 1)]
    if gone[0] and gone[1]:
        return "draw: no remaining tokens or throws"
    for seat, winner in ((0, "lower"), (1, "upper")):
        if gone[seat]:
            return "winner: " + winner
    if safe[0] and safe[1]:
        return "draw: both players have an invincible token"
    for seat, name in ((0, "upper"), (1, "lower")):
        if safe[seat] and spent[1 - seat] and len(own[1 - seat]) == 1:
            return "winner: " + name
    if seen >= 3:
        return "draw: same game state occurred for 3rd time"
    return "draw: maximum number of turns reached" if turns >= 360 else None


def written(action):
    if action[0] == "THROW":
        return "THROW symbol {} to {}".format(*action[1:])
    return "{} from {} to {}".format(*action)


def main():
    log = open(sys.argv[1], "w")
    sys.path.insert(0, os.getcwd())
    names = ["upper", "lower"]
    players = [importlib.import_module(package).Player(name) for package, name in zip(sys.argv[2:], names)]
    tokens, throws, seen, turns = Counter(), [0, 0], Counter(), 0
    while True:
        actions = [player.action() for player in players]
        for seat, action in enumerate(actions):
            if action not in list(available(tokens, throws, seat)):
                log.write(f"error: {names[seat]}: illegal action {action!r}\n")
                sys.exit(f"illegal action of {names[seat]}: {action!r}")
        for seat, action in enumerate(actions):
            if action[0] == "THROW":
                throws[seat] += 1
                tokens[seat, action[1], action[2]] += 1
            else:
                symbol = next(s for s in "rps" if tokens[seat, s, action[1]])
                tokens[seat, symbol, action[1]] -= 1
                tokens[seat, symbol, action[2]] += 1
        for action in actions:
            here = {symbol for (_, symbol, cell), count in tokens.items() if cell == action[2] and count}
            for symbol in here:
                tokens[0, BEATS[symbol], action[2]] = tokens[1, BEATS[symbol], action[2]] = 0
        turns += 1
        state = frozenset(item for item in tokens.items() if item[1]), tuple(throws)
        seen[state] += 1
        for seat, action in enumerate(actions):
            log.write(f"turn {turns}: {names[seat]}: {written(action)}\n")
        players[0].update(actions[1], actions[0])
        players[1].update(actions[0], actions[1])
        ending = result(tokens, throws, seen[state], turns)
        if ending is not None:
            log.write(ending + "\n")
            print(ending)
            return


main()

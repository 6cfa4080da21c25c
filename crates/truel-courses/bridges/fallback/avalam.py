"""Avalam as agents of the 2022 course know it, for agents without the course's own file.

Written from the rules: the same names and the same behaviour, nothing else.
"""

PLAYER1 = 1
PLAYER2 = -1


class InvalidAction(Exception):
    """An action that the rules forbid."""

    def __init__(self, action=None):
        self.action = action


def _start():
    widths = [
        "..xx.....",
        ".xxxx....",
        ".xxxxxx..",
        ".xxxxxxxx",
        "xxxx.xxxx",
        "xxxxxxxx.",
        "..xxxxxx.",
        "....xxxx.",
        ".....xx..",
    ]

    def sign(i, j):
        return 1 if (i + j) % 2 == 0 else -1

    return [[sign(i, j) if cell == "x" else 0 for j, cell in enumerate(row)] for i, row in enumerate(widths)]


class Board:
    """Towers as numbers: the size is the height, the sign the owner, 0 no tower. `m[i][j]` is row
    i, column j.
    """

    max_height = 5
    initial_board = _start()

    def __init__(self, percepts=initial_board, max_height=max_height, invert=False):
        self.m = percepts
        self.rows = len(percepts)
        self.columns = len(percepts[0])
        self.max_height = max_height
        self.m = self.get_percepts(invert)

    def __str__(self):
        def cell(tower):
            return f"{tower:+2d}" if tower else " ."

        return "\n".join(" ".join(map(cell, row)) for row in self.m)

    def clone(self):
        """A copy; its greatest height is the usual one, whatever this one's was."""
        return Board(self.m)

    def get_percepts(self, invert=False):
        """The matrix, copied; with the owners exchanged on request."""
        sign = -1 if invert else 1
        return [[sign * tower for tower in row] for row in self.m]

    def get_towers(self):
        """All towers as (i, j, signed height)."""
        for i in range(self.rows):
            for j in range(self.columns):
                if self.m[i][j]:
                    yield (i, j, self.m[i][j])

    def is_action_valid(self, action):
        """Whether (i1, j1, i2, j2) may be played."""
        try:
            i1, j1, i2, j2 = action
            if not (0 <= i1 < self.rows and 0 <= i2 < self.rows and 0 <= j1 < self.columns and 0 <= j2 < self.columns):
                return False
            if (i1, j1) == (i2, j2) or abs(i1 - i2) > 1 or abs(j1 - j2) > 1:
                return False
            carried, below = abs(self.m[i1][j1]), abs(self.m[i2][j2])
            return carried > 0 and below > 0 and carried + below <= self.max_height
        except (TypeError, ValueError):
            return False

    def get_tower_actions(self, i, j):
        """The actions that carry the tower at (i, j)."""
        if 0 < abs(self.m[i][j]) < self.max_height:
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    action = (i, j, i + di, j + dj)
                    if self.is_action_valid(action):
                        yield action

    def is_tower_movable(self, i, j):
        """Whether the tower at (i, j) can be carried anywhere."""
        return any(True for _ in self.get_tower_actions(i, j))

    def get_actions(self):
        """All actions, whoever plays."""
        for i, j, _ in self.get_towers():
            yield from self.get_tower_actions(i, j)

    def play_action(self, action):
        """Plays the action on this board and returns it."""
        if not self.is_action_valid(action):
            raise InvalidAction(action)
        i1, j1, i2, j2 = action
        height = abs(self.m[i1][j1]) + abs(self.m[i2][j2])
        self.m[i2][j2] = height if self.m[i1][j1] > 0 else -height
        self.m[i1][j1] = 0
        return self

    def is_finished(self):
        """Whether nothing can be played any more."""
        return not any(True for _ in self.get_actions())

    def get_score(self):
        """Towers of the first player less those of the second; where that is nothing, the same of
        full towers.
        """

        def balance(counts):
            return sum(1 if tower > 0 else -1 for _, _, tower in self.get_towers() if counts(tower))

        return balance(lambda tower: True) or balance(lambda tower: abs(tower) == self.max_height)


def dict_to_board(dictio):
    """A board from what XML-RPC makes of one."""
    board = Board()
    board.m = dictio["m"]
    board.rows = dictio["rows"]
    board.max_height = dictio["max_height"]
    return board


def load_percepts(filename):
    """A matrix from a file of comma-separated numbers."""
    import csv

    with open(filename) as file:
        rows = [[int(number) for number in row] for row in csv.reader(file) if row]
    assert all(len(row) == len(rows[0]) for row in rows), "rows must have the same length"
    return rows


class Agent:
    """What an agent answers to."""

    def initialize(self, percepts, players, time_left):
        """A new match begins; the 2022 referee never says so."""

    def play(self, percepts, player, step, time_left):
        """Returns an action (i1, j1, i2, j2) for `player` (1 or -1) at `step` (from 1); `time_left`
        in seconds or None.
        """


def serve_agent(agent, address, port):
    """Answers calls of the agent's methods over XML-RPC until it is interrupted."""
    from xmlrpc.server import SimpleXMLRPCServer

    server = SimpleXMLRPCServer((address, port), allow_none=True)
    server.register_instance(agent)
    print("Listening on ", address, ":", port, sep="")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


def agent_main(agent, args_cb=None, setup_cb=None):
    """Serves the agent where the command line says: `-b ADDRESS -p PORT`.

    `args_cb(agent, parser)` may add arguments, `setup_cb(agent, parser, args)` look at them."""
    import argparse

    def port(text):
        number = int(text)
        if not 1 <= number <= 65535:
            raise argparse.ArgumentTypeError(f"{text} is not a valid port number")
        return number

    parser = argparse.ArgumentParser()
    parser.add_argument("-b", "--bind", dest="address", default="", help="address to listen at (default: all)")
    parser.add_argument("-p", "--port", type=port, default=8000, help="port to listen at (default: %(default)s)")
    if args_cb is not None:
        args_cb(agent, parser)
    args = parser.parse_args()
    if setup_cb is not None:
        setup_cb(agent, parser, args)
    serve_agent(agent, args.address, args.port)

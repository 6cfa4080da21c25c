"""A truel agent as an agent program for avalam (Polytechnique Montréal, INF8215, 2022).

    python agent.py --bind ADDRESS --port PORT

serves `play(percepts, player, step, time_left)` over XML-RPC, as the framework's own agents do; it
needs none of its files.
"""

import argparse
from xmlrpc.server import SimpleXMLRPCServer

from engine import Engine

# The columns that exist, row by row.
ROWS = ["cd", "bcde", "bcdefg", "bcdefghi", "abcdfghi", "abcdefgh", "cdefgh", "efgh", "fg"]
COLUMNS = "abcdefghi"


class Agent:
    def __init__(self):
        self.engine = Engine()

    def initialize(self, percepts, players, time_left):
        """A new match begins; nothing has to be known about it."""

    def play(self, percepts, player, step, time_left):
        matrix = percepts["m"] if isinstance(percepts, dict) else getattr(percepts, "m", percepts)
        if step <= 2:
            self.engine.used = 0.0
        move = self.engine.move(2, "fen {} {}".format(rows(matrix), "y" if player > 0 else "r"), None, time_left)
        return int(move[1]) - 1, COLUMNS.index(move[0]), int(move[3]) - 1, COLUMNS.index(move[2])


def rows(matrix):
    """The towers as a position text."""

    def tower(height):
        return "." if height == 0 else ("ABCDE" if height > 0 else "abcde")[abs(height) - 1]

    return "/".join("".join(tower(matrix[i][COLUMNS.index(j)]) for j in row) for i, row in enumerate(ROWS))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-b", "--bind", dest="address", default="")
    parser.add_argument("-p", "--port", type=int, default=8000)
    arguments = parser.parse_args()
    server = SimpleXMLRPCServer((arguments.address, arguments.port), allow_none=True, logRequests=False)
    server.register_instance(Agent())
    print(f"Listening on {arguments.address}:{arguments.port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()

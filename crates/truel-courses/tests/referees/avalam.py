"""avalam.py LOG PROGRAM PROGRAM: one match between two agent programs over XML-RPC, as the
framework's game.py plays it.
"""

import os
import socket
import subprocess
import sys
import time
import xmlrpc.client


class Board:
    """Sent as it is: XML-RPC makes a dictionary of its fields."""

    def __init__(self):
        shape = [
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
        self.m = [
            [(1 if (i + j) % 2 == 0 else -1) if cell == "x" else 0 for j, cell in enumerate(row)]
            for i, row in enumerate(shape)
        ]
        self.rows = self.columns = 9
        self.max_height = 5

    def actions(self):
        cells = [(i, j) for i in range(9) for j in range(9) if self.m[i][j]]
        for i, j in cells:
            for k, n in cells:
                close = abs(i - k) <= 1 and abs(j - n) <= 1 and (i, j) != (k, n)
                if close and abs(self.m[i][j]) + abs(self.m[k][n]) <= 5:
                    yield [i, j, k, n]

    def play(self, action):
        i, j, k, n = action
        height = abs(self.m[i][j]) + abs(self.m[k][n])
        self.m[k][n] = height if self.m[i][j] > 0 else -height
        self.m[i][j] = 0

    def score(self):
        towers = [tower for row in self.m for tower in row if tower]

        def signs(those):
            return sum(1 if tower > 0 else -1 for tower in those)

        return signs(towers) or signs([tower for tower in towers if abs(tower) == 5])


def serve(program):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder, file = os.path.split(os.path.abspath(program))
    process = subprocess.Popen([sys.executable, file, "-b", "127.0.0.1", "-p", str(port)], cwd=folder)
    for _ in range(2000):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            assert process.poll() is None, "the program ended"
            time.sleep(0.01)
    return process, xmlrpc.client.ServerProxy(f"http://127.0.0.1:{port}", allow_none=True)


def main():
    log = open(sys.argv[1], "w")

    def tell(line):
        log.write(f"2022-11-01 00:00:00,000 -- INFO: {line}\n")

    board = Board()
    served = [serve(program) for program in sys.argv[2:4]]
    try:
        tell("Starting new game")
        step, player = 0, 1
        while True:
            legal = list(board.actions())
            if not legal:
                break
            step += 1
            start = time.time()
            action = served[0 if player > 0 else 1][1].play(board, player, step, 20.0)
            tell(f"Step {step}: received result {action} in {time.time() - start:f}s")
            if action not in legal:
                sys.exit(f"player {player} answered {action}")
            board.play(action)
            player = -player
        score = board.score()
        tell(f"Score: {score}")
        tell("Winner: " + ("draw game" if score == 0 else "Player 1" if score > 0 else "Player 2"))
        print("score", score)
    finally:
        for process, _ in served:
            process.kill()


main()

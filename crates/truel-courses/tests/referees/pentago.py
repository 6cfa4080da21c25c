"""pentago.py LOG: the contest's server for one match; prints its port, then waits for two
clients.
"""

import socket
import sys

QUADRANTS = ["TL", "TR", "BL", "BR"]


def fives(board):
    found = set()
    for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for x in range(6):
            for y in range(6):
                owners = {board.get((x + k * dx, y + k * dy)) for k in range(5)}
                if len(owners) == 1:
                    found |= owners - {None}
    return found


def play(board, line, seat):
    """The board after a line of a client; nothing for an illegal one."""
    words = line.split()
    x, y, pair = int(words[0]), int(words[1]), [QUADRANTS.index(words[2]), QUADRANTS.index(words[3])]
    if (x, y) in board or pair[0] == pair[1] or int(words[4]) != seat or not (0 <= x < 6 and 0 <= y < 6):
        return None
    board = dict(board)
    board[x, y] = seat
    moved = {}
    for (x, y), owner in board.items():
        quadrant = 2 * (x // 3) + y // 3
        if quadrant in pair:
            quadrant = sum(pair) - quadrant
        moved[3 * (quadrant // 2) + x % 3, 3 * (quadrant % 2) + y % 3] = owner
    return moved


def main():
    log = open(sys.argv[1], "w")
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(2)
    print(listener.getsockname()[1], flush=True)
    clients = []
    for _ in (0, 1):
        link, _ = listener.accept()
        clients.append((link, link.makefile("r")))
    names = [lines.readline().split(" ", 1)[1].strip() for _, lines in clients]
    log.write("# Server version 0.08 running on here:8123\n# Game ID: 1\n")

    def send(seats, line, is_logged=True):
        if is_logged:
            log.write(line + "\n")
        for seat in seats:
            clients[seat][0].sendall((line + "\n").encode())

    for seat in (0, 1):
        send([seat], f"START Player-{seat} {names[seat]}")
    board = {}
    for ply in range(36):
        seat = ply % 2
        send([seat], f"PLAY Player-{seat}", False)
        line = clients[seat][1].readline().strip()
        after = play(board, line, seat)
        if after is None:
            send([0, 1], f"GAMEOVER ILLEGAL MOVE: {line} WINNER {1 - seat}")
            sys.exit("an illegal move: " + line)
        board = after
        send([0, 1], line)
        found = fives(board)
        if found:
            send([0, 1], "GAMEOVER DRAW" if len(found) == 2 else f"GAMEOVER WINNER {found.pop()}")
            break
    else:
        send([0, 1], "GAMEOVER DRAW")
    log.write("# Game ended: today\n")


main()

"""Pentago-swap (McGill COMP 424, 2019): the contest's server for one client in any language.

Lines of text over TCP: the client says `START name` and hears `START Player-i name`, `PLAY
Player-i` when a move is wanted, every move as `x y A B i`, and `GAMEOVER ...` at the end.
"""

import os
import re
import select
import socket
import subprocess
import time

from truel_bridge import Fault
from truel_bridge_child import Words

QUADRANTS = ("TL", "TR", "BL", "BR")
CELLS = [(x, y) for x in range(6) for y in range(6)]
WINDOWS = [
    [(x + k * dx, y + k * dy) for k in range(5)]
    for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1))
    for x, y in CELLS
    if 0 <= x + 4 * dx < 6 and 0 <= y + 4 * dy < 6
]
# How long a client may take until it has connected and said its name.
PATIENCE = 25
# How long it may take to end by itself once it has heard that the match is over. The arena waits a
# little longer.
FAREWELL = 2
# How long after the deadline chance is called, where nothing comes: late enough to be late, and
# less than the contest's cushion.
LATE = 0.1
# What the contest's client and Java itself say when they give up.
REASON = re.compile(r"Failed to create|Caught exception|Exception in thread|java\.lang\.\S*Error")


def bridge(game, path, name, flags, words):
    return Pentago(path, name, "--contest" in flags, flags[flags.index("--home") + 1], words)


class Pentago:
    def __init__(self, path, name, is_contest, home, command):
        self.label = name or os.path.basename(path.rstrip("/"))
        self.is_contest = is_contest
        self.command = command
        self.home = home
        self.process = None
        self.words = None
        self.connection = None
        self.waiting = b""
        self.broken = None
        self.seat = None
        self.told = 0
        self.sent = {}
        self.is_over = False

    def name(self):
        return self.label

    def load(self):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        place = {"{host}": "127.0.0.1", "{port}": str(listener.getsockname()[1])}
        command = [place.get(word, word) for word in self.command]
        self.process = subprocess.Popen(command, cwd=self.home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.words = Words(self.process.stdout, REASON)
        until = time.monotonic() + PATIENCE
        while not select.select([listener], [], [], 0.02)[0]:
            if self.process.poll() is not None:
                raise Fault("crash", "the client " + self.ended())
            if time.monotonic() > until:
                raise Fault("silence", "the client did not connect")
        self.connection, _ = listener.accept()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.close()
        line = self.line(until)
        while line is not None and not line.startswith("START"):
            line = self.line(until)
        if line is None:
            raise Fault("silence", "the client did not say START")
        self.label = line[5:].strip() or self.label

    def ended(self):
        return f"ended with exit code {self.process.returncode}{self.words.why()}"

    def answer(self, start, moves, go):
        if start is not None:
            raise Fault("crash", "clients of this contest can only begin at the start position")
        begun = time.monotonic()
        if self.seat is None:
            self.seat = len(moves) % 2
            self.say(f"START Player-{self.seat} {self.label}")
        self.tell(moves)
        self.drop()
        self.say(f"PLAY Player-{self.seat}")
        while True:
            line = self.line(None)
            if line is None:
                return self.without(moves, go, begun)
            read = parse(line)
            if read is None:
                # The contest's server passes over what it cannot read, and the clock goes on.
                continue
            move, seat, plain = read
            if seat != self.seat:
                return line
            self.sent[len(moves)] = move, plain
            return move

    def without(self, moves, go, begun):
        """Nothing more comes from the client. In the contest one that had only closed its end did
        not lose: chance played on for it, at each deadline. So it is late, with any move, and the
        referee has chance play.
        """
        if not self.is_contest or self.broken is not None:
            try:
                self.process.wait(1)
                how = self.ended()
            except subprocess.TimeoutExpired:
                how = "closed the connection" if self.broken is None else "broke the connection: " + self.broken
            raise Fault("crash", "the client " + how)
        if go.move_time is not None:
            time.sleep(max(0, begun + go.move_time + LATE - time.monotonic()))
        board = replay(moves)[0]
        x, y = next(cell for cell in CELLS if cell not in board)
        return cell_name(x, y) + ":tltr"

    def tell(self, moves):
        for ply in range(self.told, len(moves)):
            move = moves[ply]
            line = "{} {} {} {} {}".format(
                int(move[1]) - 1, "abcdef".index(move[0]), move[3:5].upper(), move[5:7].upper(), ply % 2
            )
            # Its own move as it was sent, quadrants in its own order; unless chance has played
            # another for it.
            own, plain = self.sent.get(ply, (None, None))
            self.say(plain if own == move else line)
        self.told = len(moves)

    def finish(self, start, moves):
        if self.seat is None:
            return
        self.tell(moves)
        winner = replay(moves)[1]
        self.say("GAMEOVER DRAW" if winner is None else f"GAMEOVER WINNER {winner}")
        self.is_over = True

    def close(self):
        if self.process is None:
            return
        if self.is_over:
            # It may still have something to write down.
            try:
                self.process.wait(FAREWELL)
            except subprocess.TimeoutExpired:
                pass
        self.process.kill()

    def say(self, line):
        try:
            self.connection.sendall(line.encode() + b"\n")
        except OSError:
            # Whether it still has something to say is seen when it is listened to.
            pass

    def drop(self):
        """Forgets what was said before it was asked for, as the contest's server does out of
        turn.
        """
        while select.select([self.connection], [], [], 0)[0] and self.hear():
            pass
        # A line without its end belongs to what comes next.
        self.waiting = self.waiting.rpartition(b"\n")[2]

    def line(self, until):
        """The next line; nothing when the client has closed its end, or when it is too late."""
        while b"\n" not in self.waiting:
            left = None if until is None else max(0, until - time.monotonic())
            if not select.select([self.connection], [], [], left)[0] or not self.hear():
                return None
        line, self.waiting = self.waiting.split(b"\n", 1)
        return line.decode("utf-8", "replace").rstrip("\r")

    def hear(self):
        """Takes what has come; says whether there was anything."""
        try:
            heard = self.connection.recv(65536)
        except OSError as error:
            self.broken = error.strerror
            return False
        self.waiting += heard
        return bool(heard) and len(self.waiting) <= 1 << 20


def cell_name(x, y):
    return "abcdef"[y] + str(x + 1)


def parse(line):
    """A move in our notation, the seat it names, and the line as the server passes it on.

    Nothing for a line that is no move.

    Read as the contest's `PentagoMove` reads it: words between single blanks, numbers with or
    without a sign, quadrants in capitals, and whatever follows the fifth word.
    """
    words = line.split(" ")[:5]
    if len(words) < 5 or not all(re.match(r"[+-]?[0-9]+\Z", words[at]) for at in (0, 1, 4)):
        return None
    x, y, seat = (int(words[at]) for at in (0, 1, 4))
    if max(abs(x), abs(y), abs(seat)) >= 1 << 31 or any(word not in QUADRANTS for word in words[2:4]):
        return None
    plain = f"{x} {y} {words[2]} {words[3]} {seat}"
    if not (0 <= x < 6 and 0 <= y < 6):
        return plain, seat, plain
    a, b = sorted(words[2:4], key=QUADRANTS.index)
    return f"{cell_name(x, y)}:{a.lower()}{b.lower()}", seat, plain


def replay(moves):
    """The pieces after these moves, and who has won."""
    board = {}
    for ply, move in enumerate(moves):
        board[(int(move[1]) - 1, "abcdef".index(move[0]))] = ply % 2
        pair = [QUADRANTS.index(move[at : at + 2].upper()) for at in (3, 5)]
        board = {swapped(cell, pair): seat for cell, seat in board.items()}
    fives = {seat for seat in (0, 1) for window in WINDOWS if all(board.get(cell) == seat for cell in window)}
    return board, fives.pop() if len(fives) == 1 else None


def swapped(cell, pair):
    x, y = cell
    quadrant = 2 * (x // 3) + y // 3
    if quadrant not in pair:
        return cell
    other = pair[1] if quadrant == pair[0] else pair[0]
    return 3 * (other // 2) + x % 3, 3 * (other % 2) + y % 3

"""Avalam (Polytechnique Montréal, 2022): agent programs behind XML-RPC, and the older agents in the
referee's own process.

An agent does `from avalam import *` and mostly carries that file beside it or has it one folder up,
where the referee was run. Where it does not, a file of ours with the same names is found last on
the path.
"""

import inspect
import operator
import os
import re
import socket
import subprocess
import sys
import time
import xmlrpc.client

from truel_bridge import Fault
from truel_bridge_child import Words
from truel_bridge_load import load_class

COLUMNS = "abcdefghi"
START = "Aa/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA y"
# The columns that exist, row by row.
ROWS = ["cd", "bcde", "bcdefg", "bcdefghi", "abcdfghi", "abcdefgh", "cdefgh", "efgh", "fg"]
FALLBACK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fallback")
# How Python begins what it says last.
REASON = re.compile(r"[\w.]*(Error|Exception)\b")
# How long a program may take until it listens; some compile or play on trial first. The arena's own
# patience is longer.
PATIENCE = 110


def bridge(game, path, name, flags, words):
    is_timed = "--untimed" not in flags
    if name or not is_program(path):
        return InProcess(path, name, is_timed)
    return Program(path, is_timed)


def is_program(path):
    """Whether the file serves its agent by itself when it is run.

    The older form ends in `agent_main` too, but its framework was imported by the referee, and
    `play` was given a board.
    """
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError as error:
        raise Fault("crash", f"{path}: {error.strerror}") from error
    if re.search(r"^[^#\n]*\b(agent_main|serve_agent|SimpleXMLRPCServer)\s*\(", text, re.M) is None:
        return False
    first = re.findall(r"^\s+def play\s*\(\s*self\s*,\s*(\w+)", text, re.M)
    takes_boards = bool(first) and all(name.startswith("board") for name in first)
    return not takes_boards or "dict_to_board" in text


class Avalam:
    """What both forms share: the board is built from the moves, and an answer is four numbers."""

    def __init__(self, path, is_timed):
        self.path = os.path.abspath(path)
        self.is_timed = is_timed

    def name(self):
        return os.path.basename(self.path)

    def answer(self, start, moves, go):
        matrix, turn = read_position(start or START)
        for move in moves:
            apply(matrix, move)
        player = turn if len(moves) % 2 == 0 else -turn
        towers = sum(1 for row in matrix for tower in row if tower)
        left = go.clocks.get(0 if player == 1 else 1, go.move_time) if self.is_timed else None
        # Every ply removes a tower, so their number tells the step.
        answer = self.play(matrix, player, 48 - towers + 1, left)
        try:
            # The referee used them as indices, which 2.0 is not.
            i1, j1, i2, j2 = map(operator.index, answer)
            if not all(0 <= number <= 8 for number in (i1, j1, i2, j2)):
                raise ValueError(answer)
        except (TypeError, ValueError, OverflowError):
            return repr(answer)
        return f"{COLUMNS[j1]}{i1 + 1}{COLUMNS[j2]}{i2 + 1}"

    def finish(self, start, moves):
        pass

    def close(self):
        pass


def read_position(text):
    rows, turn = text.split()
    matrix = [[0] * 9 for _ in range(9)]
    for i, row in enumerate(rows.split("/")):
        for column, tower in zip(ROWS[i], row):
            if tower != ".":
                height = "abcde".index(tower.lower()) + 1
                matrix[i][COLUMNS.index(column)] = height if tower.isupper() else -height
    return matrix, 1 if turn == "y" else -1


def apply(matrix, move):
    i1, j1, i2, j2 = int(move[1]) - 1, COLUMNS.index(move[0]), int(move[3]) - 1, COLUMNS.index(move[2])
    carried, height = matrix[i1][j1], abs(matrix[i1][j1]) + abs(matrix[i2][j2])
    matrix[i2][j2] = height if carried > 0 else -height
    matrix[i1][j1] = 0


def percepts(matrix):
    return {"m": matrix, "rows": 9, "columns": 9, "max_height": 5}


class InProcess(Avalam):
    """`Class(name)` with `play(board, player, step, time_left)`."""

    def __init__(self, path, name, is_timed):
        Avalam.__init__(self, path, is_timed)
        self.class_name = name

    def load(self):
        home = os.path.dirname(self.path)
        sys.path.extend([home, os.path.dirname(home), FALLBACK])
        name = self.class_name or only_agent(self.path)
        maker = load_class(self.path, name)
        self.agent = make(maker, os.path.splitext(os.path.basename(self.path))[0])
        # The later referee hands over what XML-RPC makes of a board, and agents of its time call
        # that percepts.
        first = next(iter(inspect.signature(self.agent.play).parameters), "board")
        self.takes_percepts = first.startswith("percept")

    def play(self, matrix, player, step, left):
        if self.takes_percepts:
            return self.agent.play(percepts(matrix), player, step, left)
        import avalam

        return self.agent.play(avalam.Board(matrix), player, step, left)


def only_agent(path):
    """The name of the class that has a method `play`."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    classes = re.split(r"^class\s+(\w+)", text, flags=re.M)
    with_play = [name for name, body in zip(classes[1::2], classes[2::2]) if re.search(r"^\s+def play\(", body, re.M)]
    if len(with_play) == 1:
        return with_play[0]
    if not with_play:
        raise Fault("crash", f"{path} has no class with a method `play`, and does not serve one")
    raise Fault("crash", f"{path} has several agents; say which one: course:PATH:{with_play[0]}")


def make(maker, name):
    """An instance, with its name where it takes one."""
    try:
        inspect.signature(maker).bind(name)
    except TypeError:
        return maker()
    return maker(name)


class Program(Avalam):
    """An XML-RPC server of its own, started as the hand-out says."""

    def load(self):
        folder, file = os.path.split(self.path)
        path = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
        above = os.path.dirname(folder)
        path += [above] if os.path.exists(os.path.join(above, "avalam.py")) else []
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join([*path, FALLBACK]))
        # The port is free when we look; another process may take it before the agent does.
        for _ in range(3):
            port = free_port()
            command = [sys.executable, file, "-b", "127.0.0.1", "-p", str(port)]
            self.process = subprocess.Popen(
                command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            )
            self.words = Words(self.process.stdout, REASON)
            if self.listens(port):
                break
            why = self.words.why()
            told = f"{file} ended with exit code {self.process.returncode} before it listened{why}"
            if "Address already in use" not in why:
                raise Fault("crash", told)
        else:
            raise Fault("crash", told)
        self.proxy = xmlrpc.client.ServerProxy(f"http://127.0.0.1:{port}", transport=Direct(), allow_none=True)

    def listens(self, port):
        until = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return True
            except OSError as error:
                if time.monotonic() > until:
                    raise Fault("silence", f"{self.name()} did not listen at its port") from error
                time.sleep(0.005)
        return False

    def play(self, matrix, player, step, left):
        try:
            return self.proxy.play(percepts(matrix), player, step, left)
        except xmlrpc.client.Fault as error:
            raise Fault("crash", f"play failed: {error.faultString}") from error
        except (OSError, xmlrpc.client.Error, ValueError) as error:
            code = self.process.poll()
            ended = "no answer"
            if code is not None:
                ended = f"the program ended with exit code {code}{self.words.why()}"
            raise Fault("crash", f"{ended} ({type(error).__name__}: {error})") from error

    def close(self):
        self.process.kill()


class Direct(xmlrpc.client.Transport):
    """One request, one answer: a second try would call `play` twice."""

    def request(self, host, handler, request_body, verbose=False):
        return self.single_request(host, handler, request_body, verbose)

    def make_connection(self, host):
        connection = xmlrpc.client.Transport.make_connection(self, host)
        if connection.sock is None:
            connection.connect()
            # A request is written in two parts, the second of which must not wait for an
            # acknowledgement of the first.
            connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]

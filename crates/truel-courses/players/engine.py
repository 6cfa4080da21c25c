"""Asks `truel engine` for moves. Written by `truel export-player`; works wherever that truel does.

The environment variable TRUEL names another truel than the one that wrote this."""

import os
import shutil
import subprocess
import time

try:
    from . import settings
except ImportError:
    import settings


class Engine:
    """One `truel engine`, which plays one seat of one match."""

    def __init__(self):
        program = os.environ.get("TRUEL") or settings.TRUEL
        if shutil.which(program) is None:
            program = shutil.which("truel") or program
        command = [program, "engine", settings.AGENT, "--game", settings.GAME]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, universal_newlines=True, bufsize=1
            )
        except OSError as error:
            raise RuntimeError(f"truel cannot be started: {error} (set TRUEL to where it is)") from error
        self.used = 0.0
        self.ask("ugi", "ugiok")
        seed = int.from_bytes(os.urandom(7), "big")
        self.tell(f"setoption name Seed value {seed}")
        self.tell("uginewgame")
        self.ask("isready", "readyok")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, wanted):
        """The first line of the answer that begins with the word wanted."""
        self.tell(line)
        while True:
            answer = self.process.stdout.readline()
            if not answer:
                raise RuntimeError(f"truel engine ended: exit code {self.process.wait()}")
            if answer.split()[:1] == [wanted]:
                return answer

    def move(self, seats, position, seat=None, time_left=None):
        """A move at a position: of the one seat to move, or of the one that is named."""
        self.tell("position " + position)
        go = "go"
        if seat is not None:
            go += f" seat p{seat + 1}"
        if settings.MOVE_SECONDS is not None:
            go += f" movetime {int(settings.MOVE_SECONDS * 1000)}"
        else:
            left = settings.GAME_SECONDS - self.used if time_left is None else time_left - 1
            for number in range(seats):
                go += f" p{number + 1}time {max(20, int(left * 1000))}"
        start = time.monotonic()
        answer = self.ask(go, "bestmove").split()
        self.used += time.monotonic() - start
        if len(answer) < 2 or answer[1] == "none":
            raise RuntimeError("truel has no move at: " + position)
        return answer[1]

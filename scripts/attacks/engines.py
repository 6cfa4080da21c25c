#!/usr/bin/env python3
"""Engines against the arena that runs them, and an arena that is killed.

Signals: an engine sends each signal that can be caught to its parent, the arena. Does the series go
on to its end? Kills: `truel match` and `truel tournament` are killed with SIGKILL while many
engines run, each with children of its own. How many processes and scratch folders are left, at once
and after the next start?

usage: engines.py TRUEL (a binary)
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# No attack may last longer than this, whatever the arena does.
LONGEST = 600
CATCHABLE = [number for number in range(1, 65) if number not in (signal.SIGKILL, signal.SIGSTOP)]
MATCHES = 2
# Matches at the same time when the arena is killed, with two engines each.
TABLES = 25

# Plays tic-tac-toe by the first free cell. SIGNALS: at its first move it sends these to the arena,
# by HOW.
SIGNALLER = """
import os, sys
signals, how, arena = [int(word) for word in sys.argv[1].split(",")], sys.argv[2], os.getppid()
def send():
    for number in signals:
        try: os.kill(arena, number)
        except OSError: pass
moves = []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]: print("ugiok")
    elif words[:1] == ["isready"]: print("readyok")
    elif words[:1] == ["position"]: moves = words[3:]
    elif words[:1] == ["go"]:
        if how == "itself": send()
        elif os.fork() == 0:
            if how == "gone" or os.fork() == 0: send()
            os._exit(0)
        else: os.wait()
        print("bestmove", next(c + r for r in "123" for c in "abc" if c + r not in moves))
    elif words[:1] == ["quit"]: break
    sys.stdout.flush()
"""

# Answers, starts two children when it is asked for a move, and stays when its input ends.
STAYER = """#!/bin/sh
while read -r order rest; do
  case "$order" in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go) sleep SECONDS & sleep SECONDS & ;;
  esac
done
sleep SECONDS
"""


def processes(token):
    """Processes whose command line holds the token, without arenas."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
        except OSError:
            continue
        if token.encode() in line and b"\0match\0" not in line and b"\0tournament\0" not in line:
            found.append(int(entry.name))
    return found


def wait(what, seconds):
    """Waits until something is true, but not for ever."""
    end = time.monotonic() + seconds
    while not what() and time.monotonic() < end:
        time.sleep(0.02)
    return what()


class Attack:
    def __init__(self, truel, folder):
        self.truel, self.folder = truel, folder
        self.scratch = folder / "tmp"
        self.scratch.mkdir()
        # A number of seconds that nobody else sleeps.
        self.token = f"86400.{os.getpid()}"

    def start(self, *words):
        environment = {**os.environ, "TMPDIR": str(self.scratch)}
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([self.truel, *words], env=environment, process_group=0, **pipes)

    def left(self):
        folders = [entry for entry in self.scratch.iterdir() if entry.name.startswith("truel-")]
        return len(processes(self.token)), len(folders)

    def survives(self, signals, how):
        """Whether a series goes on to its end while an engine sends these signals."""
        script = self.folder / "signaller.py"
        script.write_text(SIGNALLER)
        numbers = ",".join(map(str, signals))
        agent = f"cmd:{sys.executable} {script} {numbers} {how}"
        series = self.start("match", "tic-tac-toe", agent, "random", "-n", str(MATCHES), "--json")
        try:
            out, _ = series.communicate(timeout=20)
            last = json.loads(out.splitlines()[-1])
            return series.returncode == 0 and last["summary"][0]["games"] == MATCHES
        except (subprocess.TimeoutExpired, ValueError, IndexError, KeyError):
            return False
        finally:
            series.kill()
            series.wait()

    def killed(self, what):
        """Kills an arena in the midst of many matches, `what` says how; what is left then and after
        the next start.
        """
        self.clear()
        script = self.folder / f"stayer-{self.token}.sh"
        script.write_text(STAYER.replace("SECONDS", self.token))
        script.chmod(0o755)
        agent = f"cmd:{script}"
        if what == "tournament":
            plan = self.folder / f"cup-{what}.toml"
            entrants = "".join(f'[[entrant]]\nname = "{name}"\nagent = "{agent}"\n' for name in "AB")
            plan.write_text(
                f'format = "round-robin"\nconcurrency = {TABLES}\n'
                f'[[game]]\nid = "tic-tac-toe"\nblocks = 1000\n{entrants}'
            )
            arena = self.start("tournament", str(plan), "--quiet")
        else:
            arena = self.start("match", "tic-tac-toe", agent, agent, "-n", "1000", "--concurrency", str(TABLES))
        # In each match two engines, and two children of the one that is to move.
        wait(lambda: self.left()[0] >= 4 * TABLES, 60)
        before = self.left()
        if what == "match and its keeper":
            # As `pkill -9 truel` does: everything that runs this binary.
            for entry in Path("/proc").iterdir():
                try:
                    words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
                except OSError:
                    continue
                if b"keeper" in words and str(arena.pid).encode() in words:
                    os.kill(int(entry.name), signal.SIGKILL)
        arena.kill()
        arena.wait()
        wait(lambda: self.left() == (0, 0), 3)
        after = self.left()
        honest = f"cmd:{sys.executable} {self.folder / 'signaller.py'} 0 itself"
        self.start("match", "tic-tac-toe", honest, "random", "-n", "1").communicate(timeout=60)
        print(
            f"engines: {what} killed with {before[0]} processes in {before[1]} folders: "
            f"after 3 s {after[0]} processes and {after[1]} folders, "
            f"after the next start {self.left()[0]} and {self.left()[1]}",
            flush=True,
        )
        self.clear()

    def clear(self):
        for pid in processes(self.token):
            os.kill(pid, signal.SIGKILL)
        for entry in list(self.scratch.iterdir()):
            shutil.rmtree(entry, ignore_errors=True)


def main():
    if len(sys.argv) != 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit(f"usage: {sys.argv[0]} TRUEL (a binary)")
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"{sys.argv[0]}: still not done after {LONGEST} s"))
    signal.alarm(LONGEST)
    with tempfile.TemporaryDirectory() as place:
        attack = Attack(os.path.realpath(sys.argv[1]), Path(place))
        try:
            ended = [number for number in CATCHABLE if not attack.survives([number], "itself")]
            total = len(CATCHABLE)
            names = ", ".join(signal.Signals(n).name if n in list(signal.Signals) else str(n) for n in ended)
            print(
                f"engines: a series survives {total - len(ended)} of {total} signals of an engine"
                + (f"; it is ended by {names}" if ended else ""),
                flush=True,
            )
            for how, words in [("gone", "by a child that has gone"), ("orphan", "by an orphan")]:
                outcome = "survives" if attack.survives(CATCHABLE, how) else "is ended by"
                print(f"engines: a series {outcome} all of them at once, sent {words}", flush=True)
            for what in ["match", "tournament", "match and its keeper"]:
                attack.killed(what)
        finally:
            attack.clear()


main()

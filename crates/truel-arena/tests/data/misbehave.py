"""An engine for tic-tac-toe that plays the first free cell, and does one wrong thing when told to.

usage: misbehave.py DEED [K]    does DEED at its K-th move (default 1)
"""

import os
import signal
import sys
import time

sys.stdout.reconfigure(encoding="utf-8")
sys.stderr.reconfigure(encoding="utf-8")

DEED = sys.argv[1]
AT = int(sys.argv[2]) if len(sys.argv) > 2 else 1
CELLS = [column + row for row in "123" for column in "abc"]
ARENA = os.getppid()
ESCAPES = "\x1b[2J\x1b]0;owned\x07 \x9b31m \u202egnp \u200b\u2066 \r\x08"
moves, count = [], 0


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def daemon(environment):
    """Forks twice and opens a session of its own: no tie to the parent is left but the
    environment.
    """
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            code = "import time; time.sleep(600)"
            os.execve(sys.executable, [sys.executable, "-c", code, sys.argv[-1]], environment)
        os._exit(0)
    os.wait()


def signal_all():
    """Sends every signal that can be caught to the arena, several times; those of the C library
    (32, 33) are left out.
    """
    for _ in range(3):
        for number in range(1, 65):
            if number in (signal.SIGKILL, signal.SIGSTOP, 32, 33):
                continue
            try:
                os.kill(os.getppid() if DEED == "signals" else ARENA, number)
            except OSError:
                pass


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def deed():
    if DEED == "crash":
        print("the last words", file=sys.stderr)
        sys.exit(3)
    if DEED == "abort":
        os.abort()
    if DEED == "stall":
        time.sleep(600)
    if DEED == "late":
        time.sleep(0.6)
    if DEED == "sleep":
        time.sleep(0.3)
    if DEED == "illegal":
        say("bestmove z9")
        return True
    if DEED == "nothing":
        say("bestmove")
        return True
    if DEED == "flood":
        while True:
            sys.stdout.write("info string flood\n" * 1000)
    if DEED == "newlines":
        for _ in range(100):
            sys.stdout.write("\n" * 1_000_000)
    if DEED == "escapes":
        print(ESCAPES, file=sys.stderr)
        say("info string " + ESCAPES)
        say("bestmove " + ESCAPES.replace(" ", ""))
        return True
    if DEED == "binary-escapes":
        sys.stdout.buffer.write(b"\xff" + ESCAPES.encode() + b"\n")
        sys.stdout.flush()
    if DEED == "own-up-escapes":
        say("fault crash " + ESCAPES)
    if DEED == "signals":
        signal_all()
    if DEED == "signals-gone":
        # Sent by a child that nobody can ask any more.
        if os.fork() == 0:
            signal_all()
            os._exit(0)
        os.wait()
    if DEED == "flood-errors":
        for _ in range(10000):
            sys.stderr.write("noise " * 20 + "\n")
    if DEED == "long-line":
        say("info string " + "x" * 10_000_000)
    if DEED == "binary":
        sys.stdout.buffer.write(b"\xff\xfe\xfd\n")
        sys.stdout.flush()
    if DEED == "chatter":
        say("What a nice position!")
        say("infos are overrated")
    if DEED == "memory":
        hog = []
        while True:
            hog.append(bytearray(b"x" * 1_000_000))
    if DEED == "child-memory":
        if os.fork() == 0:
            hog = []
            while True:
                hog.append(bytearray(b"x" * 1_000_000))
        os.wait()
        time.sleep(600)
    if DEED in ("fork", "fork-crash", "fork-stall"):
        for _ in range(3):
            if os.fork() == 0:
                time.sleep(600)
    if DEED in ("daemon", "daemon-crash", "daemon-stall"):
        daemon(os.environ)
    if DEED == "bare-daemon":
        daemon({})
    if DEED.endswith("-crash"):
        sys.exit(1)
    if DEED.endswith("-stall"):
        time.sleep(600)
    if DEED == "close-input":
        os.close(0)
        say("bestmove " + next(cell for cell in CELLS if cell not in moves))
        time.sleep(600)
    if DEED == "own-up":
        os.close(0)
        say("bestmove " + next(cell for cell in CELLS if cell not in moves))
        say("fault crash it forgot the rules")
        os._exit(1)
    if DEED == "close-output":
        os.close(1)
        time.sleep(600)
    if DEED == "burn-child":
        if os.fork() == 0:
            burn(0.4)
            os._exit(0)
        os.wait()
    if DEED == "burn":
        burn(30)
    if DEED == "twice":
        say("bestmove " + next(cell for cell in CELLS if cell not in moves))
    return False


if DEED == "exit-at-start":
    sys.exit(7)
if DEED == "mute":
    time.sleep(600)
for line in iter(sys.stdin.readline, ""):
    words = line.split()
    if words[:1] == ["ugi"]:
        say("id name Misbehave" + (ESCAPES if DEED == "escapes" else ""))
        if DEED == "other-game":
            say("option name Game type combo default go var go var chess")
        say("ugiok")
    elif words[:1] == ["isready"]:
        if DEED == "never-ready":
            continue
        say("readyok")
        if DEED == "early-ready":
            say("bestmove z9")
    elif words[:1] == ["position"]:
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        if DEED == "early":
            say("bestmove z9")
    elif words[:2] == ["query", "gameover"]:
        say("response true")
    elif words[:2] == ["query", "result"]:
        say("response " + ("p2win" if DEED == "lie" else ESCAPES if DEED == "lie-escapes" else "p1win"))
    elif words[:1] == ["go"]:
        count += 1
        if count == AT and deed():
            continue
        say("bestmove " + next(cell for cell in CELLS if cell not in moves))
    elif words[:1] == ["quit"]:
        if DEED == "no-quit":
            time.sleep(600)
        break

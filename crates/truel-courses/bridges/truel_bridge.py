"""Lets an agent written for a course's own referee play in truel, unchanged.

Started by the arena as `python truel_bridge.py GAME PATH CLASS [--untimed] [--contest] [--home
FOLDER -- WORDS...]`: it speaks truel's engine protocol (docs/protocol.md) on the standard input and
output it was started with, and loads the agent into this same interpreter. The agent never sees
those two: its own input is empty, and whatever it prints, C code and child processes included, goes
to standard error, where the arena keeps the last lines as evidence.

Nothing here needs more than Python 3.6 and its library, which is what the courses had.
"""

import atexit
import gc
import os
import random
import sys
import traceback


class Fault(Exception):
    """The agent's own fault: a kind of docs/protocol.md and one sentence."""

    def __init__(self, kind, told):
        Exception.__init__(self, told)
        self.kind = kind
        self.told = told


class Go:
    """Under which conditions a move is wanted; times in seconds."""

    def __init__(self, words):
        self.seat = None
        self.clocks = {}
        self.move_time = None
        for key, value in zip(words, words[1:]):
            if key == "seat":
                self.seat = int(value[1:]) - 1
            elif key == "movetime":
                self.move_time = int(value) / 1000
            elif key.endswith("time") and key[0] == "p":
                self.clocks[int(key[1:-4]) - 1] = int(value) / 1000


def take_streams():
    """Keeps the arena's pipes for the bridge alone; returns them as files of lines."""
    orders = open(os.dup(0), encoding="utf-8", newline="\n")
    replies = open(os.dup(1), "w", encoding="utf-8", newline="\n")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    # At the level of file descriptors: what C libraries and child processes print goes the same
    # way.
    os.dup2(2, 1)
    kind = {"encoding": "utf-8", "errors": "backslashreplace", "closefd": False}
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.__stdout__ = open(1, "w", buffering=1, **kind)
    sys.stderr = sys.__stderr__ = open(2, "w", buffering=1, **kind)
    return orders, replies


def last_words(error, own_folder):
    """An exception in one line: what, and where in the agent's code."""
    text = traceback.format_exception_only(type(error), error)[-1].strip()
    text = " ".join(text.split())[:300]
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if os.path.dirname(frame[0]) != own_folder]
    # Where the library complains is not where the agent went wrong.
    library = os.path.dirname(os.__file__)

    def is_library(file):
        return file.startswith((library, "<frozen")) or "site-packages" in file

    theirs = [frame for frame in theirs if not is_library(frame[0])] or theirs
    if theirs:
        where = theirs[-1]
        text += f" ({os.path.basename(where[0])}, line {where[1]}, in {where[2]})"
    return text


class Session:
    """One match as the protocol tells it."""

    def __init__(self, bridge, orders, replies):
        self.bridge = bridge
        self.orders = orders
        self.replies = replies
        self.start = None
        self.moves = []
        self.is_loaded = False

    def say(self, line):
        self.replies.write(line + "\n")
        self.replies.flush()

    def listen(self):
        for line in self.orders:
            words = line.split()
            if not words:
                continue
            if words[0] == "quit":
                break
            self.obey(words[0], words[1:])

    def obey(self, order, words):
        if order == "ugi":
            self.say("id name " + self.bridge.name())
            self.say("option name Seed type spin default 1 min 0 max 9223372036854775807")
            self.say("ugiok")
        elif order == "setoption" and words[:2] == ["name", "Seed"]:
            seed(int(words[3]))
        elif order == "uginewgame":
            self.load()
        elif order == "isready":
            self.say("readyok")
        elif order == "position":
            self.place(words)
        elif order == "go":
            self.load()
            self.say("bestmove " + token(self.bridge.answer(self.start, self.moves, Go(words))))
            # The referees cleared up before every call, off the clock; objects that hold each other
            # would count as used.
            gc.collect()
        elif order == "query" and words == ["gameover"]:
            self.end()

    def load(self):
        if not self.is_loaded:
            self.is_loaded = True
            self.bridge.load()
            # What was imported stays, and need not be looked through after every move.
            if hasattr(gc, "freeze"):
                gc.freeze()

    def place(self, words):
        moves = words.index("moves") if "moves" in words else len(words)
        self.start = " ".join(words[1:moves]) if words[0] == "fen" else None
        self.moves = words[moves + 1 :]

    def end(self):
        """The agent hears the last moves too, as it did there. What goes wrong after the end
        changes nothing.
        """
        try:
            self.bridge.finish(self.start, self.moves)
        except Exception:
            traceback.print_exc()


def seed(number):
    """Makes chance repeatable for agents that leave it to the library."""
    random.seed(number)
    # Loading numpy for those who do not use it would cost them time and memory.
    os.environ["TRUEL_SEED"] = str(number)


def seed_numpy():
    """The same for numpy, once the agent has loaded it."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and "TRUEL_SEED" in os.environ:
        numpy.random.seed(int(os.environ["TRUEL_SEED"]) % 2**32)


def token(move):
    """A move for the arena: our notation, or whatever was answered instead, as one word."""
    # Quotation marks tell a text from a move, but are hard to read where they are escaped.
    text = "".join(str(move).split()).replace("'", "’").replace('"', "”")  # noqa: RUF001
    return text[:120] or "nothing"


def leave(code):
    """Ends without waiting for threads that the agent has left behind, but not without its exit
    functions.
    """
    try:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def main():
    orders, replies = take_streams()
    own_folder = os.path.dirname(os.path.abspath(__file__))
    game, path, name = sys.argv[1:4]
    flags = sys.argv[4:]
    words = flags[flags.index("--") + 1 :] if "--" in flags else []
    flags = flags[: flags.index("--")] if "--" in flags else flags
    if game in ("chexers", "ropasci"):
        import truel_bridge_melbourne as kind
    elif game == "avalam":
        import truel_bridge_avalam as kind
    else:
        import truel_bridge_pentago as kind
    # The folder of this file is not where the agent was at home.
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != own_folder]
    sys.argv[:] = [path]
    session = None
    try:
        bridge = kind.bridge(game, path, name, flags, words)
        session = Session(bridge, orders, replies)
        session.listen()
        bridge.close()
    except Fault as fault:
        blame(replies, fault.kind, fault.told)
    except SystemExit as error:
        blame(replies, "crash", f"the agent ended the program by itself (exit code {error.code or 0})")
    except KeyboardInterrupt:
        leave(1)
    except BaseException as error:
        traceback.print_exc()
        blame(replies, "crash", last_words(error, own_folder))
    leave(0)


def blame(replies, kind, told):
    """The agent's fault in one line, said after everything else has been."""
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        replies.write("fault {} {}\n".format(kind, " ".join(told.split())))
        replies.flush()
    except OSError:
        pass
    leave(1)


if __name__ == "__main__":
    # Where other modules say `import truel_bridge` they mean this one.
    sys.modules["truel_bridge"] = sys.modules["__main__"]
    main()

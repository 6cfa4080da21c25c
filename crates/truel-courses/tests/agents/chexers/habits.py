"""Habits of agents all at once: globals, threads that are left behind, deep recursion, numpy where
there is some.
"""

import sys
import threading
import time

from randomly import Player as Proper

try:
    import numpy
except ImportError:
    numpy = None

sys.setrecursionlimit(20000)
COUNT = 0


def depth(levels):
    return 0 if levels == 0 else 1 + depth(levels - 1)


class Player(Proper):
    def __init__(self, colour):
        super().__init__(colour)
        # Not a daemon: it would hold up an interpreter that ends politely.
        threading.Thread(target=time.sleep, args=(3600,)).start()

    def action(self):
        global COUNT
        COUNT += 1
        assert depth(9000) == 9000
        answers = []
        worker = threading.Thread(target=lambda: answers.append(super(Player, self).action()))
        worker.start()
        worker.join()
        label, argument = answers[0]
        if numpy is not None and label in ("MOVE", "JUMP"):
            argument = tuple(tuple(numpy.array(cell)) for cell in argument)
        return label, argument

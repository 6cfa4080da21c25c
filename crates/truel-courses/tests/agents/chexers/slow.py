"""Thinks for ever, by `time.process_time`."""

import time

from randomly import Player as Proper


class Player(Proper):
    def action(self):
        start = time.process_time()
        while time.process_time() - start < 1000:
            pass

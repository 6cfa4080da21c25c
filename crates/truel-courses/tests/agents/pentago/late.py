"""Is late by less than a second, once: chance plays instead."""

import time

from client import Client


class Late(Client):
    def answer(self):
        if self.asked == 2:
            time.sleep(2.3)
        self.say(self.choose())


Late().run()

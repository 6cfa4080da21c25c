"""Closes the connection after its first move."""

from client import Client


class Closer(Client):
    def answer(self):
        self.say(self.choose())
        raise SystemExit(4)


Closer().run()

"""Moves for the other seat."""

from client import Client


class Cheat(Client):
    def answer(self):
        self.say(self.choose()[:-1] + str(1 - self.seat))


Cheat().run()

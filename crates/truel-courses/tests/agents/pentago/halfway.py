"""Closes its own end of the connection after its first move, and goes on listening."""

import socket

from client import Client


class Halfway(Client):
    def answer(self):
        if self.asked == 1:
            self.say(self.choose())
            self.link.shutdown(socket.SHUT_WR)


Halfway().run()

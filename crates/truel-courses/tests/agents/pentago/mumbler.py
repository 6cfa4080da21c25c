"""Says things that are no move before it moves; the server passes them over."""

from client import Client


class Mumbler(Client):
    def answer(self):
        self.say("let me see\n\n1 2 3")
        self.say(self.choose())


Mumbler().run()

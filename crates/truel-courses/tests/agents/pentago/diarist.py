"""Takes its time after the end, and writes down what it has heard."""

import time

from client import Client


class Diarist(Client):
    def run(self):
        Client.run(self)
        time.sleep(0.8)
        with open("diary.txt", "a") as diary:
            diary.write(self.name + " was here\n")


Diarist().run()

"""Says much that is no move to the contest's server, or comes out of turn; leaves when anything of
it is played.
"""

from client import Client


class Exact(Client):
    name = "exact"

    def answer(self):
        free = [(x, y) for x in range(6) for y in range(6) if (x, y) not in self.board]
        wrong, right = free[-1], free[0]
        for form in (
            "{} {} tl br {}",
            "{}  {} TL BR {}",
            " {} {} TL BR {}",
            "{} {} TL\tBR {}",
            "{} {} TL BR",
            "{}.0 {} TL BR {}",
        ):
            self.say(form.format(*wrong, self.seat))
        self.meant = "{} {} TL BR {}".format(*right, self.seat)
        self.say(self.meant.replace(" ", " +", 1) + " and more\r")
        # Not its turn any more.
        self.say("{} {} TL BR {}".format(*wrong, self.seat))

    def follow(self, words):
        if int(words[4]) == self.seat and " ".join(words) != self.meant:
            raise SystemExit(9)
        Client.follow(self, words)


Exact().run()

"""Answers with a tower that cannot be carried there."""


class Wrong:
    def play(self, percepts, player, step, time_left):
        return (0, 0, 8, 8)


class Stranger:
    def play(self, percepts, player, step, time_left):
        return "left"


class Fractional:
    def play(self, percepts, player, step, time_left):
        return (0.0, 2.0, 0.0, 3.0)

"""Answers with lists where the referee's own are tuples."""

from randomly import Player as Proper


def listed(action):
    return [listed(part) for part in action] if isinstance(action, tuple) else action


class Player(Proper):
    def action(self):
        return listed(super().action())

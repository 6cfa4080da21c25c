"""Fails while it is told what was played."""

from thrower import Player as Proper


class Player(Proper):
    def update(self, opponent_action, player_action):
        raise ValueError(f"I do not like {opponent_action[0]}")

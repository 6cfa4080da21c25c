"""Lies one folder below the framework's file, where the referee was run."""

import avalam


class Above(avalam.Agent):
    def play(self, percepts, player, step, time_left):
        return next(avalam.actions(percepts))

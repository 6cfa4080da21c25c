"""Stands in for the search that came with the older form of the contest (UCLouvain LINGI2261), for
agents that have lost it.

Written anew from what agents call: `Game` to derive from, `inf`, and `search`, which returns the
best action for whoever is to move in the state. Of equals the first counts.
"""

inf = float("inf")


class Game:
    """What a search asks of a game."""

    def successors(self, state):
        """Pairs of an action and the state that it leads to."""
        raise NotImplementedError

    def cutoff(self, state, depth):
        """Whether the search goes no further here."""
        raise NotImplementedError

    def evaluate(self, state):
        """How good a state is for whoever searches."""
        raise NotImplementedError


def search(state, game, prune=True):
    """The best action by minimax; with `prune` the same by alpha-beta."""

    def look(state, depth, low, high, is_own):
        if game.cutoff(state, depth):
            return game.evaluate(state), None
        best, chosen = (-inf, None) if is_own else (inf, None)
        for action, after in game.successors(state):
            value, _ = look(after, depth + 1, low, high, not is_own)
            if value > best if is_own else value < best:
                best, chosen = value, action
                if prune and (best >= high if is_own else best <= low):
                    break
                low, high = (max(low, best), high) if is_own else (low, min(high, best))
        return best, chosen

    return look(state, 0, -inf, inf, True)[1]

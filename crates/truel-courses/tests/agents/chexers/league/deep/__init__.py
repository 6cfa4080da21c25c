"""Named by its whole path from where the referee was run, and imports itself by that."""

from league.deep.player import Player

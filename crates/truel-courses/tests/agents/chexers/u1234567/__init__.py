"""Handed in under a number, but it calls itself by the name that it had."""

from dreamers.player import Player

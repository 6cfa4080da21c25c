"""Leans on what lay beside the referee."""

from randomly import Player

"""A folder without `__init__.py`, and a module that names its own folder."""

from chexers_bare.steps import Walker


class Player(Walker):
    pass

"""An agent whose file is called like a module of the library."""

from randomly import Player

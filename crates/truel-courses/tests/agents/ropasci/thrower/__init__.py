from thrower.player import Player

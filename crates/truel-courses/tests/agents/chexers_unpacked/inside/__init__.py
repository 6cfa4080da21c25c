from inside.bot import Player

from inside.steps import Walker


class Player(Walker):
    pass

import random

first = random.choice

from walker.greedy import Greedy as Player

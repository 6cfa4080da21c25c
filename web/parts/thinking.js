// How the general searches think, in words for people who play against them.

/** @type {Record<string, string>} */
export const THINKING = {
  random: 'It looks at nothing. Good for learning where pieces go, and as the line that everything else must beat.',
  greedy:
    'It tries each of its moves, looks at the position that follows, and takes the one it likes best. It never asks what you will answer.',
  alphabeta:
    'It looks a ply further again and again until its time is up. It expects you to answer as well as it would itself, and leaves out whatever cannot change the choice. A table remembers positions that are reached by different ways.',
  paranoid:
    'It believes that all others play together against it. Then a game of three is a game of two, and alpha-beta’s cuts work; in return it is more afraid than it need be.',
  maxn: 'It believes that everybody takes what is best for itself, and compares what each seat gets. That is closer to how people play, but leaves out fewer branches, so it sees less far.',
  brs: 'Between two moves of its own only one of the others answers: whoever can hurt it most. So it sees its own next moves sooner, at the price of positions that cannot quite come about.',
  mpmix:
    'It plays for itself by default. With a clear lead it turns careful and defends; when somebody else runs away with the match it turns on them.',
  offensive: 'It cares for one thing: that one seat gets as little as possible.',
  'soft-maxn':
    'Like max^n, but it does not take the best reply for certain: worse ones are made now and then, the less often the worse they are.',
  mcts: 'It plays thousands of quick matches from here to their end and grows a tree of the moves that did well. It needs no opinion on positions, and it can be stopped at any moment.',
  duct: 'For seats that choose at once: a tree in which each seat tries its own moves and learns from what came of them, without knowing what the other chose.',
  exp3: 'For seats that choose at once: moves are drawn by weights that grow with what they earned, so that it ends up with shares instead of one move.',
  regret:
    'For seats that choose at once: it counts how much it would rather have played each other move, and plays by those regrets. Its average comes close to a strategy that cannot be exploited.',
  'sm-alphabeta':
    'For seats that choose at once: it solves a small matrix game in every position down to a depth, and leaves out moves that another one beats whatever the other does.',
  'double-oracle':
    'For seats that choose at once: it begins with a matrix of a few moves and adds the best answer of either seat until neither finds a better one.',
  induction:
    'For seats that choose at once: the whole matrix in every position down to a depth. Slow, exact, and what the others are checked against.',
  champion: 'The strongest that truel has for this game, with everything set as tournaments have shown to be best.',
};

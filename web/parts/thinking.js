// How the general searches think, in words for people who play against them.

/** @type {Record<string, string>} */
export const THINKING = {
  random: 'It plays any legal move. Good for learning how pieces move, and every other agent must beat it.',
  greedy:
    'It tries each of its moves and takes the one that leads to the best position. It does not think ' +
    'about your answer.',
  alphabeta:
    'It looks one ply further each time until its time is up. It expects you to play as well as it does, ' +
    'and skips moves that cannot change its choice. A table remembers positions that it has seen.',
  paranoid:
    'It assumes that all others play together against it. Then a game of three is a game of two, and it ' +
    'can skip as many moves as alpha-beta. It is more careful than it needs to be.',
  maxn:
    'It assumes that every seat plays for itself. That is closer to how people play, but it can skip fewer ' +
    'moves, so it looks less far ahead.',
  brs:
    'Between two of its own moves it lets only one opponent answer: the one that can hurt it most. So it ' +
    'looks further ahead, but some positions it looks at cannot really happen.',
  mpmix:
    'Usually it plays for itself. With a clear lead it defends; when another seat has a clear lead it ' +
    'attacks that seat.',
  offensive: 'It wants only one thing: that one seat gets as little as possible.',
  'soft-maxn':
    'Like max^n, but it does not always expect the best reply: it expects worse replies too, the worse the less often.',
  mcts:
    'It plays thousands of quick random matches to their end and builds a tree of the moves that did well. ' +
    'It needs no evaluation of positions, and it can stop at any moment.',
  duct:
    'For simultaneous moves: a tree in which each seat tries its own moves and learns from the results, ' +
    'without knowing what the others chose.',
  exp3:
    'For simultaneous moves: it draws moves by weights that grow with their results. It ends with a mix of ' +
    'moves instead of one.',
  regret:
    'For simultaneous moves: it counts how much it regrets not having played each other move, and plays ' +
    'by those regrets. Its average comes close to a strategy that cannot be exploited.',
  'sm-alphabeta':
    'For simultaneous moves: it solves a matrix game in every position down to a depth, and skips moves ' +
    'that another move always beats.',
  'double-oracle':
    'For simultaneous moves: it begins with a matrix of a few moves and adds each seat’s best answer ' +
    'until neither finds a better one.',
  induction:
    'For simultaneous moves: it solves the whole matrix in every position down to a depth. Slow and ' +
    'exact; the others are checked against it.',
  champion: 'The strongest agent for this game, with the settings that did best in tournaments.',
};

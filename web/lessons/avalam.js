// How Avalam is played.
/** @type {import('./lesson.js').Lesson} */
export default {
  goal: 'Own more towers than the other when nobody can move any more. A tower belongs to the colour on top.',
  rules: [
    ['Set-up', '48 cells, one counter on each, yellow and red by turns. Yellow begins.'],
    [
      'Move',
      'Pick up any tower, yours or not, and put all of it on a neighbouring tower in any of eight ' +
        'directions. Towers are never split, and none may be higher than five.',
    ],
    ['Empty cells', 'A tower cannot move to an empty cell, so a cell that was left stays empty.'],
    [
      'End',
      'When no tower can move, the towers are counted; height does not matter. If both own equally many, ' +
        'more towers of five win. If those are equal too, it is a draw.',
    ],
    [
      'What it is about',
      'Every move removes one tower; usually you want to remove one of the other colour. A tower is safe ' +
        'when nothing can be put on it: at height five, between neighbours that are too high, or alone. ' +
        'Moving the other colour’s counters to bad places is half of the game.',
    ],
  ],
  diagrams: [
    { title: 'Any tower may move', text: 'Pick up a counter of either colour and put it on a neighbour.' },
    {
      title: 'Not above five',
      text: 'After 18 plies. Towers of five are finished; a tower of four takes only a single counter.',
      start: 'Aa/A.ca/aA.b.A/A.b...Aa/Ac..BAbA/..e.aAaA/.B.BcB/..../bA y',
    },
    {
      title: 'Safe by being left alone',
      text: 'Late in a match. Find towers that nobody can touch any more, and make one of your own.',
      moves:
        'h4g3 c1d1 c3b2 i5i4 h5i4 c2b2 b3b2 g7h6 h8g8 a5a6 e2d1 d3e4 e3d2 d1d2 h6h7 c5b6 g6h7 d5d4 e4d4 ' +
        'c4d4 g4g3 b5b4 b6a6 g5f4 c6d6 f4f3 f6f5 d7c7',
    },
  ],
};

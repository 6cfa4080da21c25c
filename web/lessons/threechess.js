// How Threechess is played.
/** @type {import('./lesson.js').Lesson} */
export default {
  goal: 'Take any king. That ends the match at once: you win, its owner loses, and the third seat does neither.',
  rules: [
    [
      'Set-up',
      'Blue, Green and Red have the sixteen pieces of chess, queen on D and king on E, each in its own ' +
        'section of 4 by 8 cells. They move in that order.',
    ],
    [
      'The board',
      'Sections meet along their fourth rows. A file runs over the border to the back rank of the other ' +
        'section. The three sections meet in the middle, around the six cells D4 and E4.',
    ],
    [
      'Pieces',
      'They move as in chess. A diagonal that runs into the middle splits in two, and a bishop may go ' +
        'either way. The three dark cells in the middle are diagonal neighbours of each other, and so are ' +
        'the three light ones.',
    ],
    [
      'Pawns',
      'They go forward out of their own section to the back rank of another, where they become queens. ' +
        'From row 2 at home they may go two cells. They take diagonally forward; from their own D4 or E4 ' +
        'that is three cells. There is no en passant.',
    ],
    [
      'Castling',
      'A king on its own E1 goes to G1 or C1 if its own rook stands in that corner and the cells between ' +
        'are empty. Earlier moves and attacks do not matter.',
    ],
    ['No check', 'There is no check. A king may move into danger, and the others must see it.'],
    [
      'What it is about',
      'Two can attack one, but only one of them gets the king. The next seat may finish an attack that ' +
        'you began: look at what the seat after you can take.',
    ],
  ],
  diagrams: [
    {
      title: 'The split diagonal',
      text: 'The bishop on BD4 may go on through the middle into Green’s section or into Red’s.',
      start: '4bK3/8/8/3bB4/4gK3/8/8/8/4rK3/8/8/8 b 36,39,39',
    },
    {
      title: 'Over the border',
      text: 'The rook’s file goes on to the other back rank; seen from there it runs the other way round.',
      start: '4bK3/8/bR7/8/4gK3/8/8/8/4rK3/8/8/8 b 34,39,39',
    },
    {
      title: 'Castling',
      text: 'Blue may castle to either side here.',
      moves:
        'BB1BA3 GC2GC3 RB1RA3 BE2BE3 GG1GH3 RG1RH3 BF1GH3 GB1GA3 RD2RD3 BD2BD3 GD1GB3 RC1GB4 BD1BG4 ' +
        'GD2GD4 RH1RG1 BE1BD1 GC1BA3 RF2RF3 BG1BH3 GE1GC1 RA3RB1 BG4BD4 BA3GF4 RD1RD2 BD1BE1 GB3GC4 ' +
        'RG1RH1 BC1BD2 GG2GH3 RB1RA3',
    },
    {
      title: 'Two kings to take',
      text: 'Green’s queen stands in the middle. Which kings can it reach?',
      moves:
        'BA2BA4 GD2GD4 RA2RA4 BE2BE4 GD4RE4 RF2RF4 BE4RE4 GD1RE4 RB1RA3 BD2BD3 RE4RC2 RG2RG4 BB2BB3 ' +
        'GE2GE4 RF4GC4 BG2BG3 RC2GC4 RH2RH3 BC1RA3 GC4GD4 RE1RF2 BF1BH3 GD4BD4 RA1RA2 BH3RD3 BD4RD4 ' +
        'RB2RA3 RD3GC4',
    },
  ],
};

// How RoPaSci 360 is played.
/** @type {import('./lesson.js').Lesson} */
export default {
  goal:
    'Take everything that the other side can play with. Both choose at the same moment, and neither sees ' +
    'the other’s choice before.',
  rules: [
    [
      'Set-up',
      'The board is an empty hexagon of 61 cells. Upper and Lower have nine throws each. In every turn ' +
        'each of them does one of three things.',
    ],
    [
      'Throw',
      'Put a new rock, paper or scissors on the board. Your first throw lands in your home row; each ' +
        'further one may go a row deeper, and the ninth goes anywhere.',
    ],
    ['Slide', 'Move a token to a neighbouring cell.'],
    ['Swing', 'A token next to another one of yours swings around it to one of the three cells on its far side.'],
    [
      'Battles',
      'No cell is forbidden. When both have moved, tokens that share a cell fight. Where two symbols ' +
        'meet, all tokens of the weaker one are removed; where all three meet, everything is. Equal symbols ' +
        'share the cell. It does not matter whose tokens they are, so you can lose your own. Two tokens ' +
        'that change places pass each other.',
    ],
    [
      'Invincible',
      'A token cannot be beaten any more when the other side has no throws left and no token of the ' +
        'symbol that beats it.',
    ],
    [
      'End',
      'A side without tokens and throws has lost. If both have an invincible token it is a draw. An ' +
        'invincible token wins against the last token of a side without throws. It is a draw when a ' +
        'position comes for the third time, or after turn 360.',
    ],
    [
      'What it is about',
      'There is often no single best move: what you always do can be punished. Good play mixes moves, and ' +
        'the analysis shows how often to play each.',
    ],
  ],
  diagrams: [
    {
      title: 'The first throw',
      text: 'Choose for Upper, then for Lower. Nothing is seen to happen until both have chosen.',
    },
    {
      title: 'Slide and swing',
      text: 'The rock may slide to six cells, and swing around its paper to three more.',
      start: '5/6/7/8/3RP1s2/8/7/6/5 5,5 8 -',
    },
    {
      title: 'A meeting',
      text:
        'Rock beats scissors: let Upper’s rock go to the cell of Lower’s scissors while Lower throws ' +
        'something elsewhere. Then try what happens when Lower throws a paper there.',
      start: '5/6/7/8/3Rs4/8/7/6/5 5,8 8 -',
    },
    {
      title: 'Out of throws',
      text:
        'Nobody has throws left. Lower has only scissors, so Upper’s rock cannot be beaten; once one ' +
        'scissors is left, Upper has won.',
      start: '5/6/7/8/2R1s4/8/3s3/6/5 9,9 40 -',
    },
  ],
};

// How Pentago-Swap is played.
/** @type {import('./lesson.js').Lesson} */
export default {
  goal: 'Get five of your pieces in a row, a column or a diagonal after the blocks have changed places.',
  rules: [
    ['Set-up', 'An empty board of 6 by 6 cells, made of four loose blocks of 3 by 3. White begins.'],
    [
      'Move',
      'Put a piece of your colour on any empty cell. Then swap any two of the four blocks with their ' +
        'pieces. Blocks are not turned. You must do both.',
    ],
    ['Five', 'Only the board after the swap counts. A five that your piece makes and your swap breaks does not count.'],
    [
      'The other’s five',
      'A swap that completes a five of the other colour loses. One that completes a five of each colour is a draw.',
    ],
    ['Full board', 'When all 36 cells are taken and nobody has five, it is a draw.'],
    [
      'What it is about',
      'Think in blocks: what lies in the top row of any block can meet the top row of any other. A piece ' +
        'in the middle of its block stays in the middle of a block for the whole match.',
    ],
  ],
  diagrams: [
    { title: 'Piece, then swap', text: 'Touch a cell, then one of the six pairs below the board.' },
    {
      title: 'Keep it together',
      text: 'White has four in the top row. Complete it on e1, and pick a swap that leaves the top row as it is.',
      start: 'wwww2/6/bb1b2/6/b5/6 w',
    },
    {
      title: 'Made by the swap',
      text: 'No five in sight? Put a piece on e4 and let the blocks on the right change places.',
      start: 'www3/6/1b1b2/3w2/1b4/5b w',
    },
    {
      title: 'A poisoned swap',
      text: 'Black has three on top at the left and two at the lower right. Do not make Black’s five for it.',
      start: 'bbb3/1w4/5w/3bb1/1w4/w4w w',
    },
  ],
};

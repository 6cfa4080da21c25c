// How Chexers is played.
/** @type {import('./lesson.js').Lesson} */
export default {
  goal: 'Be the first to move four pieces off the board over the edge opposite to yours.',
  rules: [
    [
      'Set-up',
      'Red, Green and Blue have four pieces each on every other edge of a hexagon of 37 cells. Red moves ' +
        'first, then Green, then Blue. The edge in your colour, opposite to your pieces, is your exit.',
    ],
    ['Step', 'A piece goes to any empty cell next to it.'],
    [
      'Jump',
      'A piece jumps in a straight line over any neighbour into the empty cell behind it. If the piece it ' +
        'jumped over was not yours, it becomes yours: it changes colour and stays where it is. One jump is ' +
        'one turn.',
    ],
    [
      'Exit',
      'A piece on your exit edge may leave the board. That takes a turn and counts as one exit. A piece ' +
        'that you took from others counts as much as one you started with.',
    ],
    [
      'Pass',
      'You may choose any move, but you may not pass while you have one. A seat without pieces passes until the end.',
    ],
    [
      'End',
      'The first with four exits wins, and both others lose. It is a draw after 256 turns of each seat, ' +
        'or when the same position with the same seat to move comes for the fourth time.',
    ],
    [
      'What it is about',
      'Pieces in a group protect each other: nobody can jump over a piece with another one right behind ' +
        'it. Who runs ahead leaves pieces behind that can be taken, and the two who trail will stop the one ' +
        'who leads.',
    ],
  ],
  diagrams: [
    { title: 'Step', text: 'Every red piece may step to an empty neighbour. Try one, then answer for Green and Blue.' },
    {
      title: 'Jump and take',
      text: 'Red jumps over Green, and the green piece turns red.',
      start: '4/5/6/1RG4/6/3B1/4 R 3,3,3 60 -',
    },
    {
      title: 'A wall',
      text: 'Two pieces in line cannot be jumped over: the cell behind the first is taken. Red has to go around.',
      start: '4/5/6/1RGG3/6/3B1/4 R 3,2,3 60 -',
    },
    {
      title: 'The fourth exit',
      text: 'Red stands on its exit edge and has three exits. Touch the piece, then Exit.',
      start: '4/5/6/6R/6/2G2/1B2 R 3,3,3 60 -',
    },
  ],
};

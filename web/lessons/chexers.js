// How Chexers is played.
/** @type {import('./lesson.js').Lesson} */
export default {
  goal: 'Bring four pieces off the board over the edge that lies opposite to your own, before either of the others does.',
  rules: [
    [
      'Set-up',
      'Red, Green and Blue have four pieces each on every other edge of a hexagon of 37 cells. Red moves first, then Green, then Blue. The edge in your colour, opposite to your pieces, is your exit.',
    ],
    ['Step', 'A piece goes to any empty cell next to it.'],
    [
      'Jump',
      'A piece leaps in a straight line over a neighbour, anybody’s, into the empty cell right behind it. If the piece it jumped over was not yours, it is yours now: it changes colour and stays where it is. One jump is one turn.',
    ],
    [
      'Exit',
      'A piece that stands on your exit edge may leave the board, whatever is around it. That takes a turn and counts one. A piece that you took from others is as good as one you started with.',
    ],
    [
      'Pass',
      'Nothing is compulsory. Only a seat that can do nothing at all passes; without pieces it passes until the end.',
    ],
    [
      'End',
      'The first with four exits wins, and both others lose. After 256 turns of each seat, or when the same position with the same seat to move comes for the fourth time, it is a draw.',
    ],
    [
      'What it is about',
      'Pieces in a group protect each other: nobody can jump over a piece with another one right behind it. Whoever runs ahead leaves pieces behind to be taken, and the two who trail have every reason to stop the one who leads.',
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

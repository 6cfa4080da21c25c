// Shapes of pieces, drawn for truel, in a square of 100 around (50, 50).

/**
 * The six figures of chess by their sign.
 * @type {Record<string, { body: string, lines: string }>}
 */
export const FIGURES = {
  '♟': {
    body:
      'M50 20a13 13 0 0 1 8 23c5 2 8 5 8 9h-8c1 11 6 18 14 23v13H28V75c8-5 13-12 14-23h-8c0-4 3-7 8-9' +
      'a13 13 0 0 1 8-23z',
    lines: 'M28 76h44',
  },
  '♜': {
    body: 'M25 17h12v8h8v-8h10v8h8v-8h12v18l-8 7v28l8 8v10H25V78l8-8V42l-8-7z',
    lines: 'M33 42h34M33 70h34M25 78h50',
  },
  '♞': {
    body: 'M33 88c0-19 14-23 14-36-7 4-11 4-17 10-6 5-15 0-13-8 2-9 8-16 14-24l-1-15 13 7c21 1 34 20 34 46v20z',
    lines: 'M33 78h43M57 32c8 7 11 18 11 32',
  },
  '♝': {
    body:
      'M50 11a6 6 0 0 1 5 9c11 8 18 18 18 28 0 8-4 14-9 18l4 8 6 14H26l6-14 4-8' +
      'c-5-4-9-10-9-18 0-10 7-20 18-28a6 6 0 0 1 5-9z',
    lines: 'M50 35v19M41 44h18M36 66h28M32 75h36',
  },
  '♛': {
    body:
      'M20 30a5 5 0 1 1 5-3l10 24 2-31a5 5 0 1 1 6 0l7 27 7-27a5 5 0 1 1 6 0l2 31 10-24a5 5 0 1 1 5 3' +
      'l-7 42 3 4v12H24V76l3-4z',
    lines: 'M27 72h46M24 77h52',
  },
  '♚': {
    body:
      'M46 8h8v7h8v8h-8v9c9-5 28-4 28 12 0 12-10 17-12 28l4 5v11H26V77l4-5' +
      'c-2-11-12-16-12-28 0-16 19-17 28-12v-9h-8v-8h8z',
    lines: 'M30 72h40M26 77h48M50 36v34',
  },
};

/** Names of figures for people who listen. @type {Record<string, string>} */
export const FIGURE_NAMES = { '♟': 'pawn', '♜': 'rook', '♞': 'knight', '♝': 'bishop', '♛': 'queen', '♚': 'king' };

/**
 * Rock, paper and scissors by their letter.
 * @type {Record<string, { name: string, body: string, lines: string }>}
 */
export const HANDS = {
  r: {
    name: 'rock',
    body: 'M24 58l8-24 20-12 20 8 8 22-10 22-26 6-16-8z',
    lines: 'M32 34l16 12 24-16M48 46l-6 32M48 46l32 8',
  },
  p: {
    name: 'paper',
    body: 'M28 18h30l16 16v48H28z',
    lines: 'M58 18v16h16M37 46h28M37 57h28M37 68h18',
  },
  s: {
    name: 'scissors',
    body: '',
    lines: 'M30 18l28 46M70 18L42 64M58 64a9 9 0 1 1 2 14 9 9 0 0 1-2-14zM42 64a9 9 0 1 0-2 14 9 9 0 0 0 2-14z',
  },
};

/**
 * A mark for each seat that a game can have, so that nobody needs colours to tell seats apart: a
 * ring, a cross, three bars, a triangle, a square, a plus, two chevrons, an hourglass.
 */
export const SEAT_MARKS = [
  'M50 36a14 14 0 1 1 0 28 14 14 0 1 1 0-28z',
  'M38 38l24 24M62 38L38 62',
  'M36 40h28M36 50h28M36 60h28',
  'M50 34l17 29H33z',
  'M38 38h24v24H38z',
  'M50 33v34M33 50h34',
  'M36 49l14-14 14 14M36 65l14-14 14 14',
  'M37 35h26L37 65h26z',
];

/** Dashes of each seat's lines, as lengths of strokes and gaps; the first seat's line is solid. */
const SEAT_DASHES = [[], [9, 4], [3, 4], [12, 4, 3, 4], [18, 5], [9, 3, 2, 3, 2, 3], [5, 9], [14, 3, 5, 3]];

/**
 * The dashes of a seat's line as `stroke-dasharray` takes them; nothing for a solid line.
 * @param {number} seat
 * @param {number} [scale]
 */
export function seatDashes(seat, scale = 1) {
  const lengths = SEAT_DASHES[seat % SEAT_DASHES.length] ?? [];
  return lengths.length === 0 ? undefined : lengths.map((length) => length * scale).join(' ');
}

// Pieces as shapes. Each is a group at the middle of its cell, with an inner group that
// motion may move.
/** @import { GameView, Piece, Point } from '../types.js' */
/** @import { Lay } from './geometry.js' */
import { paint, s } from '../dom.js';
import { FIGURE_NAMES, FIGURES, HANDS, SEAT_MARKS, seatDashes } from './figures.js';
import { round } from './geometry.js';

/** Whether text on this colour should be dark. @param {string} colour */
export function isBright(colour) {
  const part = (/** @type {number} */ at) => parseInt(colour.slice(at, at + 2), 16);
  return 299 * part(1) + 587 * part(3) + 114 * part(5) > 140000;
}

/**
 * Draws a piece where it stands.
 * @param {GameView} game
 * @param {Lay} lay
 * @param {Piece} piece
 * @param {Piece[]} all
 */
export function drawMan(game, lay, piece, all) {
  const mates = all.filter((other) => other.cell === piece.cell);
  const { at, size } = placeOf(game, lay, piece.cell, mates.indexOf(piece), mates.length);
  return man(game, piece, at, size);
}

/**
 * Draws a piece anywhere.
 * @param {GameView} game
 * @param {Piece} piece
 * @param {Point} at
 * @param {number} size
 */
export function man(game, piece, at, size) {
  const inner = s('g', { class: 'man-inner' }, ...shapes(game, piece));
  const scaled = s('g', { transform: `scale(${round(size)})` }, inner);
  const seat = piece.seat === null ? 'nobody' : `seat${piece.seat}${isGrey(game, piece.seat) ? ' grey' : ''}`;
  return s(
    'g',
    { class: `man ${seat} ${piece.look}`, transform: `translate(${round(at.x)} ${round(at.y)})` },
    s('g', { class: 'mover' }, scaled),
  );
}

/**
 * Where a piece stands in its cell and how large, where several share it.
 * @param {GameView} game
 * @param {Lay} lay
 * @param {number} cell
 * @param {number} place
 * @param {number} count
 * @returns {{ at: Point, size: number }}
 */
function placeOf(game, lay, cell, place, count) {
  const laid = lay.cells[cell];
  if (!laid) return { at: lay.middle, size: 1 };
  const room = Math.min(laid.height, 1.1) * (count > 1 ? 0.66 : 1);
  const aside = (place - (count - 1) / 2) * 0.4;
  return {
    at: { x: laid.centre.x + aside, y: laid.centre.y },
    size: game.board.names === 'inside' ? room * 0.9 : room,
  };
}

/** @param {GameView} game @param {Piece} piece @returns {SVGElement[]} */
function shapes(game, piece) {
  const ink = piece.seat !== null && isBright(game.seats[piece.seat]?.colour ?? '#fff') ? 'ink-dark' : 'ink-light';
  if (piece.look === 'card') return card(piece);
  if (piece.look === 'sign') return FIGURES[piece.text] ? figure(piece, ink) : [label(piece.text, 'sign-text', 0.8)];
  const hand = game.id === 'ropasci' ? HANDS[piece.text.charAt(0).toLowerCase()] : undefined;
  if (hand) return token(piece, hand, ink);
  const height = Number(piece.text);
  if (height >= 1) return tower(piece, height, ink);
  if (piece.text) return [...disc(), label(piece.text, ink, 0.4)];
  return [...disc(), ...(isGrey(game, piece.seat) ? [] : markOf(piece.seat, ink, 0.9))];
}

/** Whether a colour is white, black or a grey. @param {string} colour */
function hasNoHue(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return Math.max(...parts) - Math.min(...parts) < 24;
}

/**
 * Whether a seat is the only light or the only dark one without a hue, so that it needs no mark.
 * @param {GameView} game
 * @param {number | null} seat
 */
export function isGrey(game, seat) {
  const own = game.seats[seat ?? 0]?.colour ?? '#000000';
  const isLike = (/** @type {string} */ colour) => hasNoHue(colour) && isBright(colour) === isBright(own);
  return hasNoHue(own) && game.seats.filter(({ colour }) => isLike(colour)).length <= 1;
}

/**
 * A path of the square of 100, in a square of 1 around the middle.
 * @param {string} d
 * @param {string} kind
 * @param {number} [size]
 */
export function path(d, kind, size = 1) {
  return s('path', { d, class: kind, transform: `scale(${round(size / 100)}) translate(-50 -50)` });
}

/** @param {number} [y] @returns {SVGElement[]} */
function disc(y = 0) {
  return [
    s('ellipse', { class: 'shade', cx: 0, cy: y + 0.045, rx: 0.37, ry: 0.37 }),
    s('circle', { class: 'body', cx: 0, cy: y, r: 0.36 }),
    s('circle', { class: 'gloss', cx: 0, cy: y, r: 0.3 }),
  ];
}

/**
 * A stack of counters; only the owner of the topmost matters, so all have its colour.
 * @param {Piece} piece
 * @param {number} height
 * @param {string} ink
 */
function tower(piece, height, ink) {
  const rise = 0.062;
  const foot = ((height - 1) * rise) / 2;
  const discs = Array.from({ length: height }, (_, level) =>
    s('circle', {
      class: level === height - 1 ? 'body' : 'body below',
      cx: 0,
      cy: round(foot - level * rise),
      r: 0.35,
    }),
  );
  const top = foot - (height - 1) * rise;
  const ring = rim(piece, ink, 0.285, top);
  const shade = s('circle', { class: 'shade', cx: 0, cy: round(foot + 0.05), r: 0.36 });
  return [shade, ...discs, ring, label(piece.text, height === 5 ? `${ink} full` : ink, 0.36, top)];
}

/**
 * A ring with the dashes of the piece's seat.
 * @param {Piece} piece
 * @param {string} ink
 * @param {number} radius
 * @param {number} [y]
 */
function rim(piece, ink, radius, y = 0) {
  const dashes = seatDashes(piece.seat ?? 0, 0.01);
  return s('circle', { class: `rim ${ink}`, cx: 0, cy: round(y), r: radius, 'stroke-dasharray': dashes });
}

/** @param {Piece} piece @param {{ body: string, lines: string }} hand @param {string} ink */
function token(piece, hand, ink) {
  const count = Number(piece.text.slice(1)) || 1;
  const icon = [
    ...(hand.body ? [path(hand.body, `icon ${ink}`, 0.62)] : []),
    path(hand.lines, `icon-lines ${ink} ${hand.body ? 'on-body' : ''}`, 0.62),
  ];
  const ring = rim(piece, ink, 0.325);
  const badge =
    count > 1
      ? [
          s('circle', { class: 'badge', cx: 0.27, cy: 0.27, r: 0.16 }),
          label(String(count), 'badge-text', 0.22, 0.27, 0.27),
        ]
      : [];
  return [...disc(), ring, ...icon, ...badge];
}

/** @param {Piece} piece @param {string} ink */
function figure(piece, ink) {
  const shape = FIGURES[piece.text];
  if (!shape) return [];
  const mark = SEAT_MARKS[piece.seat ?? 0] ?? '';
  const badge = s(
    'g',
    { transform: 'translate(0.3 0.3)' },
    s('circle', { class: 'badge', r: 0.125 }),
    path(mark, 'badge-mark', 0.42),
  );
  return [path(shape.body, 'body figure', 0.86), path(shape.lines, `figure-lines ${ink}`, 0.86), badge];
}

/** @param {Piece} piece */
function card(piece) {
  return [
    s('rect', { class: 'card', x: -0.3, y: -0.4, width: 0.6, height: 0.8, rx: 0.08 }),
    label(piece.text, 'card-text', 0.4),
  ];
}

/** @param {number | null} seat @param {string} ink @param {number} size @returns {SVGElement[]} */
function markOf(seat, ink, size) {
  const mark = seat === null ? undefined : SEAT_MARKS[seat];
  return mark ? [path(mark, `seat-mark ${ink}`, size)] : [];
}

/**
 * @param {string} text
 * @param {string} kind
 * @param {number} size
 * @param {number} [y]
 * @param {number} [x]
 */
function label(text, kind, size, y = 0, x = 0) {
  return s('text', { class: `man-text ${kind}`, x, y: round(y), 'font-size': size, dy: '0.36em' }, text);
}

/** A piece in words. @param {GameView} game @param {Piece} piece */
export function inWords(game, piece) {
  return `${piece.seat === null ? '' : `${game.seats[piece.seat]?.name ?? ''} `}${kindOf(game, piece)}`;
}

/** What kind of piece it is, whoever has it. @param {GameView} game @param {Piece} piece */
export function kindOf(game, piece) {
  const hand = game.id === 'ropasci' ? HANDS[piece.text.charAt(0).toLowerCase()] : undefined;
  if (hand) return `${hand.name}${piece.text.length > 1 ? ` times ${piece.text.slice(1)}` : ''}`;
  if (FIGURE_NAMES[piece.text]) return FIGURE_NAMES[piece.text] ?? '';
  if (Number(piece.text) >= 1 && piece.look === 'disc') return `tower of ${piece.text}`;
  return piece.text || (piece.look === 'disc' ? 'piece' : piece.plain);
}

/**
 * Gives an element the colours of all seats.
 * @param {HTMLElement | SVGElement} element
 * @param {GameView} game
 */
export function paintSeats(element, game) {
  for (const [seat, { colour }] of game.seats.entries()) paint(element, `--seat${seat}`, colour);
}

/** A seat's mark for panels: its piece in small. @param {GameView} game @param {number} seat */
export function seatBadge(game, seat) {
  const colour = game.seats[seat]?.colour ?? '#888888';
  const svg = s(
    'svg',
    { class: 'seat-badge', viewBox: '-0.5 -0.5 1 1', 'aria-hidden': 'true' },
    s(
      'g',
      { class: `man seat${seat} disc ${isGrey(game, seat) ? 'grey' : ''}` },
      ...disc(),
      ...(isGrey(game, seat) ? [] : markOf(seat, isBright(colour) ? 'ink-dark' : 'ink-light', 1)),
    ),
  );
  paint(svg, `--seat${seat}`, colour);
  return svg;
}

// What is pointed out on a board: the last move, targets, arrows, heat.
/** @import { GameView, Moment, Piece, Point, Touch } from '../types.js' */
/** @import { Lay } from './geometry.js' */
import { s } from '../dom.js';
import { HANDS } from './figures.js';
import { corners, distance, round } from './geometry.js';
import { blocksOf } from './ground.js';
import { isGrey, path } from './men.js';

/**
 * An arrow to be drawn for a move.
 * @typedef {object} Hint
 * @property {Touch[]} gesture
 * @property {number} seat
 * @property {number} weight 0 to 1
 * @property {string} [kind] a class of its own
 */

/** An overlay on a cell. @param {Lay} lay @param {number} cell @param {string} kind */
export function overlay(lay, cell, kind) {
  return s('polygon', { class: `over ${kind}`, points: corners(lay.cells[cell]?.outline ?? []) });
}

/**
 * A frame inside a cell: a shape of its own, so that nobody takes it for the colour of a goal or a
 * square.
 * @param {Lay} lay @param {number} cell @param {string} kind
 */
export function frame(lay, cell, kind) {
  const laid = lay.cells[cell];
  const { x, y } = laid?.centre ?? lay.middle;
  const inside = (laid?.outline ?? []).map((point) => ({ x: x + (point.x - x) * 0.84, y: y + (point.y - y) * 0.84 }));
  const points = corners(inside);
  // Under the line lies a wider one, so that it shows on every ground.
  return s(
    'g',
    { class: `over ${kind}` },
    s('polygon', { class: 'frame-casing', points }),
    s('polygon', { class: 'frame', points }),
  );
}

/**
 * The cells of the last move, framed: where it began with dashes, where it went with a line; and
 * those where somebody lost a piece by it.
 * @param {GameView} game
 * @param {Lay} lay
 * @param {Moment} moment
 * @param {Moment | undefined} before
 */
export function lastMove(game, lay, moment, before) {
  const parts = moment.gestures;
  const [first, second] = parts[0] ?? [];
  const blocks = blocksOf(game, second?.choice ?? '');
  if (blocks) return lastSwap(lay, first?.cell ?? 0, blocks);
  const touched = parts.flat().flatMap((touch) => (touch.cell === undefined ? [] : [touch.cell]));
  const isPlaced = parts.every((part) => part[1]?.cell === undefined && part[1]?.choice !== 'off');
  const left = parts.flatMap((part) => (part[0]?.cell === undefined ? [] : [part[0].cell]));
  const taken =
    before && !isPlaced ? lostCells(before.pieces, moment.pieces).filter((cell) => !left.includes(cell)) : [];
  const begun = parts.flatMap((part) => (part[0]?.cell !== undefined && part.length > 1 ? [part[0].cell] : []));
  const framed = touched.map((cell) => frame(lay, cell, begun.includes(cell) ? 'last begun' : 'last'));
  return [...framed, ...taken.map((cell) => overlay(lay, cell, 'taken'))];
}

/**
 * The blocks that changed places, and where the new piece came to lie.
 * @param {Lay} lay
 * @param {number} cell
 * @param {[number[], number[]]} blocks
 */
function lastSwap(lay, cell, [one, other]) {
  const place = one.includes(cell) ? other[one.indexOf(cell)] : other.includes(cell) ? one[other.indexOf(cell)] : cell;
  return [...[...one, ...other].map((each) => overlay(lay, each, 'swapped')), frame(lay, place ?? cell, 'last')];
}

/**
 * Cells where a seat had a piece and has none now.
 * @param {Piece[]} before
 * @param {Piece[]} after
 */
function lostCells(before, after) {
  const gone = before.filter((piece) => !after.some((other) => other.cell === piece.cell && other.seat === piece.seat));
  return [...new Set(gone.map((piece) => piece.cell))];
}

/**
 * A dot or a ring that says: here.
 * @param {Lay} lay
 * @param {number} cell
 * @param {boolean} isTaken
 * @param {string} kind
 */
export function target(lay, cell, isTaken, kind) {
  const laid = lay.cells[cell];
  const { x, y } = laid?.centre ?? lay.middle;
  const room = Math.min(laid?.height ?? 1, 1.1);
  return s('circle', {
    class: `${isTaken ? 'ring' : 'dot'} ${kind}`,
    cx: round(x),
    cy: round(y),
    r: round((isTaken ? 0.42 : 0.13) * room),
  });
}

/**
 * An arrow between two points.
 * @param {Point} from
 * @param {Point} to
 * @param {number} width
 * @param {string} kind
 */
export function arrow(from, to, width, kind) {
  const length = distance(from, to) || 1;
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const point = (/** @type {number} */ along, /** @type {number} */ aside) => ({
    x: from.x + x * along - y * aside,
    y: from.y + y * along + x * aside,
  });
  const head = Math.min(0.16 + width * 1.1, length * 0.4);
  const end = length - 0.08;
  const outline = [
    point(0.1, width / 2),
    point(end - head, width / 2),
    point(end - head, head * 0.6),
    point(end, 0),
    point(end - head, -head * 0.6),
    point(end - head, -width / 2),
    point(0.1, -width / 2),
  ];
  return s('polygon', { class: `arrow ${kind}`, points: corners(outline) });
}

/** The middle of some cells. @param {Lay} lay @param {number[]} cells @returns {Point} */
export function middleOfCells(lay, cells) {
  const sum = cells.reduce(
    (sum, cell) => ({ x: sum.x + (lay.cells[cell]?.centre.x ?? 0), y: sum.y + (lay.cells[cell]?.centre.y ?? 0) }),
    {
      x: 0,
      y: 0,
    },
  );
  return { x: sum.x / cells.length, y: sum.y / cells.length };
}

/**
 * The way off the board for a seat from a cell: to the nearest point of its edge, and on.
 * @param {GameView} game
 * @param {Lay} lay
 * @param {number} seat
 * @param {number} cell
 * @returns {Point}
 */
export function wayOff(game, lay, seat, cell) {
  const from = lay.cells[cell]?.centre ?? lay.middle;
  const edge = game.board.strokes.findIndex(({ kind }) => typeof kind !== 'string' && kind['edge-of'] === seat);
  const points = lay.strokes[edge] ?? [];
  const near = points.toSorted((a, b) => distance(a, from) - distance(b, from)).slice(0, 3);
  if (near.length === 0) return { x: from.x, y: from.y - 1 };
  const mean = {
    x: near.reduce((sum, p) => sum + p.x, 0) / near.length,
    y: near.reduce((sum, p) => sum + p.y, 0) / near.length,
  };
  return { x: from.x + (mean.x - from.x) * 1.5, y: from.y + (mean.y - from.y) * 1.5 };
}

/**
 * A move as an arrow, a ring with a sign, or an exchange.
 * @param {GameView} game
 * @param {Lay} lay
 * @param {Hint} hint
 * @returns {SVGElement}
 */
export function hintShape(game, lay, { gesture, seat, weight, kind = '' }) {
  const width = 0.06 + 0.16 * Math.sqrt(Math.max(0, Math.min(1, weight)));
  const group = s('g', {
    class: `hint of${seat} ${kind} ${isGrey(game, seat) ? 'plain' : ''}`,
    opacity: round(0.35 + 0.6 * Math.sqrt(Math.max(0, Math.min(1, weight)))),
  });
  const cells = gesture.flatMap((touch) => (touch.cell === undefined ? [] : [touch.cell]));
  const choice = gesture.find((touch) => touch.choice !== undefined)?.choice;
  const [first, second] = cells.map((cell) => lay.cells[cell]?.centre ?? lay.middle);
  if (first && second) group.append(arrow(first, second, width, ''));
  else if (first && choice === 'off') group.append(arrow(first, wayOff(game, lay, seat, cells[0] ?? 0), width, ''));
  else if (first) group.append(...placed(game, lay, cells[0] ?? 0, kind === 'brief' ? '' : (choice ?? ''), width));
  return group;
}

/**
 * @param {GameView} game
 * @param {Lay} lay
 * @param {number} cell
 * @param {string} choice
 * @param {number} width
 */
function placed(game, lay, cell, choice, width) {
  const { x, y } = lay.cells[cell]?.centre ?? lay.middle;
  const ring = s('circle', {
    class: 'hint-ring',
    cx: round(x),
    cy: round(y),
    r: 0.36,
    'stroke-width': round(width * 0.7),
  });
  const blocks = blocksOf(game, choice);
  if (blocks) return [ring, exchange(lay, blocks, width * 0.8)];
  const hand = HANDS[choice.replace('throw ', '').charAt(0)];
  if (!hand || !choice.startsWith('throw')) return [ring];
  return [
    ring,
    s(
      'g',
      { class: 'hint-icon', transform: `translate(${round(x)} ${round(y)})` },
      path(hand.body, 'hint-body', 0.5),
      path(hand.lines, 'hint-lines', 0.5),
    ),
  ];
}

/**
 * A double arrow between two blocks.
 * @param {Lay} lay
 * @param {[number[], number[]]} blocks
 * @param {number} width
 */
export function exchange(lay, [one, other], width) {
  const [from, to] = [middleOfCells(lay, one), middleOfCells(lay, other)];
  const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return s('g', { class: 'exchange' }, arrow(half, from, width, ''), arrow(half, to, width, ''));
}

/**
 * Heat on cells: the more a cell is wanted, the stronger.
 * @param {Lay} lay
 * @param {Hint[]} hints
 */
export function heat(lay, hints) {
  /** @type {Map<number, number>} */
  const sums = new Map();
  for (const { gesture, weight } of hints) {
    const cell = gesture.findLast((touch) => touch.cell !== undefined)?.cell;
    if (cell !== undefined) sums.set(cell, (sums.get(cell) ?? 0) + weight);
  }
  return [...sums].map(([cell, weight]) => {
    const shape = overlay(lay, cell, 'heat');
    shape.setAttribute('opacity', String(round(Math.min(0.75, 0.08 + 0.7 * weight))));
    return shape;
  });
}

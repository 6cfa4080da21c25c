// What a board offers to the hand over it: where it may go, what it would put down, what
// a choice would do.
/** @import { GameView, Piece, Touch } from '../types.js' */
/** @import { Lay } from './geometry.js' */
/** @import { BoardView } from './board.js' */
import { blocksOf } from './ground.js';
import { exchange, hintShape, overlay, target } from './marks.js';
import { drawMan } from './men.js';

/**
 * Dots where the hand may go: from what it holds, or from where it hovers.
 * @param {BoardView} view
 */
export function targets(view) {
  const { hand, hovered, moment } = view;
  const isHeld = hand.touched.length > 0;
  const more = isHeld ? [] : firstTouch(view);
  if (!isHeld && more.length === 0) return [];
  const isTaken = (/** @type {number} */ cell) => moment?.pieces.some((piece) => piece.cell === cell) ?? false;
  const kind = (/** @type {number} */ cell) => (isHeld ? `sure ${cell === hovered ? 'hot' : ''}` : 'maybe');
  return [...hand.next(...more).cells].map((cell) => target(view.lay, cell, isTaken(cell), kind(cell)));
}

/** The touch that the hand seems to be about to make. @param {BoardView} view @returns {Touch[]} */
function firstTouch({ hand, hovered, previewed }) {
  if (previewed !== undefined && hand.may({ choice: previewed })) return [{ choice: previewed }];
  return hovered === undefined ? [] : [{ cell: hovered }];
}

/**
 * A piece that would be put where the hand hovers, or was put there and waits for the rest of the
 * move.
 * @param {BoardView} view
 */
export function ghosts({ game, lay, hand, hovered, moment, seat, brush }) {
  if (brush !== undefined)
    return brush && hovered !== undefined ? [ghost(game, lay, { ...brush, cell: hovered }, 'ghost')] : [];
  const placed = hand.touched.length === 1 ? hand.held : undefined;
  const cell = placed ?? hovered;
  if (cell === undefined || seat === undefined || moment?.pieces.some((piece) => piece.cell === cell)) return [];
  if (placed === undefined && (hand.touched.length > 0 || !hand.may({ cell }))) return [];
  const own = moment?.pieces.find((piece) => piece.seat === seat);
  /** @type {Piece} */
  const like = { cell, seat, look: moment?.pieces[0]?.look ?? 'disc', text: own?.text ?? '', plain: '' };
  return [ghost(game, lay, like, placed === undefined ? 'ghost' : 'placed')];
}

/** @param {GameView} game @param {Lay} lay @param {Piece} piece @param {string} kind */
function ghost(game, lay, piece, kind) {
  const node = drawMan(game, lay, piece, [piece]);
  node.classList.add(kind);
  return node;
}

/** What a choice beside the board would do. @param {BoardView} view */
export function previews({ game, lay, hand, previewed, seat }) {
  const blocks = previewed === undefined ? undefined : blocksOf(game, previewed);
  if (blocks) return [...blocks.flat().map((cell) => overlay(lay, cell, 'block-on')), exchange(lay, blocks, 0.16)];
  const cell = hand.held;
  if (previewed !== 'off' || cell === undefined) return [];
  return [hintShape(game, lay, { gesture: [{ cell }, { choice: 'off' }], seat: seat ?? 0, weight: 0.6 })];
}

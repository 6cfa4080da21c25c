// The board without anything on it: cells, lines, words.
/** @import { Fill, GameView } from '../types.js' */
/** @import { Lay } from './geometry.js' */
import { s } from '../dom.js';
import { corners, round } from './geometry.js';

/** @param {Fill} fill */
function fillClass(fill) {
  if (typeof fill === 'string') return fill;
  const [kind, seat] = Object.entries(fill)[0] ?? ['light', 0];
  return `${kind} of${seat}`;
}

/** One cell's ground. @param {GameView} game @param {Lay} lay @param {number} index */
export function cellGround(game, lay, index) {
  const fill = game.board.cells[index]?.fill ?? 'light';
  return s('polygon', { class: `cell ${fillClass(fill)}`, points: corners(lay.cells[index]?.outline ?? []) });
}

/** All cells. @param {GameView} game @param {Lay} lay */
export function ground(game, lay) {
  return s('g', { class: 'ground' }, ...game.board.cells.map((_, index) => cellGround(game, lay, index)));
}

/** Lines over the cells. @param {GameView} game @param {Lay} lay */
export function strokes(game, lay) {
  const lines = game.board.strokes.map((stroke, index) => {
    const kind = stroke.kind === 'border' ? 'border' : `edge of${stroke.kind['edge-of']}`;
    return s('polyline', { class: `stroke ${kind}`, points: corners(lay.strokes[index] ?? []) });
  });
  return s('g', { class: 'strokes' }, ...lines);
}

/** Words beside the board and names in cells. @param {GameView} game @param {Lay} lay */
export function words(game, lay) {
  const labels = game.board.labels.map((label, index) =>
    text('label', label.text, lay.labels[index]?.x ?? 0, lay.labels[index]?.y ?? 0, 0.28),
  );
  const names =
    game.board.names === 'edge'
      ? []
      : game.board.cells.map((cell, index) => {
          const laid = lay.cells[index];
          if (!laid) return s('text');
          return text(
            'name',
            cell.name,
            laid.centre.x,
            laid.centre.y + 0.3 * laid.height,
            0.125 * Math.min(laid.height, 1.2),
          );
        });
  return s('g', { class: 'words', 'aria-hidden': 'true' }, ...labels, ...names);
}

/**
 * @param {string} kind
 * @param {string} value
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function text(kind, value, x, y, size) {
  return s('text', { class: kind, x: round(x), y: round(y), dy: '0.35em', 'font-size': round(size) }, value);
}

/**
 * The names of the two blocks that a choice exchanges, where it does so.
 * @param {GameView} game
 * @param {string} choice
 * @returns {[string, string] | undefined}
 */
export function pairOf(game, choice) {
  const pair = /^([tb][lr])([tb][lr])$/.exec(choice);
  return game.id === 'pentago-swap' && pair ? [pair[1] ?? '', pair[2] ?? ''] : undefined;
}

/** The name of the block that a cell belongs to. @param {GameView} game @param {number} cell */
export function blockOf(game, cell) {
  const { x, y } = game.board.cells[cell]?.centre ?? { x: 0, y: 0 };
  const [across, down] = [x < 3.1 ? 'l' : 'r', y < 3.1 ? 't' : 'b'];
  return down + across;
}

/**
 * The two blocks of cells that a choice exchanges, where it does so.
 * @param {GameView} game
 * @param {string} choice
 * @returns {[number[], number[]] | undefined}
 */
export function blocksOf(game, choice) {
  const pair = pairOf(game, choice);
  const cells = (/** @type {string} */ name) =>
    game.board.cells.flatMap((_, index) => (blockOf(game, index) === name ? [index] : []));
  return pair && [cells(pair[0]), cells(pair[1])];
}

// Moves that are seen to happen: the old position's pieces go where the move takes them,
// then the new one is drawn.
/** @import { Moment, Piece, Point, Touch } from '../types.js' */
/** @import { BoardView } from './board.js' */
import { s } from '../dom.js';
import { distance, round } from './geometry.js';
import { blocksOf, cellGround } from './ground.js';
import { middleOfCells, wayOff } from './marks.js';
import { drawMan } from './men.js';

const LENGTH = 220;
const QUIET = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether this person wants things to move. */
export const mayMove = () => !QUIET.matches && document.visibilityState === 'visible';

/**
 * Shows how `after` comes out of `before`. Resolves when it is done or given up.
 * @param {BoardView} view
 * @param {Moment} before
 * @param {Moment} after
 * @param {number | undefined} dropped a cell on which the hand has put the piece already
 * @param {AbortSignal} signal
 */
export async function perform(view, before, after, dropped, signal) {
  /** @type {Promise<unknown>[]} */
  const steps = [];
  /** @type {Set<number>} */
  const moved = new Set();
  for (const [place, part] of after.gestures.entries()) {
    const seat = before.acting[place] ?? 0;
    steps.push(partMotion(view, before, after, part, seat, dropped, signal));
    if (part[0]?.cell !== undefined) moved.add(part[0].cell);
  }
  steps.push(...companions(view, before, after, moved, signal));
  await Promise.all(steps);
}

/**
 * @param {BoardView} view
 * @param {Moment} before
 * @param {Moment} after
 * @param {Touch[]} part
 * @param {number} seat
 * @param {number | undefined} dropped
 * @param {AbortSignal} signal
 */
async function partMotion(view, before, after, part, seat, dropped, signal) {
  const [first, second] = part;
  if (first?.cell !== undefined && second?.cell !== undefined && second.cell === dropped) return undefined;
  if (first?.cell !== undefined && second?.cell !== undefined)
    return carry(view, before, first.cell, second.cell, seat, signal);
  if (first?.choice !== undefined && second?.cell !== undefined)
    return land(view, thrown(after, first.choice, second.cell, seat), signal);
  if (first?.cell === undefined) return undefined;
  const blocks = second?.choice === undefined ? undefined : blocksOf(view.game, second.choice);
  if (blocks) {
    const stone = after.pieces.find((piece) => piece.seat === seat);
    const node = stone && addMan(view, { ...stone, cell: first.cell });
    if (node) await drop(node, signal);
    return exchangeBlocks(view, blocks, signal);
  }
  if (second?.choice === 'off') return leave(view, before, first.cell, seat, signal);
  return land(view, placed(after, first.cell, seat), signal);
}

/**
 * What a seat puts on a cell: what stands there afterwards, or a piece like its others where the
 * rest of the move has taken it elsewhere.
 * @param {Moment} after
 * @param {number} cell
 * @param {number} seat
 * @returns {Piece | undefined}
 */
function placed(after, cell, seat) {
  const here = after.pieces.filter((piece) => piece.cell === cell);
  const own = here.find((piece) => piece.seat === seat) ?? after.pieces.find((piece) => piece.seat === seat);
  return own ? { ...own, cell } : here[0];
}

/**
 * What a seat throws on a cell, even where it is beaten at once.
 * @param {Moment} after
 * @param {string} choice
 * @param {number} cell
 * @param {number} seat
 * @returns {Piece | undefined}
 */
function thrown(after, choice, cell, seat) {
  const letter = /^throw (.)/.exec(choice)?.[1];
  if (!letter) return placed(after, cell, seat);
  return { cell, seat, look: 'disc', text: seat === 0 ? letter.toUpperCase() : letter, plain: letter };
}

/** @param {BoardView} view @param {Piece} piece */
function addMan(view, piece) {
  const node = drawMan(view.game, view.lay, piece, [piece]);
  view.menLayer.append(node);
  view.men.set(piece, node);
  return node;
}

/**
 * @param {SVGGElement} node
 * @param {Keyframe[]} frames
 * @param {number} length
 * @param {AbortSignal} signal
 */
async function animate(node, frames, length, signal) {
  const inner = node.querySelector('.mover') ?? node;
  const animation = inner.animate(frames, { duration: length, easing: 'ease-in-out', fill: 'forwards' });
  signal.addEventListener('abort', () => animation.cancel());
  await animation.finished.catch(() => undefined);
}

/** @param {number} x @param {number} y @param {number} [scale] */
const to = (x, y, scale = 1) => `translate(${round(x)}px, ${round(y)}px) scale(${scale})`;

/**
 * A piece goes from a cell to another; far ones and towers are lifted.
 * @param {BoardView} view
 * @param {Moment} before
 * @param {number} from
 * @param {number} target
 * @param {number} seat
 * @param {AbortSignal} signal
 */
async function carry(view, before, from, target, seat, signal) {
  const standing = before.pieces.filter((piece) => piece.cell === from);
  const piece = standing.find((piece) => piece.seat === seat) ?? standing[0];
  const node = piece && view.men.get(piece);
  if (!piece || !node) return;
  const way = wayBetween(view, from, target);
  const isHop =
    piece.look === 'disc'
      ? distance({ x: 0, y: 0 }, way) > 1.3 || (piece.text >= '1' && piece.text <= '5')
      : piece.text === '♞';
  view.menLayer.append(node);
  const lift = { transform: to(way.x / 2, way.y / 2 - (isHop ? 0.25 : 0), isHop ? 1.25 : 1) };
  await animate(
    node,
    [{ transform: to(0, 0) }, ...(isHop ? [lift] : []), { transform: to(way.x, way.y) }],
    LENGTH + (isHop ? 80 : 0),
    signal,
  );
}

/** @param {BoardView} view @param {number} from @param {number} target @returns {Point} */
function wayBetween(view, from, target) {
  const [a, b] = [view.lay.cells[from]?.centre, view.lay.cells[target]?.centre];
  return a && b ? { x: b.x - a.x, y: b.y - a.y } : { x: 0, y: 0 };
}

/** @param {BoardView} view @param {Piece | undefined} piece @param {AbortSignal} signal */
async function land(view, piece, signal) {
  if (piece) await drop(addMan(view, piece), signal);
}

/** @param {SVGGElement} node @param {AbortSignal} signal */
const drop = (node, signal) =>
  animate(
    node,
    [
      { transform: to(0, -0.25, 1.35), opacity: 0 },
      { transform: to(0, 0), opacity: 1 },
    ],
    LENGTH,
    signal,
  );

/**
 * A piece goes off the board.
 * @param {BoardView} view
 * @param {Moment} before
 * @param {number} from
 * @param {number} seat
 * @param {AbortSignal} signal
 */
async function leave(view, before, from, seat, signal) {
  const piece = before.pieces.find((piece) => piece.cell === from);
  const node = piece && view.men.get(piece);
  const here = view.lay.cells[from]?.centre;
  if (!node || !here) return;
  const off = wayOff(view.game, view.lay, seat, from);
  await animate(
    node,
    [
      { transform: to(0, 0), opacity: 1 },
      { transform: to(off.x - here.x, off.y - here.y, 1.1), opacity: 0 },
    ],
    LENGTH * 1.4,
    signal,
  );
}

/**
 * Two blocks with their ground and their pieces change places.
 * @param {BoardView} view
 * @param {[number[], number[]]} blocks
 * @param {AbortSignal} signal
 */
async function exchangeBlocks(view, [one, other], signal) {
  const [from, target] = [middleOfCells(view.lay, one), middleOfCells(view.lay, other)];
  const way = { x: target.x - from.x, y: target.y - from.y };
  const block = (/** @type {number[]} */ cells) => {
    const inner = s('g', { class: 'mover block' }, ...cells.map((cell) => cellGround(view.game, view.lay, cell)));
    for (const [piece, node] of view.men) if (cells.includes(piece.cell)) inner.append(node);
    const group = s('g', {}, inner);
    view.menLayer.append(group);
    return group;
  };
  const [low, high] = [block(other), block(one)];
  const go = (/** @type {SVGGElement} */ node, /** @type {number} */ sign, /** @type {number} */ scale) =>
    animate(
      node,
      [
        { transform: to(0, 0) },
        { transform: to((sign * way.x) / 2, (sign * way.y) / 2, scale) },
        { transform: to(sign * way.x, sign * way.y) },
      ],
      LENGTH * 2.2,
      signal,
    );
  await Promise.all([go(low, -1, 1), go(high, 1, 1)]);
}

/**
 * Pieces that move along with another, as a castling rook does: gone here, there again.
 * @param {BoardView} view
 * @param {Moment} before
 * @param {Moment} after
 * @param {Set<number>} moved
 * @param {AbortSignal} signal
 */
function companions(view, before, after, moved, signal) {
  if (before.pieces.some((piece) => piece.look !== 'sign')) return [];
  const isSame = (/** @type {Piece} */ a, /** @type {Piece} */ b) => a.seat === b.seat && a.text === b.text;
  const isIn = (/** @type {Piece[]} */ all, /** @type {Piece} */ piece) =>
    all.some((other) => other.cell === piece.cell && isSame(other, piece));
  const gone = before.pieces.filter((piece) => !isIn(after.pieces, piece) && !moved.has(piece.cell));
  const come = after.pieces.filter((piece) => !isIn(before.pieces, piece) && piece.text === '♜');
  return gone.flatMap((piece) => {
    const there = come.find((other) => isSame(other, piece));
    return there ? [carry(view, before, piece.cell, there.cell, piece.seat ?? 0, signal)] : [];
  });
}

/**
 * Pieces that changed hands make themselves seen.
 * @param {BoardView} view
 * @param {Moment} before
 * @param {Moment} after
 */
export function pulse(view, before, after) {
  for (const piece of after.pieces) {
    const was = before.pieces.find((other) => other.cell === piece.cell);
    const isTurned = was !== undefined && was.seat !== piece.seat && piece.look === 'disc' && piece.text === '';
    if (isTurned)
      view.men
        .get(piece)
        ?.querySelector('.mover')
        ?.animate([{ transform: 'scale(1)' }, { transform: 'scale(1.3)' }, { transform: 'scale(1)' }], {
          duration: 320,
        });
  }
}

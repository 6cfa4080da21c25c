// What moves do, in words for people who listen: from what a hand touches, what stood
// there, and what stands there afterwards.
/** @import { GameView, LegalMove, Moment, MoveEffect, Piece, Touch } from '../types.js' */
/** @import { BoardView } from './board.js' */
import { choiceName } from './choices.js';
import { word } from './hand.js';
import { inWords, kindOf } from './men.js';

/** Cells or moves that are named one by one at most. */
const MOST = 6;

/** Words joined as people say them. @param {string[]} words */
const list = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);

/** @param {GameView} game @param {number} cell */
const cellName = (game, cell) => game.board.cells[cell]?.name ?? '';

/** @param {Piece[]} pieces @param {number} cell */
const on = (pieces, cell) => pieces.filter((piece) => piece.cell === cell);

/**
 * One seat's move in words, such as "e4 to d4, tower of 3" or "knight b1 to c3, takes the Blue
 * pawn".
 * @param {GameView} game
 * @param {Touch[]} gesture
 * @param {number} seat
 * @param {Piece[]} before what stood on the board
 * @param {Pick<MoveEffect, 'changed' | 'pieces' | 'payoffs'>} [outcome] what is known of the
 *   position
 *   after it
 */
export function tellMove(game, gesture, seat, before, outcome) {
  const [first, second] = gesture;
  const words = [deed(game, first, second, seat, before)];
  // A piece that is placed before the board twists: the choice says in words what becomes of
  // the other cells.
  const isTwist = second?.choice !== undefined && first?.cell !== undefined && on(before, first.cell).length === 0;
  if (!isTwist) words.push(...effects(game, gesture, seat, before, outcome));
  if (outcome?.payoffs) words.push(ends(outcome.payoffs, seat));
  return words.filter(Boolean).join(', ');
}

/**
 * What the hand does.
 * @param {GameView} game
 * @param {Touch | undefined} first
 * @param {Touch | undefined} second
 * @param {number} seat
 * @param {Piece[]} before
 */
function deed(game, first, second, seat, before) {
  if (first?.cell === undefined) {
    const name = first ? choiceName(first.choice) : '';
    return second?.cell === undefined ? name : `${name} to ${cellName(game, second.cell)}`;
  }
  const here = cellName(game, first.cell);
  const standing = on(before, first.cell);
  const piece = standing.find((piece) => piece.seat === seat) ?? standing[0];
  const kind = piece && piece.look === 'sign' ? `${kindOf(game, piece)} ` : '';
  if (second?.cell !== undefined) return `${kind}${here} to ${cellName(game, second.cell)}`;
  if (second?.choice === undefined) return `on ${here}`;
  return second.choice === 'off'
    ? `${here} leaves the board`
    : `${here}, then ${choiceName(second.choice).toLowerCase()}`;
}

/**
 * What becomes of the cells.
 * @param {GameView} game
 * @param {Touch[]} gesture
 * @param {number} seat
 * @param {Piece[]} before
 * @param {Pick<MoveEffect, 'changed' | 'pieces'>} [outcome]
 */
function effects(game, gesture, seat, before, outcome) {
  const [from, target] = [gesture[0]?.cell, gesture[1]?.cell];
  const mover =
    from === undefined ? undefined : (on(before, from).find((piece) => piece.seat === seat) ?? on(before, from)[0]);
  const struck = target === undefined || from === undefined ? [] : on(before, target);
  if (!outcome || outcome.changed.length === 0) {
    const taken = struck.filter((piece) => piece.seat !== seat);
    return game.is_simultaneous || taken.length === 0
      ? []
      : [`onto the ${list(taken.map((piece) => inWords(game, piece)))}`];
  }
  /** @type {string[]} */
  const told = [];
  for (const cell of outcome.changed) {
    if (cell === from) continue;
    const [was, is] = [on(before, cell), on(outcome.pieces, cell)];
    const now = is[0];
    const here = cellName(game, cell);
    if (cell === target) {
      if (now && mover && now.text !== mover.text)
        told.push(mover.look === 'sign' ? `becomes a ${kindOf(game, now)}` : kindOf(game, now));
      const lost = was.filter((piece) => piece.seat !== seat && !is.some((other) => other.seat === piece.seat));
      if (lost.length > 0) told.push(`takes the ${list(lost.map((piece) => inWords(game, piece)))}`);
    } else if (was[0] && now && was[0].seat !== now.seat) told.push(`captures the ${inWords(game, was[0])} on ${here}`);
    else if (was[0] && !now && was[0].seat !== seat) told.push(`removes the ${inWords(game, was[0])} on ${here}`);
    else if (!was[0] && now && from !== undefined && target !== undefined) told.push(`${kindOf(game, now)} to ${here}`);
  }
  return told;
}

/** @param {number[]} payoffs @param {number} seat */
function ends(payoffs, seat) {
  const best = Math.max(...payoffs);
  if (payoffs.every((payoff) => payoff === best)) return 'ends the match with a draw';
  return payoffs[seat] === best ? 'wins the match' : 'ends the match';
}

/**
 * A joint move that was made, in words, a part for each seat.
 * @param {GameView} game
 * @param {Moment} before
 * @param {Moment} after
 */
export function tellMade(game, before, after) {
  const parts = after.gestures;
  const cells = [...new Set([...before.pieces, ...after.pieces].map((piece) => piece.cell))];
  const same = (/** @type {number} */ cell) =>
    JSON.stringify(on(before.pieces, cell)) === JSON.stringify(on(after.pieces, cell));
  // Where several move at once, what became of a cell may be anybody's doing.
  const changed = parts.length > 1 ? [] : cells.filter((cell) => !same(cell));
  const outcome = { changed, pieces: after.pieces, payoffs: null };
  return parts.map((part, place) => {
    const seat = before.acting[place] ?? place;
    return `${game.seats[seat]?.name}: ${tellMove(game, part, seat, before.pieces, outcome)}`;
  });
}

/** What touching a cell would do. @param {BoardView} view @param {number} cell */
export function tellCell(view, cell) {
  const { game, hand, moment } = view;
  const open = hand.open({ cell });
  if (open.length === 0 || !moment) return '';
  const place = hand.touched.length;
  const whole = open.filter((move) => move.gesture.length === place + 1);
  if (whole.length > 0 && whole[0])
    return tellMove(game, whole[0].gesture, whole[0].seat, moment.pieces, view.outcomes.get(keyOf(whole[0])));
  /** @type {Map<string, string>} */
  const next = new Map();
  for (const { gesture } of open) {
    const touch = gesture[place + 1];
    if (touch)
      next.set(
        word(touch),
        touch.cell === undefined ? choiceName(touch.choice).toLowerCase() : cellName(game, touch.cell),
      );
  }
  const names = [...next.values()];
  const told = names.length > MOST ? `${names.slice(0, MOST).join(', ')} and ${names.length - MOST} more` : list(names);
  return open.every((move) => move.gesture[place + 1]?.cell !== undefined) ? `can go to ${told}` : `then ${told}`;
}

/** A legal move as a key. @param {Pick<LegalMove, 'seat' | 'mv'>} move */
export const keyOf = (move) => `${move.seat} ${move.mv}`;

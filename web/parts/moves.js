// The list of moves of a match, a column for each seat, and the buttons to step through it.
/** @import { GameView, Moment } from '../types.js' */
import { button, h, paint, put } from '../dom.js';
import { signButton } from '../icons.js';
import { Replay } from './replay.js';
import { moveText } from './words.js';

/**
 * Moves in rows: each seat has its column, and a row ends when a seat comes that has moved in it
 * already.
 * @param {Moment[]} moments @returns {{ ply: number, seat: number, text: string }[][]}
 */
function rowsOf(moments) {
  /** @type {{ ply: number, seat: number, text: string }[][]} */
  const rows = [];
  for (const moment of moments.slice(1)) {
    const before = moments[moment.ply - 1];
    (moment.mv ?? '').split('|').forEach((text, place) => {
      const seat = before?.acting[place] ?? place;
      const row = rows.at(-1);
      if (row?.every((entry) => entry.seat < seat)) row.push({ ply: moment.ply, seat, text });
      else rows.push([{ ply: moment.ply, seat, text }]);
    });
  }
  return rows;
}

/**
 * A move that a review has marked.
 * @typedef {{ sign: string, kind: string, text: string }} Judged
 */

export class MoveList {
  /** @param {GameView} game @param {(ply: number) => void} onStep */
  constructor(game, onStep) {
    this.game = game;
    this.onStep = onStep;
    /** What a review says of moves, by `ply/seat`. @type {Map<string, Judged>} */
    this.judged = new Map();
    this.list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
    paint(this.list, '--seats', String(game.seats.length));
    const step = (/** @type {() => number} */ ply) => () => onStep(Math.max(0, Math.min(this.count, ply())));
    this.buttons = h(
      'div',
      { class: 'steps', role: 'group', 'aria-label': 'Steps' },
      signButton(
        'first',
        'To the beginning',
        step(() => 0),
      ),
      signButton(
        'back',
        'A move back',
        step(() => this.at - 1),
      ),
      signButton(
        'on',
        'A move on',
        step(() => this.at + 1),
      ),
      signButton(
        'last',
        'To the end',
        step(() => this.count),
      ),
    );
    this.replay = new Replay(onStep);
    this.element = h('section', { class: 'move-list' }, this.list, this.replay.element, this.buttons);
    /** @type {Moment[]} */
    this.moments = [];
    this.count = 0;
    this.at = 0;
    this.drawn = '';
  }

  /**
   * Shows the moves of these moments, the one that led to ply `at` marked.
   * @param {Moment[]} moments
   * @param {number} at
   */
  show(moments, at) {
    [this.count, this.at] = [moments.length - 1, at];
    this.moments = moments;
    this.draw();
    this.replay.show(at, this.count);
    this.mark();
  }

  /** Marks moves that a review found wanting. @param {Map<string, Judged>} judged */
  judge(judged) {
    this.judged = judged;
    if (this.draw()) this.mark();
  }

  /**
   * The number of the row in which a seat's move stands.
   * @param {number} ply that it led to
   * @param {number} seat
   */
  numberOf(ply, seat) {
    return rowsOf(this.moments).findIndex((row) => row.some((entry) => entry.ply === ply && entry.seat === seat)) + 1;
  }

  /** Draws the moves anew if they or their marks have changed. */
  draw() {
    const marks = [...this.judged].map(([place, { sign }]) => place + sign);
    const key = [...this.moments.map((moment) => moment.mv), ...marks].join();
    if (key === this.drawn) return false;
    this.drawn = key;
    put(this.list, ...rowsOf(this.moments).map((row, index) => this.row(row, index)));
    return true;
  }

  /** @param {{ ply: number, seat: number, text: string }[]} row @param {number} index */
  row(row, index) {
    const cells = this.game.seats.map((_, seat) => {
      const entry = row.find((entry) => entry.seat === seat);
      if (!entry) return h('span', { class: 'no-move' });
      const judged = this.judged.get(`${entry.ply}/${seat}`);
      const props = { class: `move of${seat} ${judged?.kind ?? ''}`, 'data-ply': entry.ply, title: judged?.text };
      if (!judged) return button(moveText(entry.text), () => this.onStep(entry.ply), props);
      const sign = h('span', { class: 'sign-of', 'aria-hidden': 'true' }, judged.sign);
      const text = h('span', {}, moveText(entry.text), sign, h('span', { class: 'unseen' }, `, ${judged.kind}`));
      return button(text, () => this.onStep(entry.ply), props);
    });
    return h('li', {}, h('span', { class: 'number', 'aria-hidden': 'true' }, index + 1), ...cells);
  }

  /** Marks the move shown and brings it into sight, without moving the page. */
  mark() {
    for (const node of this.list.querySelectorAll('[aria-current]')) node.removeAttribute('aria-current');
    const here = this.list.querySelectorAll(`[data-ply="${this.at}"]`);
    for (const node of here) node.setAttribute('aria-current', 'true');
    const row = here[0]?.parentElement;
    if (row) this.list.scrollTop = row.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
    const [first, back, on, last] = this.buttons.querySelectorAll('button');
    for (const node of [first, back]) node?.toggleAttribute('disabled', this.at <= 0);
    for (const node of [on, last]) node?.toggleAttribute('disabled', this.at >= this.count);
  }
}

/**
 * Steps by the arrow keys wherever they mean nothing else. Returns how to stop.
 * @param {(by: 'first' | 'back' | 'on' | 'last') => void} step
 */
export function stepKeys(step) {
  const ways = /** @type {Record<string, 'first' | 'back' | 'on' | 'last'>} */ ({
    ArrowLeft: 'back',
    ArrowRight: 'on',
    Home: 'first',
    End: 'last',
  });
  const hear = (/** @type {KeyboardEvent} */ event) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('input, select, textarea, [data-cell]');
    const way = ways[event.key];
    if (!way || isElsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(way);
  };
  document.addEventListener('keydown', hear);
  return () => document.removeEventListener('keydown', hear);
}

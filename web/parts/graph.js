// A graph of the points that each seat could expect, ply by ply, with the moves marked
// that cost most.
/** @import { GameView } from '../types.js' */
import { seatDashes } from '../board/figures.js';
import { paintSeats } from '../board/men.js';
import { button, h, paint, put, s } from '../dom.js';
import { percentText } from './chances.js';

const [WIDTH, HEIGHT] = [600, 160];
const EDGE = 8;

/**
 * A mark on the graph.
 * @typedef {{ ply: number, seat: number, sign: string, text: string, isTurning: boolean }}
 * GraphMark
 */

export class Graph {
  /**
   * @param {GameView} game
   * @param {(ply: number) => void} onStep
   * @param {string} list the id of the list that says the same in words
   */
  constructor(game, onStep, list) {
    this.game = game;
    this.onStep = onStep;
    this.plies = 1;
    this.at = 0;
    this.plot = s('svg', {
      class: 'graph',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'slider',
      tabindex: 0,
      'aria-label': 'Expected points, ply by ply',
      'aria-valuemin': 0,
      'aria-describedby': list,
    });
    paintSeats(this.plot, game);
    this.plot.addEventListener('click', (event) => {
      const box = this.plot.getBoundingClientRect();
      onStep(Math.round(((event.clientX - box.left) / box.width) * this.plies));
    });
    this.plot.addEventListener('keydown', (event) => this.key(event));
    this.marks = h('div', { class: 'graph-marks', 'aria-hidden': 'true' });
    const scale = h(
      'div',
      { class: 'graph-scale', 'aria-hidden': 'true' },
      h('small', {}, '100 %'),
      h('small', {}, '0 %'),
    );
    this.element = h('div', { class: 'graph-box' }, this.plot, scale, this.marks);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = /** @type {Record<string, number>} */ ({
      ArrowLeft: this.at - 1,
      ArrowDown: this.at - 1,
      ArrowRight: this.at + 1,
      ArrowUp: this.at + 1,
      Home: 0,
      End: this.plies,
    });
    const ply = steps[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.onStep(Math.max(0, Math.min(this.plies, ply)));
  }

  /**
   * @param {(number[] | undefined)[]} points by ply
   * @param {number} plies
   * @param {number} at
   * @param {GraphMark[]} marks
   */
  show(points, plies, at, marks) {
    [this.plies, this.at] = [Math.max(1, plies), at];
    const x = (/** @type {number} */ ply) => (ply / this.plies) * WIDTH;
    const y = (/** @type {number} */ share) => HEIGHT - EDGE - Math.max(0, Math.min(1, share)) * (HEIGHT - 2 * EDGE);
    const known = points.flatMap((value, ply) => (value ? [{ value, ply }] : []));
    // Under each line lies a wider one, so that white shows on paper and black on slate.
    const lines = this.game.seats.flatMap((_, seat) => {
      const corners = known.map(({ value, ply }) => `${x(ply).toFixed(1)},${y(value[seat] ?? 0).toFixed(1)}`).join(' ');
      return ['casing', `curve of${seat}`].map((kind) =>
        s('polyline', { class: kind, points: corners, 'stroke-dasharray': seatDashes(seat) }),
      );
    });
    const turning = marks.filter(({ isTurning }) => isTurning);
    put(
      this.plot,
      s('line', { class: 'level', x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }),
      ...turning.map(({ ply }) => s('line', { class: 'turning', x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT })),
      s('line', { class: 'here', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
      ...lines,
    );
    this.tell(points[at]);
    put(this.marks, ...marks.map((mark) => this.mark(mark, y(points[mark.ply]?.[mark.seat] ?? 0.5) / HEIGHT)));
  }

  /** Says what is seen at the ply looked at. @param {number[] | undefined} points */
  tell(points) {
    const seats = this.game.seats.map(
      ({ name }, seat) => `${name} ${points ? percentText(points[seat] ?? 0) : 'not known yet'}`,
    );
    this.plot.setAttribute('aria-valuemax', String(this.plies));
    this.plot.setAttribute('aria-valuenow', String(this.at));
    this.plot.setAttribute('aria-valuetext', `ply ${this.at}: ${seats.join(', ')}`);
  }

  /**
   * A mark that a pointer can press; the list has the same for the keyboard.
   * @param {GraphMark} mark
   * @param {number} top
   */
  mark({ ply, sign, text, isTurning }, top) {
    const node = button(sign, () => this.onStep(ply), {
      class: `graph-mark ${isTurning ? 'turning' : ''}`,
      tabindex: -1,
      title: text,
    });
    paint(node, '--x', String(ply / this.plies));
    paint(node, '--y', String(top));
    return node;
  }
}

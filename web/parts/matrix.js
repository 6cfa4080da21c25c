// The payoff matrix of the main candidates where two seats choose at once: what the row's
// seat may expect of each pair.
/** @import { CandidateView, GameView, LineOfPlay, ThoughtView } from '../types.js' */
import * as api from '../api.js';
import { button, h, paint, put } from '../dom.js';
import { percentText } from './chances.js';
import { bySeat } from './share.js';
import { moveText } from './words.js';

const MOST = 4;
const TIME = '120ms';

export class Matrix {
  /** @param {GameView} game @param {(joint: string) => void} onPick */
  constructor(game, onPick) {
    this.game = game;
    this.onPick = onPick;
    this.table = h('table', { class: 'matrix' });
    this.ask = button('Payoff matrix', () => void this.fill());
    this.element = h(
      'section',
      { class: 'panel payoffs', hidden: !game.is_simultaneous },
      h('div', { class: 'row small' }, this.ask),
      h('div', { class: 'matrix-box' }, this.table),
    );
    /** @type {{ line: LineOfPlay, thought: ThoughtView } | undefined} */
    this.about = undefined;
    this.asking = new AbortController();
  }

  /** The position it would be made for. @param {LineOfPlay} line @param {ThoughtView} thought */
  offer(line, thought) {
    this.about = { line, thought };
    // A matrix has two sides.
    this.ask.disabled = bySeat(thought.replies).length !== 1;
  }

  clear() {
    this.asking.abort();
    this.about = undefined;
    this.ask.disabled = true;
    put(this.table);
  }

  /** Asks about each pair in turn. */
  async fill() {
    if (!this.about) return;
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const { line, thought } = this.about;
    const [rows, columns] = [thought.candidates.slice(0, MOST), thought.replies.slice(0, MOST)];
    const cells = rows.map(() => columns.map(() => button('…', () => {}, { class: 'payoff-cell' })));
    this.frame(thought, rows, columns, cells);
    for (const [i, row] of rows.entries()) {
      for (const [j, column] of columns.entries()) {
        const joint = (row.seat < column.seat ? [row.mv, column.mv] : [column.mv, row.mv]).join('|');
        const value = await this.valueOf({ ...line, moves: [...line.moves, joint] }, thought.seat, signal).catch(
          () => undefined,
        );
        const cell = cells[i]?.[j];
        if (signal.aborted || !cell) return;
        this.show(cell, value, joint);
      }
    }
  }

  /**
   * @param {ThoughtView} thought
   * @param {CandidateView[]} rows
   * @param {CandidateView[]} columns
   * @param {HTMLButtonElement[][]} cells
   */
  frame(thought, rows, columns, cells) {
    const name = this.game.seats[thought.seat]?.name ?? '';
    const head = h(
      'tr',
      {},
      h('th', { scope: 'col' }, `${name} expects`),
      ...columns.map(({ mv }) => h('th', { scope: 'col' }, moveText(mv))),
    );
    const body = rows.map(({ mv }, i) =>
      h('tr', {}, h('th', { scope: 'row' }, moveText(mv)), ...(cells[i] ?? []).map((cell) => h('td', {}, cell))),
    );
    put(this.table, h('thead', {}, head), h('tbody', {}, ...body));
  }

  /**
   * @param {HTMLButtonElement} cell
   * @param {number | undefined} value expected points
   * @param {string} joint
   */
  show(cell, value, joint) {
    cell.textContent = value === undefined ? '?' : percentText(value);
    cell.title = `Play ${moveText(joint)}`;
    cell.onclick = () => this.onPick(joint);
    paint(cell, '--share', String(value ?? 0.5));
  }

  /**
   * What a seat may expect at the end of a line.
   * @param {LineOfPlay} line
   * @param {number} seat
   * @param {AbortSignal} signal
   */
  async valueOf(line, seat, signal) {
    const { moment } = await api.position(line);
    if (moment.points) return moment.points[seat];
    const { chances } = await api.thought(
      { game: line.game, position: moment.position, time: TIME, candidates: 1 },
      signal,
    );
    return chances[seat]?.points;
  }
}

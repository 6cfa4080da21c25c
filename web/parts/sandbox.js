// A board on a given position where anybody may play on, for diagrams.
/** @import { GameView, LegalMove, LineOfPlay, Moment } from '../types.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { h, say } from '../dom.js';
import { signButton } from '../icons.js';
import { headlineOf } from './words.js';

export class Sandbox {
  /** @param {GameView} game @param {LineOfPlay} line @param {number} angle @param {string} label */
  constructor(game, line, angle, label) {
    this.game = game;
    this.first = line;
    this.moves = line.moves;
    /** @type {LegalMove[]} */
    this.legal = [];
    /** @type {LegalMove[]} */
    this.chosen = [];
    /** @type {Moment | undefined} */
    this.moment = undefined;
    this.board = new BoardView(game, { angle, label, onPlay: (move) => this.choose(move) });
    this.headline = h('strong', {});
    this.back = signButton('undo', 'A move back', () => void this.go(this.moves.slice(0, -1), false));
    this.again = signButton('first', 'From the beginning', () => void this.go(this.first.moves, false));
    this.element = h(
      'div',
      {},
      this.board.element,
      this.board.choices.element,
      h('div', { class: 'row' }, this.headline, h('span', { class: 'row' }, this.back, this.again)),
    );
  }

  /** Shows where these moves lead. @param {string[]} moves @param {boolean} isSeen */
  async go(moves, isSeen) {
    const { moment, legal } = await api.position({ ...this.first, moves });
    const before = isSeen ? this.moment : undefined;
    this.moves = moves;
    this.legal = legal;
    this.chosen = [];
    this.moment = moment;
    const isFirst = moves.length <= this.first.moves.length;
    this.back.disabled = isFirst;
    this.again.disabled = isFirst;
    if (isSeen) say(headlineOf(this.game, moment));
    this.headline.textContent = headlineOf(this.game, moment);
    await this.board.show(isFirst ? { ...moment, mv: null, gestures: [] } : moment, before, isSeen);
    this.turn();
  }

  turn() {
    const seat = this.moment?.acting.find((seat) => !this.chosen.some((move) => move.seat === seat));
    if (this.chosen.length > 0) this.headline.textContent = `And ${this.game.seats[seat ?? 0]?.name}?`;
    this.board.let(seat, this.legal);
    this.board.hint(
      this.chosen.map((move) => ({ gesture: move.gesture, seat: move.seat, weight: 0.7, kind: 'committed' })),
    );
  }

  /** @param {LegalMove} move */
  choose(move) {
    this.chosen = [...this.chosen, move].toSorted((a, b) => a.seat - b.seat);
    if (this.chosen.length < (this.moment?.acting.length ?? 1)) this.turn();
    else void this.go([...this.moves, this.chosen.map((chosen) => chosen.mv).join('|')], true);
  }
}

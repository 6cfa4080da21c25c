// @ts-check
// A match of a tournament while it is played: its board goes along as fast as eyes can follow.
/** @import { Game, LiveMatch, Moment } from '../types.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { seatBadge } from '../board/men.js';
import { h, put } from '../dom.js';

/** Between two pictures at least. */
const PAUSE = 250;

export class LiveBoard {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.board = new BoardView(game, { isPicture: true, label: `A match of ${game.title} being played` });
    this.names = h('div', { class: 'legend' });
    this.headline = h('small', {}, 'waiting for the next match');
    this.element = h('div', { class: 'live' }, this.names, this.board.element, this.headline);
    /** Moves that have not been shown yet. @type {string[]} */
    this.pending = [];
    /** @type {Moment | undefined} */
    this.moment = undefined;
    this.id = -1;
    this.isBusy = false;
    this.isClosed = false;
  }

  /** Begins with a match as it stands. @param {LiveMatch} match */
  async begin(match) {
    this.id = match.id;
    this.pending = [];
    this.moment = undefined;
    put(this.names, ...match.seats.map((name, seat) => h('span', {}, seatBadge(this.game, seat), name)));
    const moments = await api.moments({ game: match.game, ...(match.start ? { start: match.start } : {}), moves: match.moves });
    if (this.id === match.id) this.show(moments.at(-1), undefined);
    void this.follow();
  }

  /** @param {number} id @param {string} mv */
  moved(id, mv) {
    if (id !== this.id) return;
    this.pending.push(mv);
    void this.follow();
  }

  /** Shows what is pending: one move as it happens, several at once as their outcome. */
  async follow() {
    if (this.isBusy || !this.moment) return;
    this.isBusy = true;
    while (this.pending.length > 0 && this.moment && !this.isClosed) {
      const { id, moment } = this;
      const moves = this.pending.splice(0);
      const moments = await api.moments({ game: this.game.id, start: moment.position, moves }).catch(() => []);
      if (id === this.id) this.show(moments.at(-1), moments.at(-2));
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
    }
    this.isBusy = false;
  }

  /** @param {Moment | undefined} moment @param {Moment | undefined} before */
  show(moment, before) {
    if (!moment) return;
    this.moment = moment;
    this.headline.textContent = moment.headline;
    void this.board.show(moment, before, before !== undefined);
  }

  close() {
    this.isClosed = true;
  }
}

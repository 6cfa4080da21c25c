// @ts-check
// A match of a tournament while it is played: its board goes along as fast as eyes can follow, and can be held and stepped back.
/** @import { Game, LiveMatch, Moment } from '../types.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { seatBadge } from '../board/men.js';
import { h, put } from '../dom.js';
import { signButton } from '../icons.js';
import { headlineOf } from './words.js';

/** Between two pictures at least. */
const PAUSE = 250;

export class LiveBoard {
  /** @param {Game} game @param {() => Promise<LiveMatch | undefined>} again asks how the live match stands */
  constructor(game, again) {
    this.game = game;
    this.again = again;
    this.board = new BoardView(game, { isPicture: true, label: `A match of ${game.title} being played` });
    this.names = h('div', { class: 'legend' });
    this.headline = h('small', {}, 'waiting for the next match');
    this.back = signButton('back', 'A move back', () => this.look(this.ply - 1));
    this.on = signButton('on', 'A move on', () => this.look(this.ply + 1));
    this.now = signButton('last', 'Back to what is played now', () => this.release());
    const steps = h('div', { class: 'steps', role: 'group', 'aria-label': 'Steps' }, this.back, this.on, this.now);
    this.element = h('div', { class: 'live' }, this.names, this.board.element, this.headline, steps);
    /** All moves of the match that are known. @type {string[]} */
    this.moves = [];
    /** What has been seen of the match. @type {Moment[]} */
    this.moments = [];
    /** The ply that is looked at while the match goes on; nothing while the board goes along. @type {number | undefined} */
    this.at = undefined;
    /** A later match that waits while this one is looked at. @type {LiveMatch | undefined} */
    this.next = undefined;
    this.id = -1;
    this.isBusy = false;
    this.isClosed = false;
    this.mark();
  }

  /** The ply looked at. */
  get ply() {
    return this.at ?? this.moments.length - 1;
  }

  /** Begins with a match as it stands; while somebody looks back, it waits. @param {LiveMatch} match */
  async begin(match) {
    if (this.at !== undefined) {
      this.next = { ...match, moves: [...match.moves] };
      return this.mark();
    }
    this.id = match.id;
    this.next = undefined;
    this.moves = [...match.moves];
    this.moments = [];
    put(this.names, ...match.seats.map((name, seat) => h('span', {}, seatBadge(this.game, seat), name)));
    const moments = await api.moments({ game: match.game, ...(match.start ? { start: match.start } : {}), moves: match.moves });
    if (this.id !== match.id || this.moments.length > 0) return;
    this.moments = moments;
    this.show(false);
    void this.follow();
  }

  /** A move was played as this ply. @param {number} id @param {number} ply @param {string} mv */
  moved(id, ply, mv) {
    const moves = id === this.next?.id ? this.next.moves : id === this.id ? this.moves : undefined;
    if (!moves || ply <= moves.length) return;
    // News between asking how it stands and listening may be missed, and a slow listener is left behind.
    if (ply > moves.length + 1) return void this.resume();
    moves.push(mv);
    void this.follow();
  }

  /** Asks again how things stand. */
  async resume() {
    const match = await this.again().catch(() => undefined);
    if (!match || this.isClosed) return;
    if (match.id !== this.id) return this.begin(match);
    if (match.moves.length > this.moves.length) this.moves = [...match.moves];
    return this.follow();
  }

  /** Takes in what is pending: one move is seen to happen, several at once as their outcome. */
  async follow() {
    if (this.isBusy || this.moments.length === 0) return;
    this.isBusy = true;
    while (this.moves.length >= this.moments.length && this.moments.length > 0 && !this.isClosed) {
      const { id } = this;
      const last = this.moments.at(-1);
      const moves = this.moves.slice(this.moments.length - 1);
      const more = await api.moments({ game: this.game.id, start: last?.position ?? '', moves }).catch(() => []);
      if (more.length === 0) break;
      if (id === this.id && last === this.moments.at(-1) && last) {
        this.moments.push(...more.slice(1).map((moment) => ({ ...moment, ply: last.ply + moment.ply })));
        if (this.at === undefined) this.show(moves.length === 1);
        this.mark();
      }
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
    }
    this.isBusy = false;
  }

  /** Holds the board at a ply. @param {number} ply */
  look(ply) {
    const isOn = ply === this.ply + 1;
    this.at = Math.max(0, Math.min(this.moments.length - 1, ply));
    this.show(isOn);
  }

  /** Goes along with the match again, or with the one that is played by now. */
  release() {
    this.at = undefined;
    if (this.next) void this.begin(this.next);
    else this.show(false);
  }

  /** @param {boolean} isSeen whether the last move is seen to happen */
  show(isSeen) {
    const moment = this.moments[this.ply];
    if (!moment) return;
    void this.board.show(moment, this.moments[this.ply - 1], isSeen);
    this.mark();
  }

  /** Says where the board is, and which steps there are. */
  mark() {
    const last = this.moments.length - 1;
    const isHeld = this.at !== undefined;
    this.back.disabled = this.ply <= 0;
    this.on.disabled = !isHeld || this.ply >= last;
    this.now.disabled = !isHeld;
    const moment = this.moments[this.ply];
    const headline = moment && headlineOf(this.game, moment);
    if (headline) this.headline.textContent = isHeld ? `ply ${this.ply} of ${last}${this.next ? ', over' : ' so far'}: ${headline}` : headline;
  }

  close() {
    this.isClosed = true;
  }
}

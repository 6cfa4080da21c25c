// A match of a tournament while it is played: its board goes along as fast as eyes can
// follow, and can be held and stepped back.
/** @import { GameView, LiveMatch, Moment } from '../types.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { seatBadge } from '../board/men.js';
import { h, put } from '../dom.js';
import { signButton } from '../icons.js';
import { headlineOf } from './words.js';

/** Between two pictures at least. */
const PAUSE = 250;

export class LiveBoard {
  /** @param {GameView} game @param {() => void} freed hears when nobody holds the board any more */
  constructor(game, freed) {
    this.game = game;
    this.freed = freed;
    this.board = new BoardView(game, { isPicture: true, label: `A match of ${game.title} being played` });
    this.names = h('div', { class: 'legend' });
    this.headline = h('small', {}, 'waiting for the next match');
    this.back = signButton('back', 'A move back', () => this.look(this.ply - 1));
    this.on = signButton('on', 'A move on', () => this.look(this.ply + 1));
    this.now = signButton('last', 'Back to what is played now', () => this.release());
    const steps = h('div', { class: 'steps', role: 'group', 'aria-label': 'Steps' }, this.back, this.on, this.now);
    this.element = h('div', { class: 'live' }, this.names, this.board.element, this.headline, steps);
    /** Who sits where. @type {string[]} */
    this.seats = [];
    /** Where the match began, if not at the usual start. @type {string | null | undefined} */
    this.start = undefined;
    /** All moves of the match that are known. @type {string[]} */
    this.moves = [];
    /** What has been seen of the match. @type {Moment[]} */
    this.moments = [];
    /**
     * The ply that is looked at while the match goes on; nothing while the board goes along.
     * @type {number | undefined}
     */
    this.at = undefined;
    /** A later match that waits while this one is looked at. @type {LiveMatch | undefined} */
    this.next = undefined;
    this.id = -1;
    /** Whether the match that is followed is over, and the next may have the board. */
    this.isOver = true;
    this.isBusy = false;
    this.isClosed = false;
    this.mark();
  }

  /** The ply looked at. */
  get ply() {
    return this.at ?? this.moments.length - 1;
  }

  /** The match that is followed: the one that is seen, or the one that waits for its end. */
  get last() {
    return this.next?.id ?? this.id;
  }

  /** All moves of it that are known. */
  get known() {
    return this.next?.moves ?? this.moves;
  }

  /**
   * Begins with a match as it stands; while somebody looks back, it waits.
   * @param {LiveMatch} match
   */
  begin(match) {
    this.isOver = false;
    this.next = { ...match, moves: [...match.moves] };
    if (this.at === undefined) this.turn();
    else this.mark();
  }

  /** Turns to the match that waits. */
  turn() {
    if (!this.next) return;
    const { id, seats, start, moves } = this.next;
    Object.assign(this, { id, seats, start, moves, moments: [], next: undefined });
    this.mark();
    void this.follow();
  }

  /** The match that is followed has come to these moves. @param {string[]} moves */
  catchUp(moves) {
    this.isOver = false;
    if (moves.length <= this.known.length) return;
    if (this.next) this.next.moves = [...moves];
    else this.moves = [...moves];
    void this.follow();
  }

  /** Takes in what is pending: one move is seen to happen, several at once as their outcome. */
  async follow() {
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.moves.length >= this.moments.length && !this.isClosed) {
      const { id } = this;
      const last = this.moments.at(-1);
      const start = last?.position ?? this.start;
      const moves = this.moves.slice(Math.max(0, this.moments.length - 1));
      const more = await api.moments({ game: this.game.id, ...(start ? { start } : {}), moves }).catch(() => []);
      if (more.length === 0) break;
      if (id === this.id && last === this.moments.at(-1)) {
        if (last) this.moments.push(...more.slice(1).map((moment) => ({ ...moment, ply: last.ply + moment.ply })));
        else this.open(more);
        if (this.at === undefined) this.show(last !== undefined && moves.length === 1);
        this.mark();
      }
      await new Promise((resolve) => window.setTimeout(resolve, PAUSE));
    }
    this.isBusy = false;
  }

  /** The first that is seen of a match. @param {Moment[]} moments */
  open(moments) {
    this.moments = moments;
    put(this.names, ...this.seats.map((name, seat) => h('span', {}, seatBadge(this.game, seat), name)));
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
    if (this.next) this.turn();
    else this.show(false);
    this.freed();
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
    if (headline)
      this.headline.textContent = isHeld
        ? `ply ${this.ply} of ${last}${this.next ? ', over' : ' so far'}: ${headline}`
        : headline;
  }

  close() {
    this.isClosed = true;
  }
}

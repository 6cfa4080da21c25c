// The live matches of a tournament, a board for each: when a match is over, its board
// goes on with the next that begins.
/** @import { GameView, LiveMatch, TournamentEvent, TournamentStandings } from '../types.js' */
import * as api from '../api.js';
import { h } from '../dom.js';
import { LiveBoard } from './live.js';

export class LiveBoards {
  /**
   * @param {TournamentStandings} tournament
   * @param {GameView} game
   * @param {number} most boards at most
   * @param {() => void} [freed] hears when nobody holds a board any more
   */
  constructor(tournament, game, most, freed = () => {}) {
    this.id = tournament.id;
    this.freed = freed;
    this.game = game;
    this.most = Math.min(most, tournament.concurrency);
    this.element = h('div', { class: 'lives' });
    /** @type {LiveBoard[]} */
    this.boards = [];
    /** Live matches for which there is no board. @type {LiveMatch[]} */
    this.others = [];
    /** Matches that are over: an answer may be older than the news. @type {Set<number>} */
    this.done = new Set();
    this.isAsking = false;
    this.take(tournament.live);
  }

  /** Whether somebody looks back at a match. */
  get isHeld() {
    return this.boards.some((board) => board.at !== undefined);
  }

  /** @param {TournamentEvent} happening */
  hear(happening) {
    if (happening.kind === 'began') this.begin(happening);
    else if (happening.kind === 'moved') this.moved(happening.id, happening.ply, happening.mv);
    else if (happening.kind === 'stored') this.over(happening.id);
    else this.take([]);
  }

  /** These matches are live and no others. @param {LiveMatch[]} told */
  take(told) {
    const live = told.filter((match) => !this.done.has(match.id));
    const ids = new Set(live.map((match) => match.id));
    for (const board of this.boards) if (!ids.has(board.last)) board.isOver = true;
    this.others = this.others.filter((match) => ids.has(match.id));
    for (const match of live) {
      const board = this.boards.find((board) => board.last === match.id);
      if (board) board.catchUp(match.moves);
      else this.begin(match);
    }
  }

  /**
   * A match gets a board whose own is over, or a new one while there is room.
   * @param {LiveMatch} match
   */
  begin(match) {
    if (this.boards.some((board) => board.last === match.id)) return;
    this.others = this.others.filter((other) => other.id !== match.id);
    const board = this.free() ?? this.grow();
    if (board) board.begin(match);
    else this.others.push({ ...match, moves: [...match.moves] });
  }

  /** A board that follows nothing; rather one that nobody holds. */
  free() {
    const free = this.boards.filter((board) => board.isOver);
    return free.find((board) => board.at === undefined) ?? free[0];
  }

  grow() {
    if (this.boards.length >= this.most) return undefined;
    const board = new LiveBoard(this.game, this.freed);
    this.boards.push(board);
    this.element.append(board.element);
    return board;
  }

  /** @param {number} id @param {number} ply @param {string} mv */
  moved(id, ply, mv) {
    const board = this.boards.find((board) => board.last === id);
    const other = this.others.find((match) => match.id === id);
    const known = board?.known ?? other?.moves;
    // News between asking how it stands and listening may be missed, and a slow listener is left
    // behind.
    if (!known || ply > known.length + 1) return void this.ask();
    if (ply <= known.length) return;
    if (board) board.catchUp([...known, mv]);
    else known.push(mv);
  }

  /** @param {number} id */
  over(id) {
    this.done.add(id);
    this.others = this.others.filter((match) => match.id !== id);
    const board = this.boards.find((board) => board.last === id);
    if (!board) return;
    board.isOver = true;
    const next = this.others.shift();
    if (next) this.begin(next);
  }

  /** Asks again how things stand. */
  async ask() {
    if (this.isAsking) return;
    this.isAsking = true;
    const tournament = await api.tournament(this.id).catch(() => undefined);
    this.isAsking = false;
    if (tournament) this.take(tournament.live);
  }

  close() {
    for (const board of this.boards) board.close();
  }
}

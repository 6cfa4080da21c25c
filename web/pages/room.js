// A room: the board, the seats, the moves, and everything a person can do in a match.
/** @import { GameView, LegalMove, Moment, RoomView } from '../types.js' */
/** @import { Page } from '../main.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { facing } from '../board/geometry.js';
import { tellMade } from '../board/telling.js';
import { h, note, put, say } from '../dom.js';
import { go } from '../main.js';
import { RoomControls } from '../parts/controls.js';
import { MoveList, stepKeys } from '../parts/moves.js';
import { Review } from '../parts/review.js';
import { SeatPanel } from '../parts/seats.js';
import { advance, momentsOf } from '../parts/timeline.js';
import { Veil } from '../parts/veil.js';
import { ending, moveText, personName } from '../parts/words.js';

class RoomPage {
  /**
   * @param {RoomView} view
   * @param {GameView} game
   * @param {Moment} start
   * @param {Moment[]} moments
   */
  constructor(view, game, start, moments) {
    this.view = view;
    this.game = game;
    this.start = start;
    this.moments = moments;
    /** The ply looked at; nothing while it goes along with the match. @type {number | undefined} */
    this.at = undefined;
    /**
     * What the person chose while others still think.
     * @type {{ ply: number, move: LegalMove } | undefined}
     */
    this.mine = undefined;
    /** Who sits before the screen. @type {number | undefined} */
    this.present = undefined;
    this.persons = view.room.seats.flatMap((sitter, seat) => (sitter.kind === 'person' ? [seat] : []));
    const side = this.persons[0] ?? 0;
    this.board = new BoardView(game, {
      angle: facing(game, start.pieces, side),
      onPlay: (move) => void this.play(move),
      whyNot: () => this.whyNot(),
      outcomes: () => this.outcomes(),
    });
    this.seats = new SeatPanel(game);
    this.moveList = new MoveList(game, (ply) => this.look(ply));
    this.review = new Review(game, {
      look: (ply) => this.look(ply),
      point: (hints) => this.board.hint(hints),
      board: this.board.element,
      moves: this.moveList,
      isAsked: false,
    });
    this.veil = new Veil(() => this.takePlace());
    this.headline = h('h1', { class: 'headline' });
    this.controls = new RoomControls({
      act: (what, body) => void this.act(what, body),
      hint: () => void this.hint(),
      flip: () => this.board.flip(),
      record: () => api.roomRecord(this.view.room.id),
      position: () => this.moment.position,
    });
    this.hinting = new AbortController();
    /** @type {(() => void)[]} */
    this.stops = [];
    /** Changes that have not been shown yet. @type {RoomView[]} */
    this.news = [];
    this.isTaking = false;
  }

  /** @param {HTMLElement} into */
  build(into) {
    document.title = `${this.game.title} · truel`;
    const board = h('div', { class: 'board-box' }, this.board.element, this.veil.element);
    const side = h(
      'aside',
      { class: 'side' },
      this.headline,
      this.seats.element,
      this.moveList.element,
      this.controls.element,
    );
    into.classList.add('table');
    put(into, h('div', { class: 'board-column' }, board, this.board.choices.element), side, this.review.element);
    this.stops = [stepKeys((way) => this.step(way)), api.watchRoom(this.view.room.id, (view) => this.hear(view))];
    this.show(undefined);
  }

  leave() {
    for (const stop of this.stops) stop();
    this.hinting.abort();
    this.seats.close();
    this.review.close();
    this.moveList.replay.stop();
  }

  /** The ply looked at. */
  get ply() {
    return this.at ?? this.moments.length - 1;
  }

  /** The moment looked at. @returns {Moment} */
  get moment() {
    return this.moments[this.ply] ?? this.view.moment;
  }

  /**
   * The room has changed, says an event or an answer; whichever comes first counts. Changes are
   * taken one after another, without waiting for anything to be seen: the board lets moves be seen
   * while the hand goes on.
   * @param {RoomView} view
   */
  hear(view) {
    this.news.push(view);
    if (!this.isTaking) void this.catchUp();
  }

  async catchUp() {
    this.isTaking = true;
    try {
      for (let view = this.news.shift(); view; view = this.news.shift()) {
        if (view.room.version <= this.view.room.version) continue;
        const step = advance(this.moments, view) ?? { kind: 'other', moments: await momentsOf(view.room) };
        this.take(view, step);
      }
    } catch (error) {
      // What could not be asked for comes again with the next change, or when the server is back.
      note(String(error instanceof Error ? error.message : error));
    }
    this.isTaking = false;
  }

  /** @param {RoomView} view @param {{ kind: string, moments: Moment[] }} step */
  take(view, step) {
    const before = this.moments.at(-1);
    this.view = view;
    this.moments = step.moments;
    if (this.mine && this.mine.ply !== view.moment.ply) this.mine = undefined;
    if (this.at !== undefined && this.at >= this.moments.length) this.at = undefined;
    if (step.kind === 'other') this.review.forget();
    // Somebody has chosen: nothing moves, and a hand in the middle of a move is not disturbed.
    if (step.kind === 'same' && !ending(this.game, view.moment, view.room)) return this.freshen();
    const isNext = step.kind === 'next';
    if (isNext) say(`${this.movesInWords(before, view.moment)}. ${this.headlineText()}`);
    this.show(isNext && this.at === undefined ? before : undefined, true);
  }

  /** @param {Moment | undefined} before @param {Moment} after */
  movesInWords(before, after) {
    return before ? tellMade(this.game, before, after).join('. ') : '';
  }

  /**
   * Draws everything; with `before`, the last move is seen to happen, after those that are still
   * being seen if it is news.
   * @param {Moment | undefined} before
   * @param {boolean} [isNews]
   */
  show(before, isNews = false) {
    const { view, moment } = this;
    this.board.let(undefined, []);
    this.showPanels();
    this.moveList.show(this.moments, this.ply);
    const seen = this.board.show(moment, before ?? this.moments[this.ply - 1], before !== undefined, isNews);
    // Both want to see what came of their hidden choices before the screen is passed.
    if (this.isHidden() && before) void seen.then(() => view === this.view && this.turn());
    else this.turn();
    if (ending(this.game, view.moment, view.room)) this.review.show(view.room.id, this.moments, this.ply);
    else this.review.hide();
  }

  /** Tells what has changed beside the board. */
  freshen() {
    this.showPanels();
    this.turn();
  }

  showPanels() {
    this.seats.show(this.view, this.moment);
    this.headline.textContent = this.headlineText();
    this.showControls();
  }

  headlineText() {
    const end = ending(this.game, this.view.moment, this.view.room);
    if (end) return `${end.head}: ${end.why}`;
    const seat = this.wanted();
    if (this.persons.length < 2 || seat === undefined) return this.view.moment.headline;
    const name = this.name(seat);
    if (this.view.moment.acting.length > 1) return `${name} chooses, unseen by others`;
    const title = this.game.seats[seat]?.name ?? '';
    const told = name === title ? '' : ` (${title})`;
    // Whoever moved last has the screen; with the first move nobody has it yet.
    const last = this.moments.at(-2)?.acting[0];
    return last !== undefined && last !== seat && this.persons.includes(last)
      ? `Pass the screen to ${name}${told}`
      : `${name} to move${told}`;
  }

  /** Who has to choose here, if anybody at this screen does. @returns {number | undefined} */
  wanted() {
    const { view } = this;
    if (ending(this.game, view.moment, view.room)) return undefined;
    return view.moment.acting.find((seat) => this.persons.includes(seat) && !view.room.chosen.includes(seat));
  }

  /** Whether people at this screen choose unseen by each other. */
  isHidden() {
    return this.view.moment.acting.filter((seat) => this.persons.includes(seat)).length > 1;
  }

  /** Whether the newest moment is looked at. */
  get isLive() {
    return this.at === undefined || this.at === this.moments.length - 1;
  }

  /** Who sits in a seat, by name. @param {number} seat */
  name(seat) {
    return personName(this.game, this.view.room, seat);
  }

  /** What the legal moves would do. */
  outcomes() {
    const { game, start, moves } = this.view.room;
    return api.outcomes({ game, ...(start ? { start } : {}), moves });
  }

  /** Why nobody at this screen can move now. */
  whyNot() {
    if (!this.isLive) return 'This is an earlier move. Go to the last one to play on.';
    if (ending(this.game, this.view.moment, this.view.room)) return 'The match is over.';
    if (this.wanted() !== undefined) return 'One moment: your last move is on its way.';
    const waiting = this.view.moment.acting.filter((seat) => !this.view.room.chosen.includes(seat));
    const names = waiting.map((seat) => this.name(seat)).join(' and ');
    return `Not yet: ${names} ${waiting.length > 1 ? 'are' : 'is'} thinking.`;
  }

  /** Lets the right person move. */
  turn() {
    const seat = this.wanted();
    const { isLive } = this;
    if (this.isHidden() && this.present === undefined) this.present = seat;
    const mustPass = this.isHidden() && seat !== undefined && this.present !== seat;
    const name = this.name(seat ?? 0);
    this.veil.show(mustPass && isLive ? `Pass the screen to ${name}` : undefined, `I am ${name}`);
    this.board.let(isLive && !mustPass ? seat : undefined, this.view.legal);
    this.board.resume();
    const mine =
      this.mine && this.persons.length === 1 && isLive
        ? [{ gesture: this.mine.move.gesture, seat: this.mine.move.seat, weight: 0.7, kind: 'committed' }]
        : [];
    if (mine.length > 0 || this.board.hints.some((hint) => hint.kind !== 'tip')) this.board.hint(mine);
  }

  /** Somebody else sits down before the screen. */
  takePlace() {
    this.present = this.wanted();
    if (this.present !== undefined) this.board.turn(facing(this.game, this.start.pieces, this.present));
    this.turn();
  }

  /** @param {LegalMove} move */
  async play(move) {
    this.hinting.abort();
    const ply = this.view.moment.ply;
    this.mine = { ply, move };
    this.board.wait();
    try {
      this.hear(await api.inRoom(this.view.room.id, 'moves', { seat: move.seat, ply, mv: move.mv }));
    } catch (error) {
      this.mine = undefined;
      this.board.waiting = undefined;
      note(String(error instanceof Error ? error.message : error));
      this.show(undefined);
    }
  }

  /** Looks at a ply. @param {number} ply */
  look(ply) {
    const before = ply === this.ply + 1 ? this.moments[ply - 1] : undefined;
    this.at = ply >= this.moments.length - 1 ? undefined : ply;
    this.show(before);
  }

  /** @param {'first' | 'back' | 'on' | 'last'} way */
  step(way) {
    const last = this.moments.length - 1;
    const ply = { first: 0, back: this.ply - 1, on: this.ply + 1, last }[way];
    if (ply >= 0 && ply <= last && ply !== this.ply) this.look(ply);
  }

  /**
   * Does something in the room; a new room is gone to.
   * @param {string} what
   * @param {object} [body]
   */
  async act(what, body = {}) {
    try {
      const view = await api.inRoom(this.view.room.id, what, body);
      if (view.room.id !== this.view.room.id) go(`/room/${view.room.id}`);
      else {
        this.at = undefined;
        this.hear(view);
      }
    } catch (error) {
      note(String(error instanceof Error ? error.message : error));
    }
  }

  showControls() {
    const isOver = ending(this.game, this.view.moment, this.view.room) !== undefined;
    const wanted = this.wanted();
    this.controls.show({
      room: this.view.room,
      ply: this.ply,
      isBack: this.ply < this.moments.length - 1,
      isOver,
      canUndo: this.persons.length > 0 && (this.moments.length > 1 || isOver),
      canHint: wanted !== undefined,
      seat: wanted ?? this.persons[0],
    });
  }

  /** What the usual agent would do, as an arrow. */
  async hint() {
    const seat = this.wanted();
    if (seat === undefined) return;
    this.hinting.abort();
    this.hinting = new AbortController();
    const { ply } = this;
    try {
      const thought = await api.thought(
        { game: this.game.id, position: this.moment.position, seat, time: '1s' },
        this.hinting.signal,
      );
      const best = thought.candidates[0];
      if (!best || ply !== this.ply || seat !== this.wanted()) return;
      this.board.hint([{ gesture: best.gesture, seat, weight: 1, kind: 'tip' }]);
      say(`Hint: ${moveText(best.mv)}`);
    } catch {
      // Nobody waits for it any more.
    }
  }
}

/** @type {Page} */
export async function show(into, [id = '']) {
  const view = await api.room(id);
  const { room } = view;
  const [game, start, moments] = await Promise.all([api.game(room.game), api.start(room.game), momentsOf(room)]);
  const page = new RoomPage(view, game, start, moments);
  page.build(into);
  return () => page.leave();
}

// A board on the page, for every game: shows a moment, lets a hand make moves, points things out.
/** @import { GameView, LegalMove, Moment, MoveEffect, Piece } from '../types.js' */
/** @import { Hint } from './marks.js' */
import { put, s } from '../dom.js';
import { ChoiceBar } from './choices.js';
import { corners, lay as layOut, turnStep } from './geometry.js';
import { ground, strokes, words } from './ground.js';
import { Hand } from './hand.js';
import { Keys } from './keys.js';
import { heat, hintShape, lastMove, overlay } from './marks.js';
import { drawMan, inWords, paintSeats } from './men.js';
import { mayMove, perform, pulse } from './motion.js';
import { ghosts, previews, targets } from './offers.js';
import { Pointer } from './pointer.js';
import { refuse } from './refusal.js';
import { keyOf, tellCell } from './telling.js';

/**
 * A move to be seen.
 * @typedef {{ before: Moment, after: Moment, dropped: number | undefined }} Motion
 */

/** Moves that may wait to be seen; when more come, all but the newest are left out. */
const MOST_WAITING = 3;

export class BoardView {
  /**
   * @param {GameView} game
   * @param {{ angle?: number, isPicture?: boolean, onPlay?: (move: LegalMove) => void, label?:
   *   string,
   *   whyNot?: () => string, outcomes?: () => Promise<MoveEffect[]> }} [options]
   *   `whyNot` says why nobody can move now, `outcomes` asks what the legal moves would do
   */
  constructor(game, options = {}) {
    this.game = game;
    this.options = options;
    this.lay = layOut(game.board, options.angle ?? 0);
    this.hand = new Hand([]);
    /** @type {number | undefined} */
    this.seat = undefined;
    /** The newest moment, which the hand works on. @type {Moment | undefined} */
    this.moment = undefined;
    /** @type {Moment | undefined} */
    this.before = undefined;
    /**
     * What is drawn; while moves are still seen to happen it is older.
     * @type {{ moment?: Moment, before?: Moment }}
     */
    this.drawn = {};
    /** Moves that wait until the ones before them have been seen. @type {Motion[]} */
    this.motions = [];
    /** Whether moves are being seen to happen, and until when. @type {Promise<void> | undefined} */
    this.running = undefined;
    /**
     * What moves would do, once somebody comes by keyboard who has to be told.
     * @type {Map<string, MoveEffect>}
     */
    this.outcomes = new Map();
    this.asked = /** @type {LegalMove[]} */ ([]);
    /**
     * Cells touched while the last move was on its way to the server.
     * @type {number[] | undefined}
     */
    this.waiting = undefined;
    /** @type {Map<Piece, SVGGElement>} */
    this.men = new Map();
    /** @type {Hint[]} */
    this.hints = [];
    this.hasHeat = false;
    /** @type {number | undefined} */
    this.hovered = undefined;
    /** @type {string | undefined} */
    this.previewed = undefined;
    /**
     * A cell on which a piece was just put by hand, so that it need not be seen going there.
     * @type {number | undefined}
     */
    this.dropped = undefined;
    /**
     * What the hand puts down where a position is laid out; null clears.
     * @type {Piece | null | undefined}
     */
    this.brush = undefined;
    this.motion = new AbortController();
    this.under = s('g', { class: 'under' });
    this.menLayer = s('g', { class: 'men' });
    this.above = s('g', { class: 'above' });
    this.touchLayer = s('g', { class: 'touch' });
    this.element = s('svg', {
      class: `board ${game.id}`,
      role: options.isPicture ? 'img' : 'group',
      'aria-label': options.label ?? `${game.title} board`,
    });
    paintSeats(this.element, game);
    this.relay();
    this.choices = new ChoiceBar(this);
    this.pointer = options.isPicture ? undefined : new Pointer(this);
    this.keys = options.isPicture ? undefined : new Keys(this);
  }

  /** Draws what depends on how the board lies. */
  relay() {
    const { x, y, width, height } = this.lay.box;
    this.element.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    put(
      this.element,
      ground(this.game, this.lay),
      this.under,
      strokes(this.game, this.lay),
      words(this.game, this.lay),
      this.menLayer,
      this.above,
      this.touchLayer,
    );
    if (this.options.isPicture) return;
    put(
      this.touchLayer,
      ...this.lay.cells.map((cell, index) =>
        s('polygon', { class: 'hit', role: 'button', tabindex: -1, 'data-cell': index, points: corners(cell.outline) }),
      ),
    );
    // Named from the first, although what stands on them may still be on its way.
    this.label();
  }

  /** Turns the board. @param {number} angle */
  turn(angle) {
    if (angle === this.lay.angle) return;
    this.lay = layOut(this.game.board, angle);
    this.relay();
    this.keys?.stop(this.keys.cell);
    this.settle();
  }

  /** Turns the board one step on. */
  flip() {
    this.turn((this.lay.angle + turnStep(this.game.board)) % 360);
  }

  /**
   * Shows a moment; with the one before it, and if wanted, how it came about. The hand works on the
   * new moment at once. Resolves when everything has been seen.
   * @param {Moment} moment
   * @param {Moment | undefined} before
   * @param {boolean} isSeen
   * @param {boolean} [isQueued] whether moves that are still being seen are seen to their end first
   */
  async show(moment, before, isSeen, isQueued = false) {
    const isNext = isSeen && before !== undefined && moment.mv !== null && moment.ply === before.ply + 1;
    if (moment.ply !== this.moment?.ply) this.hints = [];
    const { dropped } = this;
    [this.moment, this.before, this.dropped] = [moment, before, undefined];
    if (!isNext || !mayMove()) {
      this.settle();
      return;
    }
    if (!isQueued) this.stop();
    this.motions.push({ before, after: moment, dropped });
    if (this.motions.length > MOST_WAITING) this.motions = this.motions.slice(-1);
    this.running ??= this.run();
    this.point();
    await this.running;
  }

  /** Lets the moves that wait be seen, one after the other. */
  async run() {
    this.motion = new AbortController();
    const { signal } = this.motion;
    this.element.classList.add('moving');
    for (let next = this.motions.shift(); next; next = this.motions.shift()) {
      this.drawn = { moment: next.before };
      this.redraw();
      await perform(this, next.before, next.after, next.dropped, signal);
      if (signal.aborted) return;
      this.drawn = { moment: next.after, before: next.before };
      this.redraw();
      pulse(this, next.before, next.after);
    }
    this.running = undefined;
    this.element.classList.remove('moving');
  }

  /** Gives up what is being seen to happen. */
  stop() {
    this.motion.abort();
    this.motions = [];
    this.running = undefined;
    this.element.classList.remove('moving');
  }

  /** Draws the newest moment; what was still being seen has happened. */
  settle() {
    this.stop();
    this.drawn = { moment: this.moment, before: this.before };
    this.redraw();
  }

  /** Draws the pieces and everything pointed out. */
  redraw() {
    this.men.clear();
    put(this.menLayer);
    const pieces = this.drawn.moment?.pieces ?? [];
    for (const piece of pieces) {
      const node = drawMan(this.game, this.lay, piece, pieces);
      this.men.set(piece, node);
      this.menLayer.append(node);
    }
    const names = this.element.querySelectorAll('.name');
    for (const [cell, name] of names.entries()) {
      const isCovered = pieces.some((piece) => piece.cell === cell);
      name.classList.toggle('hidden', isCovered);
    }
    this.point();
  }

  /** Who may move here, and how. @param {number | undefined} seat @param {LegalMove[]} legal */
  let(seat, legal) {
    const { hand } = this;
    const own = seat === undefined ? [] : legal.filter((move) => move.seat === seat);
    const isSame =
      seat === this.seat &&
      own.length === hand.legal.length &&
      own.every((move, place) => move.mv === hand.legal[place]?.mv);
    this.seat = seat;
    if (!isSame) this.hand = new Hand(own);
    this.point();
    if (this.element.querySelector(':focus-visible')) void this.learn();
  }

  /**
   * Asks what the moves of this hand would do, for whoever has the focus on the board and may not
   * see it.
   */
  async learn() {
    const { legal } = this.hand;
    if (!this.options.outcomes || legal.length === 0 || this.asked === legal) return;
    this.asked = legal;
    const outcomes = await this.options.outcomes().catch(() => []);
    if (this.hand.legal !== legal) return;
    this.outcomes = new Map(outcomes.map((outcome) => [keyOf(outcome), outcome]));
    this.label();
  }

  /**
   * Points moves out with arrows, and if wanted with heat.
   * @param {Hint[]} hints
   * @param {boolean} hasHeat
   */
  hint(hints, hasHeat = false) {
    [this.hints, this.hasHeat] = [hints, hasHeat];
    this.point();
  }

  /** Draws what is pointed out, and what each cell says. */
  point() {
    this.element.dataset.ply = String(this.moment?.ply ?? '');
    this.element.dataset.seat = String(this.seat ?? '');
    const held = this.hand.touched.flatMap((touch) => (touch.cell === undefined ? [] : [touch.cell]));
    const { moment, before } = this.drawn;
    const last = moment ? lastMove(this.game, this.lay, moment, before) : [];
    const waiting = this.waiting ?? [];
    put(
      this.under,
      ...last,
      ...[...held, ...waiting].map((cell) => overlay(this.lay, cell, 'held')),
      ...(this.hasHeat ? heat(this.lay, this.hints) : []),
    );
    const shapes = this.hints.map((hint) => hintShape(this.game, this.lay, hint));
    put(this.above, ...targets(this), ...ghosts(this), ...previews(this), ...shapes);
    this.label();
    const { choices } = this.hand.next();
    const first = this.hand.touched[0]?.choice;
    this.choices.show(first === undefined ? choices : this.firstChoices(), first, this.hand.hasChoices);
  }

  /** The choices of a first touch, which stay in sight once one is made. */
  firstChoices() {
    return new Hand(this.hand.legal).next().choices;
  }

  /** Says of each cell what it is, what stands there and what it is good for. */
  label() {
    if (this.options.isPicture) return;
    const { cells } = this.hand.next();
    const isHeld = this.hand.touched.length > 0;
    /** @type {Map<number, string[]>} */
    const standing = new Map();
    for (const piece of this.moment?.pieces ?? [])
      standing.set(piece.cell, [...(standing.get(piece.cell) ?? []), inWords(this.game, piece)]);
    for (const [index, node] of [...this.touchLayer.children].entries()) {
      const good = this.brush !== undefined || !cells.has(index) ? '' : tellCell(this, index);
      const what = standing.get(index)?.join(' and ') ?? 'empty';
      const state = this.moment ? `: ${what}${this.hand.held === index ? ', chosen' : good ? `; ${good}` : ''}` : '';
      node.setAttribute('aria-label', `${this.game.board.cells[index]?.name}${state}`);
      node.classList.toggle('can', cells.has(index) || (isHeld && this.startsHere(index)));
    }
  }

  /** Whether a move can begin on this cell. @param {number} cell */
  startsHere(cell) {
    return this.hand.legal.some((move) => move.gesture[0]?.cell === cell);
  }

  /** The move is on its way: touches are kept until it is known who moves next. */
  wait() {
    this.let(undefined, []);
    this.waiting = [];
  }

  /** Makes up for the touches that were kept; where nobody may move now, they are refused. */
  resume() {
    const { waiting = [] } = this;
    this.waiting = undefined;
    for (const cell of waiting) this.touch(cell);
  }

  /** Shows that a touch leads nowhere, and says why if that can be said. @param {number} cell */
  refuse(cell) {
    if (!this.options.onPlay) return;
    const name = this.game.board.cells[cell]?.name ?? '';
    refuse(this, cell, this.seat === undefined ? (this.options.whyNot?.() ?? '') : '', `${name}: no move from here`);
  }

  /** A touch of a cell. Returns whether it led anywhere. @param {number} cell */
  touch(cell) {
    if (this.seat === undefined && this.waiting) {
      this.waiting.push(cell);
      this.point();
      return true;
    }
    if (this.hand.held === cell && this.hand.touched.length === 1) return this.drop();
    if (!this.hand.may({ cell })) {
      if (!this.startsHere(cell)) {
        if (this.hand.touched.length === 0) this.refuse(cell);
        return this.drop();
      }
      this.hand.drop();
    }
    return this.made(this.hand.touch({ cell }));
  }

  /** A touch beside the board. @param {string} choice */
  choose(choice) {
    const isOther = !this.hand.may({ choice });
    const wasPressed = this.hand.touched.length === 1 && this.hand.touched[0]?.choice === choice;
    if (isOther) this.hand.drop();
    if (wasPressed) return this.drop();
    this.previewed = undefined;
    return this.made(this.hand.touch({ choice }));
  }

  /** @param {LegalMove | undefined} move */
  made(move) {
    if (move) {
      this.hand.drop();
      this.hovered = undefined;
      if (this.running) this.settle();
      this.options.onPlay?.(move);
    }
    this.point();
    return true;
  }

  /** Lets go of what the hand holds. */
  drop() {
    this.hand.drop();
    this.point();
    return false;
  }

  /** Shows what a choice would do. @param {string | undefined} choice */
  preview(choice) {
    this.previewed = choice;
    this.point();
  }
}

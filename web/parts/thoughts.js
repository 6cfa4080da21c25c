// What an agent thinks, shown: who wins, its best moves compared, and the line that each
// of them leads to.
/** @import { CandidateView, GameView, ThoughtView } from '../types.js' */
import { seatBadge } from '../board/men.js';
import { button, focusedAt, h, put } from '../dom.js';
import { chancesText, percents, percentText, provenText, seatBar, winBar, winMarks, winShares } from './chances.js';
import { bySeat, isMixed, shareOf } from './share.js';
import { moveText, short } from './words.js';

/** Moves of a line that are shown after its first. */
const LINE = 7;
/** The moves that are compared unless somebody wants more or fewer. */
const USUAL = 5;
const MOST = 12;

/** A number of an agent's own, never a zero with a sign. @param {number} value */
export function numberText(value) {
  const text = value.toFixed(2);
  return Number(text) === 0 ? '0.00' : text.replace('-', '−');
}

/**
 * What the panel asks of its page.
 * @typedef {object} Doings
 * @property {(mv: string, seat: number) => void} play
 * @property {(line: string[]) => void} follow plays a line from here
 * @property {(candidate: CandidateView | undefined, seat: number) => void} hover
 * @property {() => void} again the number of moves to compare has changed
 * @property {(line: string[], seat: number) => Promise<number | undefined>} lengthOf moves of a
 *   seat until a line ends the match; nothing if it does not
 */

/**
 * Whether anything is known about a move: one that was never tried has no chances to show.
 * @param {CandidateView} candidate @param {boolean} hasVisits whether the agent counts them
 */
const isTried = ({ visits, bound, chances }, hasVisits) =>
  chances.length > 0 && (visits > 0 || (!hasVisits && bound === 'exact'));

/**
 * What there is to say about the moves of a table.
 * @typedef {{ visits: boolean, chances: boolean, shares: boolean, raw: boolean }} Columns
 */

/** How many columns that makes. @param {Columns} has */
const width = (has) => 1 + Number(has.shares) + 2 * Number(has.chances);

export class Thoughts {
  /** @param {GameView} game @param {Doings} doings */
  constructor(game, doings) {
    this.game = game;
    this.doings = doings;
    this.bars = h('section', { class: 'bars', 'aria-label': 'Who may expect what' });
    this.status = h('small', { class: 'status-line' });
    this.tables = h('div', {});
    const counts = Array.from({ length: MOST }, (_, index) => h('option', { value: index + 1 }, index + 1));
    this.count = h('select', { 'aria-label': 'How many moves to compare', onchange: () => this.recount() }, ...counts);
    this.count.value = localStorage.getItem('candidates') ?? '';
    if (this.count.selectedIndex < 0) this.count.value = String(USUAL);
    this.raw = h('input', { type: 'checkbox', onchange: () => this.draw() });
    this.element = h(
      'section',
      { class: 'think' },
      h('div', { class: 'row small' }, h('label', { class: 'inline' }, 'Best moves', this.count), this.status),
      this.tables,
      h('label', { class: 'inline' }, this.raw, 'Show the agent’s own numbers'),
    );
    /** @type {{ thought: ThoughtView } | undefined} */
    this.shown = undefined;
    /**
     * How many moves proven lines take, by line; asked once.
     * @type {Map<string, number | undefined>}
     */
    this.lengths = new Map();
  }

  /** How many moves to compare. */
  get candidates() {
    return Number(this.count.value);
  }

  recount() {
    localStorage.setItem('candidates', this.count.value);
    this.doings.again();
  }

  /** @param {string} text */
  clear(text) {
    this.shown = undefined;
    this.lengths.clear();
    put(this.bars, ...this.emptyBars());
    put(this.tables);
    this.status.textContent = text;
  }

  /** @param {ThoughtView} thought */
  show(thought) {
    this.shown = { thought };
    this.draw();
  }

  draw() {
    if (!this.shown) return;
    const { thought } = this.shown;
    put(this.bars, ...(this.game.seats.length === 2 ? this.oneBar(thought) : this.seatBars(thought)));
    const depth = thought.depth > 0 ? `${thought.depth} plies ahead, ` : '';
    this.status.textContent = `${depth}${short(thought.nodes)} positions${thought.is_final ? '' : ' …'}`;
    const table = (/** @type {CandidateView[]} */ all, /** @type {number} */ seat) =>
      this.table(all, seat, `${this.nameOf(seat)} may`);
    const replies = bySeat(thought.replies).map((all) => table(all, all[0]?.seat ?? thought.seat));
    this.keepFocus(() => put(this.tables, table(thought.candidates, thought.seat), ...replies));
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.game.seats[seat]?.name ?? '';
  }

  /** Draws the tables anew without taking the keyboard's place away. @param {() => void} draw */
  keepFocus(draw) {
    const place = focusedAt(this.tables, 'button');
    draw();
    if (place >= 0) this.tables.querySelectorAll('button')[place]?.focus();
  }

  emptyBars() {
    const track = () => h('span', { class: 'track' });
    if (this.game.seats.length === 2) return [this.barLegend(['–', '–', '']), track()];
    return this.game.seats.map((_, seat) => this.bar(seat, track(), '–'));
  }

  /** @param {string[]} texts for each seat, and for a draw */
  barLegend(texts) {
    const seat = (/** @type {number} */ index) =>
      h('span', {}, seatBadge(this.game, index), `${this.nameOf(index)} ${texts[index]}`);
    return h('div', { class: 'bar-legend' }, seat(0), texts[2] ? h('span', {}, `draw ${texts[2]}`) : null, seat(1));
  }

  /**
   * Two seats: what one wins the other loses, so one bar says it all.
   * @param {ThoughtView} thought
   */
  oneBar({ chances }) {
    const texts = percents(winShares(chances)).map((part) => `${part} %`);
    return [this.barLegend(texts), winBar(this.game, chances, 'Who wins'), ...this.remarks()];
  }

  /** Three seats: each has a bar of its own. @param {ThoughtView} thought */
  seatBars({ chances }) {
    const rows = chances.map((_, seat) =>
      this.bar(seat, seatBar(this.game, chances, seat), chancesText(chances, seat)),
    );
    return [...rows, ...this.remarks()];
  }

  /** @param {number} seat @param {HTMLElement} track @param {string} text */
  bar(seat, track, text) {
    return h(
      'div',
      { class: 'bar' },
      seatBadge(this.game, seat),
      h('span', {}, this.nameOf(seat)),
      track,
      h('output', {}, text),
    );
  }

  /** What else is to be said about the bars. */
  remarks() {
    if (!this.shown) return [];
    const { value, is_calibrated } = this.shown.thought;
    const numbers = value.map((one, seat) => `${this.nameOf(seat)} ${numberText(one)}`).join(', ');
    return [
      is_calibrated ? null : h('small', {}, 'A rough guess: nobody has compared this agent’s numbers with results.'),
      this.raw.checked ? h('small', {}, `own numbers: ${numbers}`) : null,
    ];
  }

  /** @param {CandidateView[]} all @param {number} seat @param {string} title */
  table(all, seat, title) {
    const candidates = all.slice(0, this.candidates);
    const has = {
      visits: all.some(({ visits }) => visits > 0),
      chances: all.some(({ chances }) => chances.length > 0),
      shares: isMixed(all) || all.every(({ chances }) => chances.length === 0),
      raw: this.raw.checked,
    };
    const titles = [title, ...(has.shares ? ['how often'] : []), ...(has.chances ? ['who wins', 'expects'] : [])];
    const rows = candidates.flatMap((candidate) =>
      this.rows(candidate, seat, has, has.shares ? shareOf(all, candidate) : undefined),
    );
    const further = this.further(all.slice(this.candidates), seat, has);
    const head = h('tr', {}, ...titles.map((text) => h('th', { scope: 'col' }, text)));
    return h('table', { class: 'candidates' }, h('thead', {}, head), h('tbody', {}, ...rows, further));
  }

  /**
   * Further moves of which only an upper bound is known.
   * @param {CandidateView[]} rest @param {number} seat @param {Columns} has
   */
  further(rest, seat, has) {
    const bounded = rest.filter((candidate) => candidate.bound === 'at-most' && isTried(candidate, has.visits));
    if (bounded.length === 0) return null;
    const parts = bounded.map((candidate) =>
      h(
        'span',
        {
          onpointerenter: () => this.doings.hover(candidate, seat),
          onpointerleave: () => this.doings.hover(undefined, seat),
        },
        button(moveText(candidate.mv), () => this.doings.play(candidate.mv, seat), {
          class: 'quiet',
          title: 'Play it here',
        }),
        ' ',
        this.expectation(candidate, seat),
      ),
    );
    return h('tr', { class: 'further' }, h('td', { colspan: width(has) }, 'others: ', ...parts));
  }

  /**
   * @param {CandidateView} candidate
   * @param {number} seat
   * @param {Columns} has
   * @param {number | undefined} share
   */
  rows(candidate, seat, has, share) {
    const isKnown = isTried(candidate, has.visits);
    const isExact = candidate.bound === 'exact';
    const hover = {
      onpointerenter: () => this.doings.hover(candidate, seat),
      onpointerleave: () => this.doings.hover(undefined, seat),
    };
    const props = {
      onfocusin: hover.onpointerenter,
      onfocusout: hover.onpointerleave,
      class: 'quiet',
      title: 'Play it here',
    };
    const move = button(moveText(candidate.mv), () => this.doings.play(candidate.mv, seat), props);
    // A bound says nothing about the others.
    const wins =
      isKnown && isExact ? [winBar(this.game, candidate.chances, 'Who wins'), this.marks(candidate, seat)] : [];
    const row = h(
      'tr',
      { class: 'candidate', 'data-mv': candidate.mv, ...hover },
      h('th', { scope: 'row' }, move),
      has.shares ? h('td', { class: 'share' }, share === undefined ? '' : `${Math.round(share * 100)} %`) : null,
      has.chances ? h('td', { class: 'wins' }, ...wins) : null,
      has.chances ? h('td', { class: 'expects' }, isKnown ? this.expectation(candidate, seat) : '') : null,
    );
    const more = [this.line(candidate), has.raw ? this.own(candidate, has.visits, isKnown) : null].filter(
      (part) => part !== null,
    );
    if (more.length === 0) return [row];
    return [row, h('tr', { class: 'more', ...hover }, h('td', { colspan: width(has) }, ...more))];
  }

  /** @param {CandidateView} candidate @param {number} seat */
  marks({ chances }, seat) {
    return this.game.seats.length > 2 ? winMarks(this.game, chances, seat) : null;
  }

  /**
   * What the seat that moves may expect of it.
   * @param {CandidateView} candidate
   * @param {number} seat
   */
  expectation(candidate, seat) {
    const proven = provenText(candidate, seat, this.lengthOf(candidate, seat));
    if (proven) return proven;
    const text = percentText(candidate.chances[seat]?.points ?? 0);
    if (candidate.bound === 'exact') return text;
    return h(
      'span',
      { class: 'bound', title: 'At most this: the agent saw that other moves are better and looked no further' },
      h('span', { 'aria-hidden': 'true' }, '≤ '),
      h('span', { class: 'unseen' }, 'at most '),
      text,
    );
  }

  /**
   * How many moves a proven line takes; asked for at the first time.
   * @param {CandidateView} candidate
   * @param {number} seat
   */
  lengthOf({ is_proven, line }, seat) {
    if (!is_proven || line.length === 0) return undefined;
    const key = line.join(' ');
    if (!this.lengths.has(key)) {
      this.lengths.set(key, undefined);
      void this.measure(key, line, seat);
    }
    return this.lengths.get(key);
  }

  /** @param {string} key @param {string[]} line @param {number} seat */
  async measure(key, line, seat) {
    const moves = await this.doings.lengthOf(line, seat).catch(() => undefined);
    if (moves === undefined || !this.lengths.has(key)) return;
    this.lengths.set(key, moves);
    this.draw();
  }

  /**
   * The play that follows the move; each step of it can be gone to.
   * @param {CandidateView} candidate
   */
  line({ line }) {
    if (line.length < 2) return null;
    const steps = line.slice(1, 1 + LINE).map((mv, place) =>
      button(moveText(mv), () => this.doings.follow(line.slice(0, place + 2)), {
        class: 'quiet mono',
        title: 'Go there',
      }),
    );
    return h('span', { class: 'line' }, 'then ', ...steps, line.length > 1 + LINE ? '…' : null);
  }

  /** @param {CandidateView} candidate @param {boolean} hasVisits @param {boolean} isKnown */
  own({ value, values, visits, bound }, hasVisits, isKnown) {
    const numbers = bound === 'exact' ? values.map(numberText).join(', ') : `≤ ${numberText(value)}`;
    return h(
      'small',
      { class: 'own' },
      [isKnown ? numbers : '', hasVisits ? `${short(visits)} visits` : ''].filter(Boolean).join('; '),
    );
  }
}

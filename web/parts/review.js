// A finished match looked at again: what each seat could expect at every ply, which moves
// cost most, and what was better.
/** @import { GameView, Moment } from '../types.js' */
/** @import { Hint } from '../board/marks.js' */
/** @import { MoveList } from './moves.js' */
/** @import { Verdict } from './verdict.js' */

import { seatDashes } from '../board/figures.js';
import { paintSeats, seatBadge } from '../board/men.js';
import { button, focusedAt, h, link, put, s, say } from '../dom.js';
import { percentText } from './chances.js';
import { Graph } from './graph.js';
import { Judge } from './judge.js';
import { analysisLink } from './record.js';
import { EVEN, nextPly } from './sampling.js';
import { turningPoint } from './verdict.js';
import { moveText } from './words.js';

const SIGNS = { mistake: '?', blunder: '??' };
/** Plies in a row that may fail before it gives up. */
const PATIENCE = 3;
/** Moves of a better line that are shown. */
const LINE = 6;

/**
 * What a page lends to the review.
 * @typedef {object} Host
 * @property {(ply: number) => void} look
 * @property {(hints: Hint[]) => void} point draws arrows on the board
 * @property {Element} board what must be in sight when a mark is gone to
 * @property {MoveList} moves
 * @property {boolean} isAsked whether somebody must press a button first
 */

export class Review {
  /** @param {GameView} game @param {Host} host */
  constructor(game, host) {
    this.game = game;
    this.host = host;
    /** @type {Moment[]} */
    this.moments = [];
    this.at = 0;
    this.key = '';
    this.judge = new Judge(game, []);
    /** @type {Set<number>} */
    this.asked = new Set();
    this.asking = new AbortController();
    this.hasArrows = false;
    this.list = h('ol', { class: 'verdicts', id: 'verdicts' });
    this.graph = new Graph(game, (ply) => host.look(ply), 'verdicts');
    const legend = h(
      'div',
      { class: 'legend' },
      ...game.seats.map((seat, index) => h('span', {}, dash(game, index), seatBadge(game, index), seat.name)),
    );
    this.run = button('Review the moves', () => this.toggle());
    this.bar = h('progress', { 'aria-label': 'Plies looked at', max: 1, value: 0, hidden: true });
    this.progress = h('small', { class: 'progress' });
    this.body = h('div', { hidden: true }, legend, this.graph.element, this.list);
    this.element = h(
      'section',
      { class: 'review panel', hidden: true, 'aria-label': 'Review' },
      h('div', { class: 'row' }, h('h2', {}, 'How it went'), this.run, this.bar, this.progress),
      this.body,
    );
    this.card = h('div', { class: 'verdict-card', hidden: true });
    host.moves.element.append(this.card);
  }

  hide() {
    this.close();
    this.element.hidden = true;
    this.forget();
  }

  /** Another match is shown from now on. */
  forget() {
    this.close();
    this.key = '';
    this.judge = new Judge(this.game, []);
    this.asked = new Set();
    this.host.moves.judge(new Map());
    this.card.hidden = true;
    this.body.hidden = true;
  }

  close() {
    this.asking.abort();
  }

  /**
   * Shows a match, ply `at` marked.
   * @param {string} id
   * @param {Moment[]} moments
   * @param {number} at
   */
  show(id, moments, at) {
    this.element.hidden = moments.length < 3;
    [this.moments, this.at] = [moments, at];
    const key = `${id} ${moments.map(({ mv }) => mv).join(' ')}`;
    if (key !== this.key) {
      this.forget();
      this.key = key;
      this.judge = new Judge(this.game, moments);
      this.label('Review the moves', '');
      if (!this.host.isAsked && !this.element.hidden) void this.ask();
    }
    this.draw();
  }

  get isRunning() {
    return !this.asking.signal.aborted && this.run.dataset.runs === 'true';
  }

  toggle() {
    if (this.isRunning) {
      this.close();
      this.label('Go on', this.counted());
    } else void this.ask();
  }

  /** @param {string} action what the button does; nothing hides it @param {string} text */
  label(action, text) {
    this.run.textContent = action;
    this.run.hidden = action === '';
    this.run.dataset.runs = String(action === 'Stop');
    this.bar.hidden = action !== 'Stop';
    this.progress.textContent = text;
  }

  counted() {
    return `${this.asked.size} of ${this.moments.length} plies looked at`;
  }

  /** Looks at one ply after another until enough is known or somebody stops it. */
  async ask() {
    this.close();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const { judge, asked } = this;
    const last = judge.moments.length - 1;
    this.body.hidden = false;
    let failures = 0;
    for (
      let ply = nextPly(asked, judge.points, last, 1);
      ply !== undefined;
      ply = nextPly(asked, judge.points, last, 1)
    ) {
      this.label('Stop', `looking at ply ${ply}; ${this.counted()}`);
      this.bar.value = asked.size / Math.min(last + 1, EVEN);
      const isDone = await judge.look(ply, signal).then(
        () => true,
        () => false,
      );
      if (signal.aborted) return;
      // A ply that cannot be asked about leaves a gap; several in a row mean that nobody answers.
      failures = isDone ? 0 : failures + 1;
      if (failures >= PATIENCE) return this.label('Go on', 'The server has no answer at the moment.');
      if (isDone || failures > 1) asked.add(ply);
      this.draw();
    }
    this.label('', asked.size <= last ? this.counted() : '');
    if (judge.verdicts.length === 0) put(this.list, h('li', {}, 'No move cost its seat much.'));
  }

  draw() {
    const { judge } = this;
    const turning = turningPoint(judge.verdicts, judge.moments.at(-1)?.points);
    const marks = judge.verdicts.map((verdict) => ({
      ply: verdict.ply,
      seat: verdict.seat,
      sign: SIGNS[verdict.kind],
      text: this.words(verdict),
      isTurning: verdict === turning,
    }));
    this.graph.show(judge.points, this.moments.length - 1, this.at, marks);
    if (judge.verdicts.length > 0) this.showList(turning);
    this.host.moves.judge(
      new Map(
        marks.map(({ ply, seat, sign, text }, place) => [
          `${ply + 1}/${seat}`,
          { sign, kind: judge.verdicts[place]?.kind ?? '', text },
        ]),
      ),
    );
    this.showCard(turning);
    const hints = this.hintsAt(this.at);
    if (hints.length > 0 || this.hasArrows) this.host.point(hints);
    this.hasArrows = hints.length > 0;
  }

  /**
   * The better move and the one that was played, as arrows.
   * @param {number} ply
   * @returns {Hint[]}
   */
  hintsAt(ply) {
    return this.judge.verdicts
      .filter((verdict) => verdict.ply === ply)
      .flatMap(({ seat, better }) => [
        { gesture: this.gestureOf(ply, seat), seat, weight: 0.5, kind: 'played' },
        { gesture: better.gesture, seat, weight: 1, kind: 'better' },
      ]);
  }

  /** What a hand touched to make the move of a seat. @param {number} ply @param {number} seat */
  gestureOf(ply, seat) {
    const after = this.moments[ply + 1];
    const place = this.moments[ply]?.acting.indexOf(seat) ?? -1;
    return after?.gestures[place] ?? [];
  }

  /** @param {Verdict} verdict */
  words({ seat, kind, played, better, kept, possible }) {
    const name = this.game.seats[seat]?.name;
    const other = `with ${moveText(better.mv)} ${percentText(possible)}`;
    return `${name}’s ${kind} ${moveText(played)}: expects ${percentText(kept)}, ${other}`;
  }

  /** @param {Verdict | undefined} turning */
  showList(turning) {
    const rows = this.judge.verdicts.map((verdict) => {
      const { ply, seat, kind, played, better, kept, possible } = verdict;
      const isHere = ply === this.at;
      const go = button(
        h(
          'span',
          {},
          `${this.host.moves.numberOf(ply + 1, seat)}. ${moveText(played)}`,
          h('span', { 'aria-hidden': 'true' }, SIGNS[kind]),
        ),
        () => this.go(verdict),
        { class: 'quiet', 'aria-current': isHere ? 'true' : undefined },
      );
      const text = `${kind}: ${percentText(possible)} → ${percentText(kept)}. Better: ${moveText(better.mv)}`;
      const tag = verdict === turning ? h('strong', { class: 'tag' }, 'the turning point') : null;
      return h(
        'li',
        { 'data-ply': ply, class: kind },
        seatBadge(this.game, seat),
        go,
        h('span', {}, `${this.game.seats[seat]?.name}’s ${text}`),
        tag,
      );
    });
    const place = focusedAt(this.list, 'button');
    put(this.list, ...rows);
    if (place >= 0) this.list.querySelectorAll('button')[place]?.focus();
  }

  /** Goes to the position before a move, with the better one drawn. @param {Verdict} verdict */
  go(verdict) {
    this.host.look(verdict.ply);
    this.host.board.scrollIntoView({ block: 'nearest' });
    say(this.words(verdict));
  }

  /** The nearest marks before and after the ply looked at. */
  neighbours() {
    const { verdicts } = this.judge;
    return [verdicts.findLast(({ ply }) => ply < this.at), verdicts.find(({ ply }) => ply > this.at)];
  }

  /**
   * Beside the board: the way to the next mistake, and what is to be said about the one looked at.
   * @param {Verdict | undefined} turning
   */
  showCard(turning) {
    const { verdicts } = this.judge;
    this.card.hidden = verdicts.length === 0;
    const [back, on] = this.neighbours();
    const step = (/** @type {string} */ text, /** @type {Verdict | undefined} */ to) =>
      button(text, () => to && this.go(to), { disabled: to === undefined });
    const here = verdicts.filter(({ ply }) => ply === this.at);
    const hadFocus = focusedAt(this.card, '.row button');
    put(
      this.card,
      h('div', { class: 'row small' }, step('Previous mistake', back), step('Next mistake', on)),
      ...here.map((verdict) => this.explain(verdict, verdict === turning)),
    );
    if (hadFocus >= 0)
      /** @type {NodeListOf<HTMLElement>} */ (this.card.querySelectorAll('.row button'))[hadFocus]?.focus();
  }

  /** @param {Verdict} verdict @param {boolean} isTurning */
  explain({ ply, seat, kind, played, better, line, kept, possible }, isTurning) {
    const name = this.game.seats[seat]?.name ?? '';
    const start = this.moments[0]?.position;
    const before = this.moments.slice(1, ply + 1).map(({ mv }) => mv ?? '');
    const rest = line.slice(1, LINE).map(moveText).join(' ');
    return h(
      'div',
      { class: 'explained' },
      h(
        'p',
        {},
        isTurning ? h('strong', {}, 'The turning point. ') : null,
        `${name} played ${moveText(played)}, a ${kind}, and may expect ${percentText(kept)} after it.`,
      ),
      h(
        'p',
        {},
        `Better was ${moveText(better.mv)} with ${percentText(possible)}${rest ? `, then perhaps ${rest}` : ''}.`,
      ),
      line.length > 0
        ? link(analysisLink(this.game.id, start, [...before, ...line]), {}, 'Walk the better line')
        : null,
    );
  }
}

/** How a seat's line looks in the graph. @param {GameView} game @param {number} seat */
function dash(game, seat) {
  const line = (/** @type {string} */ kind) =>
    s('line', { class: kind, x1: 0, x2: 36, y1: 4, y2: 4, 'stroke-dasharray': seatDashes(seat) });
  const svg = s(
    'svg',
    { class: 'dash-sample', viewBox: '0 0 36 8', 'aria-hidden': 'true' },
    line('casing'),
    line(`sample of${seat}`),
  );
  paintSeats(svg, game);
  return svg;
}

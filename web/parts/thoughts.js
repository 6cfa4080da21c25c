// @ts-check
// What an agent thinks, shown: a bar for each seat, its candidates, the line it expects.
/** @import { Candidate, Game, Thought } from '../types.js' */
import { seatBadge } from '../board/men.js';
import { button, h, paint, put } from '../dom.js';
import { moveText, short } from './words.js';

/**
 * A value as a share of what can be had. A scale of an agent's own is often the payoffs' with a draw put elsewhere; one that goes
 * beyond them has no ends that are known.
 * @param {Game} game @param {Thought} thought @param {number} seat
 */
function shareOf(game, thought, seat) {
  const value = thought.value[seat] ?? 0;
  const [low, high] = game.bounds;
  if (thought.value.some((one) => one < low || one > high)) return 1 / (1 + Math.exp(-value));
  return (value - low) / (high - low);
}

/** A value as people read it. @param {number} value */
const valueText = (value) => value.toFixed(2).replace('-', '−');

export class Thoughts {
  /**
   * @param {Game} game
   * @param {(mv: string, seat: number) => void} onMove
   * @param {(count: number) => void} onLine
   * @param {(candidate: Candidate | undefined, seat: number) => void} onHover
   */
  constructor(game, onMove, onLine, onHover) {
    this.game = game;
    this.onMove = onMove;
    this.onLine = onLine;
    this.onHover = onHover;
    this.bars = h('section', { class: 'bars', 'aria-label': 'What each seat may expect' });
    this.status = h('small', {});
    this.tables = h('div', {});
    this.line = h('p', { class: 'line' });
    this.most = 7;
    this.element = h('section', { class: 'think' }, this.status, this.tables, this.line);
  }

  /** @param {string} text */
  clear(text) {
    put(this.bars, ...this.game.seats.map((_, seat) => this.bar(seat, 0, '–')));
    put(this.tables);
    put(this.line);
    this.status.textContent = text;
  }

  /** @param {Thought} thought @param {number} other the seat that chooses at the same instant */
  show(thought, other) {
    put(
      this.bars,
      ...this.game.seats.map((_, seat) => this.bar(seat, shareOf(this.game, thought, seat), valueText(thought.value[seat] ?? 0))),
    );
    const depth = thought.depth > 0 ? `depth ${thought.depth}, ` : '';
    this.status.textContent = `${depth}${short(thought.nodes)} positions${thought.is_proven ? ', proven' : ''}${thought.is_final ? '' : ' …'}${thought.is_own_scale ? ' (values on the agent’s own scale)' : ''}`;
    this.most = thought.replies.length > 0 ? 5 : 7;
    const replies =
      thought.replies.length > 0 ? [this.table(thought.replies, other, `${this.game.seats[other]?.name} is expected to`)] : [];
    put(this.tables, this.table(thought.candidates, thought.seat, `${this.game.seats[thought.seat]?.name} may`), ...replies);
    const words = thought.line
      .slice(0, 9)
      .map((mv, place) => button(moveText(mv), () => this.onLine(place + 1), { class: 'quiet mono', title: 'Go there' }));
    put(this.line, thought.line.length > 0 ? 'expects ' : null, ...words);
  }

  /** @param {number} seat @param {number} share @param {string} text */
  bar(seat, share, text) {
    const fill = h('span', { class: 'fill' });
    paint(fill, '--share', String(Math.max(0, Math.min(1, share))));
    paint(fill, '--colour', this.game.seats[seat]?.colour ?? '#888');
    return h(
      'div',
      { class: 'bar' },
      seatBadge(this.game, seat),
      h(
        'span',
        {
          class: 'track',
          role: 'meter',
          'aria-valuemin': 0,
          'aria-valuemax': 1,
          'aria-valuenow': share.toFixed(3),
          'aria-label': this.game.seats[seat]?.name,
        },
        fill,
      ),
      h('output', {}, text),
    );
  }

  /** @param {Candidate[]} candidates @param {number} seat @param {string} title */
  table(candidates, seat, title) {
    const hasVisits = candidates.some(({ visits }) => visits > 0);
    const hasWeights = candidates.some(({ weight }) => weight > 0 && weight < 0.999);
    const head = h(
      'tr',
      {},
      h('th', {}, title),
      hasWeights ? h('th', {}, 'share') : null,
      hasVisits ? h('th', {}, 'visits') : null,
      h('th', {}, 'value'),
    );
    const rows = candidates.slice(0, this.most).map((candidate) =>
      h(
        'tr',
        { onpointerenter: () => this.onHover(candidate, seat), onpointerleave: () => this.onHover(undefined, seat) },
        h(
          'td',
          {},
          button(moveText(candidate.mv), () => this.onMove(candidate.mv, seat), { class: 'quiet' }),
        ),
        hasWeights ? h('td', {}, `${Math.round(candidate.weight * 100)} %`) : null,
        hasVisits ? h('td', {}, short(candidate.visits)) : null,
        h('td', {}, valueText(candidate.value)),
      ),
    );
    return h('table', { class: 'candidates' }, h('thead', {}, head), h('tbody', {}, ...rows));
  }
}

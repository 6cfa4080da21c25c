// @ts-check
// A finished match looked at again: what each seat could expect at every ply, asked of an agent little by little.
/** @import { Game, Moment, Room } from '../types.js' */
import * as api from '../api.js';
import { seatBadge } from '../board/men.js';
import { button, h, put } from '../dom.js';
import { Graph, turningPoints } from './graph.js';
import { nextPly } from './sampling.js';
import { ending } from './words.js';

export class Review {
  /** @param {Game} game @param {(ply: number) => void} onStep @param {(turning: Map<number, string>) => void} onTurning */
  constructor(game, onStep, onTurning) {
    this.game = game;
    this.onStep = onStep;
    this.onTurning = onTurning;
    /** @type {Moment[]} */
    this.moments = [];
    this.at = 0;
    this.graph = new Graph(game, onStep);
    this.points = h('ul', { class: 'turning-points' });
    const legend = h('div', { class: 'legend' }, ...game.seats.map((seat, index) => h('span', {}, seatBadge(game, index), seat.name)));
    this.progress = h('small', { class: 'progress' });
    this.element = h(
      'section',
      { class: 'review panel', hidden: true },
      h('h2', {}, 'How it went'),
      legend,
      this.graph.element,
      this.progress,
      this.points,
    );
    /** @type {(number[] | undefined)[]} */
    this.values = [];
    this.asking = new AbortController();
    this.key = '';
  }

  hide() {
    this.asking.abort();
    this.element.hidden = true;
  }

  reset() {
    [this.key, this.values] = ['', []];
    this.asking.abort();
    this.onTurning(new Map());
  }

  close() {
    this.asking.abort();
  }

  /** Shows a finished match, ply `at` marked. @param {Room} room @param {Moment[]} moments @param {number} at */
  show(room, moments, at) {
    this.element.hidden = moments.length < 3;
    const key = `${room.id}/${moments.length}`;
    if (key !== this.key && !this.element.hidden) {
      this.key = key;
      this.asking.abort();
      this.asking = new AbortController();
      void this.ask(room, moments, this.asking.signal);
    }
    [this.moments, this.at] = [moments, at];
    this.draw();
  }

  /** @param {Room} room @param {Moment[]} moments @param {AbortSignal} signal */
  async ask(room, moments, signal) {
    const last = moments.length - 1;
    const range = this.game.bounds[1] - this.game.bounds[0];
    this.values = [];
    const asked = /** @type {Set<number>} */ (new Set());
    const end = moments[last] && ending(this.game, moments[last], room);
    for (let ply = nextPly(asked, this.values, last, range); ply !== undefined; ply = nextPly(asked, this.values, last, range)) {
      asked.add(ply);
      this.progress.textContent = `looking at ply ${ply}; ${asked.size} of ${last + 1} looked at`;
      if (ply === last && end) this.values[ply] = end.payoffs;
      else await this.askPly(moments[ply], ply, signal);
      if (signal.aborted) return;
      this.draw();
    }
    this.progress.textContent = asked.size <= last ? `${asked.size} of ${last + 1} plies looked at` : '';
    const turning = turningPoints(this.game, this.values, moments);
    this.onTurning(turning);
    put(
      this.points,
      ...[...turning].map(([ply, text]) =>
        h(
          'li',
          {},
          button(text, () => this.onStep(ply), { class: 'quiet' }),
        ),
      ),
    );
    this.draw();
  }

  /** @param {Moment | undefined} moment @param {number} ply @param {AbortSignal} signal */
  async askPly(moment, ply, signal) {
    if (!moment) return;
    try {
      const question = {
        game: this.game.id,
        position: moment.position,
        agent: this.game.is_simultaneous ? 'duct:length=none' : 'mcts',
        time: '150ms',
      };
      const thought = await api.thought(question, signal);
      if (!thought.is_own_scale) this.values[ply] = thought.value;
    } catch {
      // A ply that cannot be asked about leaves a gap.
    }
  }

  draw() {
    const turning = turningPoints(this.game, this.values, this.moments);
    this.graph.show(this.values, this.moments.length - 1, this.at, [...turning.keys()]);
  }
}

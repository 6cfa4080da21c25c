// @ts-check
// A graph of what each seat could expect, ply by ply.
/** @import { Game } from '../types.js' */
import { h, put, s } from '../dom.js';
import { moveText } from './words.js';

const [WIDTH, HEIGHT] = [600, 160];

export class Graph {
  /** @param {Game} game @param {(ply: number) => void} onStep */
  constructor(game, onStep) {
    this.game = game;
    this.plot = s('svg', {
      class: 'graph',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': 'What each seat could expect, ply by ply',
    });
    game.seats.forEach((seat, index) => this.plot.style.setProperty(`--seat${index}`, seat.colour));
    this.plot.addEventListener('click', (event) => {
      const box = this.plot.getBoundingClientRect();
      onStep(Math.round(((event.clientX - box.left) / box.width) * this.plies));
    });
    this.element = h('div', { class: 'graph-box' }, this.plot);
    this.plies = 1;
  }

  /** @param {(number[] | undefined)[]} values by ply @param {number} plies @param {number} at @param {number[]} turning */
  show(values, plies, at, turning) {
    this.plies = Math.max(1, plies);
    const [low, high] = this.game.bounds;
    const x = (/** @type {number} */ ply) => (ply / this.plies) * WIDTH;
    const y = (/** @type {number} */ value) => HEIGHT - 6 - ((Math.max(low, Math.min(high, value)) - low) / (high - low)) * (HEIGHT - 12);
    const known = values.flatMap((value, ply) => (value ? [{ value, ply }] : []));
    // Under each line lies a wider one, so that white shows on paper and black on slate.
    const lines = this.game.seats.flatMap((_, seat) => {
      const points = known.map(({ value, ply }) => `${x(ply).toFixed(1)},${y(value[seat] ?? 0).toFixed(1)}`).join(' ');
      return [`casing dash${seat}`, `curve of${seat} dash${seat}`].map((kind) => s('polyline', { class: kind, points }));
    });
    const marks = turning.map((ply) => s('line', { class: 'turning', x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }));
    const half = y(this.game.draw);
    put(
      this.plot,
      s('line', { class: 'level', x1: 0, x2: WIDTH, y1: half, y2: half }),
      ...marks,
      s('line', { class: 'here', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
      ...lines,
    );
  }
}

/**
 * The plies at which a seat's own move cost it most, with words for each.
 * @param {Game} game @param {(number[] | undefined)[]} values @param {{ acting: number[], mv: string | null }[]} moments
 * @returns {Map<number, string>}
 */
export function turningPoints(game, values, moments) {
  const range = game.bounds[1] - game.bounds[0];
  const known = values.flatMap((value, ply) => (value ? [{ value, ply }] : []));
  const drops = known.slice(1).flatMap(({ value, ply }, index) => {
    const before = known[index];
    const acting = moments[ply - 1]?.acting ?? [];
    if (!before || before.ply !== ply - 1) return [];
    const loss = acting.map((seat) => ({ seat, ply, by: ((before.value[seat] ?? 0) - (value[seat] ?? 0)) / range }));
    return loss.filter(({ by }) => by > 0.15);
  });
  const worst = drops
    .toSorted((a, b) => b.by - a.by)
    .slice(0, 5)
    .toSorted((a, b) => a.ply - b.ply);
  return new Map(
    worst.map(({ seat, ply, by }) => {
      const mv = (moments[ply]?.mv ?? '').split('|')[(moments[ply - 1]?.acting ?? []).indexOf(seat)] ?? '';
      return [ply, `${game.seats[seat]?.name} lost ${Math.round(by * 100)} % with ${moveText(mv)}`];
    }),
  );
}

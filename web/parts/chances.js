// Chances as people read them: percents that add up, bars of who wins, results that are proven.
/** @import { CandidateView, ChancesView, GameView } from '../types.js' */
import { seatBadge } from '../board/men.js';
import { h, paint } from '../dom.js';

/**
 * Whole percents that add up to 100, each as near to its share as that allows.
 * @param {number[]} shares
 */
export function percents(shares) {
  const parts = shares.map((share) => Math.max(0, share));
  const sum = parts.reduce((a, b) => a + b, 0);
  if (sum === 0) return parts.map(() => 0);
  const exact = parts.map((share) => (share / sum) * 100);
  const whole = exact.map(Math.floor);
  const missing = 100 - whole.reduce((a, b) => a + b, 0);
  const byRest = exact
    .map((share, place) => ({ place, rest: share - Math.floor(share) }))
    .toSorted((a, b) => b.rest - a.rest);
  for (const { place } of byRest.slice(0, missing)) whole[place] = (whole[place] ?? 0) + 1;
  return whole;
}

/** Expected points as people read them. @param {number} points */
export const percentText = (points) => `${Math.round(Math.max(0, Math.min(1, points)) * 100)} %`;

/** Who wins: each seat's chance, and a draw's last. @param {ChancesView[]} chances */
export function winShares(chances) {
  const wins = chances.map(({ win }) => Math.max(0, win));
  const draw = Math.max(0, 1 - wins.reduce((a, b) => a + b, 0));
  return [...wins, draw];
}

/**
 * A seat's chances in words. With three seats a seat can neither win nor lose although another
 * does, which is no draw.
 * @param {ChancesView[]} chances @param {number} seat
 */
export function chancesText(chances, seat) {
  const { win, draw, lose } = chances[seat] ?? { win: 0, draw: 0, lose: 0 };
  const isDrawn = (winShares(chances).at(-1) ?? 0) >= draw / 2;
  const [wins, between, loses] = percents([win, draw, lose]);
  return [
    `wins ${wins} %`,
    ...(between ? [`${isDrawn ? 'draws' : 'neither'} ${between} %`] : []),
    `loses ${loses} %`,
  ].join(', ');
}

/** Who wins, in words. @param {GameView} game @param {ChancesView[]} chances */
export function winText(game, chances) {
  const all = percents(winShares(chances));
  const seats = game.seats.map(({ name }, seat) => `${name} wins ${all[seat]} %`);
  return [...seats, `draw ${all[game.seats.length]} %`].join(', ');
}

/**
 * @param {GameView} game
 * @param {number} share
 * @param {number | undefined} seat the draw's part has none
 */
function segment(game, share, seat) {
  const part = h('span', { class: seat === undefined ? 'part draw' : `part wins${seat}` });
  paint(part, '--share', String(share));
  if (seat !== undefined) paint(part, '--colour', game.seats[seat]?.colour ?? '#888');
  return part;
}

/**
 * One bar of who wins. The draw lies between two seats, and after three.
 * @param {GameView} game
 * @param {ChancesView[]} chances
 * @param {string} name
 */
export function winBar(game, chances, name) {
  const all = percents(winShares(chances));
  const seats = game.seats.map((_, seat) => segment(game, all[seat] ?? 0, seat));
  const draw = segment(game, all[game.seats.length] ?? 0, undefined);
  const [first, ...others] = seats;
  const parts = game.seats.length === 2 ? [first, draw, ...others] : [...seats, draw];
  return meter(name, all[0] ?? 0, winText(game, chances), parts);
}

/**
 * A seat's own bar: it wins, draws, loses.
 * @param {GameView} game
 * @param {ChancesView[]} chances
 * @param {number} seat
 */
export function seatBar(game, chances, seat) {
  const own = chances[seat] ?? { win: 0, draw: 0, lose: 0, points: 0 };
  const [win = 0, draw = 0] = percents([own.win, own.draw, own.lose]);
  return meter(game.seats[seat]?.name ?? '', Math.round(own.points * 100), chancesText(chances, seat), [
    segment(game, win, seat),
    segment(game, draw, undefined),
  ]);
}

/**
 * @param {string} name
 * @param {number} now
 * @param {string} text
 * @param {(Node | undefined)[]} parts
 */
function meter(name, now, text, parts) {
  const props = {
    role: 'meter',
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': now,
    'aria-valuetext': text,
  };
  return h('span', { class: 'track', ...props, 'aria-label': name, title: text }, ...parts);
}

/**
 * Each seat's chance to win, with its mark.
 * @param {GameView} game
 * @param {ChancesView[]} chances
 * @param {number} mover
 */
export function winMarks(game, chances, mover) {
  const all = percents(winShares(chances));
  const marks = game.seats.map(({ name }, seat) =>
    h(
      'span',
      { class: seat === mover ? 'mover' : '', title: `${name} wins ${all[seat]} %` },
      seatBadge(game, seat),
      h('span', { class: 'unseen' }, name),
      `${all[seat]} %`,
    ),
  );
  return h('span', { class: 'win-marks' }, ...marks);
}

/**
 * What a proof says of a result, in words; nothing where there is no proof.
 * @param {CandidateView} candidate
 * @param {number} seat who makes the move
 * @param {number | undefined} moves how many moves of that seat its line takes to the end, where
 *   that is known
 */
export function provenText({ is_proven, bound, chances }, seat, moves) {
  const own = chances[seat];
  if (!is_proven || bound !== 'exact' || !own) return undefined;
  const after = moves === undefined ? '' : ` in ${moves} ${moves === 1 ? 'move' : 'moves'}`;
  if (own.win > 0.999) return moves === undefined ? 'proven win' : `wins${after}`;
  if (own.lose > 0.999) return moves === undefined ? 'proven loss' : `loses${after}`;
  return own.draw > 0.999 ? 'proven draw' : undefined;
}

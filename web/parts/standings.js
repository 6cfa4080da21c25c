// How a tournament stands: a table with ratings and their intervals, everybody against
// everybody, and how the seats fared.
/** @import { Estimate, GameTable, GameView, Standing } from '../types.js' */
import { h, link, paint, s } from '../dom.js';

/** @param {Estimate} estimate @param {number} digits @param {number} by */
const withRange = ({ value, low, high }, digits, by = 1) =>
  `${text(value * by, digits)} (${text(low * by, digits)} … ${text(high * by, digits)})`;

/** @param {number} value @param {number} digits */
const text = (value, digits) => value.toFixed(digits).replace('-', '−');

/** A rating and how far it may be off. @param {Estimate} elo */
const rated = ({ value, low, high }) => [text(value, 0), ' ', h('small', {}, `±${text((high - low) / 2, 0)}`)];

/**
 * A rating as a dot on its interval, on a scale that all share.
 * @param {Estimate} elo
 * @param {number} low
 * @param {number} high
 */
function interval(elo, low, high) {
  const x = (/** @type {number} */ value) =>
    4 + ((Math.max(low, Math.min(high, value)) - low) / (high - low || 1)) * 112;
  return s(
    'svg',
    { class: 'interval', viewBox: '0 0 120 16', 'aria-hidden': 'true' },
    s('line', { x1: x(elo.low), x2: x(elo.high), y1: 8, y2: 8 }),
    s('circle', { cx: x(elo.value), cy: 8, r: 4 }),
  );
}

/** @param {string} tournament @param {GameTable} table */
export function standingsTable(tournament, table) {
  const known = table.lines.flatMap((line) => (line.elo ? [line.elo] : []));
  const [low, high] = [Math.min(...known.map((elo) => elo.low), -100), Math.max(...known.map((elo) => elo.high), 100)];
  const [from, to] = [Math.max(low, -1500), Math.min(high, 1500)];
  const head = ['', 'agent', 'rating', '', 'points', 'won', 'drawn', 'lost', 'faults'].map((name, place) =>
    h('th', { scope: 'col', class: place === 3 ? 'range' : '' }, name),
  );
  const row = (/** @type {Standing} */ line, /** @type {number} */ place) =>
    h(
      'tr',
      {},
      h('td', {}, place + 1),
      h(
        'th',
        { scope: 'row' },
        link(`/watch/${tournament}/agent/${encodeURIComponent(line.entrant)}`, {}, line.entrant),
      ),
      h('td', { title: line.elo ? withRange(line.elo, 0) : '' }, ...(line.elo ? rated(line.elo) : ['–'])),
      h('td', { class: 'range' }, line.elo ? interval(line.elo, from, to) : null),
      h(
        'td',
        { title: line.points ? withRange(line.points, 1, 100) : '' },
        line.points ? `${text(line.points.value * 100, 1)} %` : '–',
      ),
      h('td', {}, line.wins),
      h('td', {}, line.draws),
      h('td', {}, line.losses),
      h('td', {}, line.faults || ''),
    );
  return h(
    'div',
    { class: 'scroll' },
    h('table', { class: 'standings' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...table.lines.map(row))),
  );
}

/** Everybody against everybody. @param {GameTable} table */
export function crossTable(table) {
  const meeting = (/** @type {number} */ a, /** @type {number} */ b) => {
    const found = table.meetings.find((meeting) => meeting.a === a && meeting.b === b);
    const turned = table.meetings.find((meeting) => meeting.a === b && meeting.b === a);
    if (found) return { score: found.score.value, matches: found.matches };
    return turned ? { score: 1 - turned.score.value, matches: turned.matches } : undefined;
  };
  const cell = (/** @type {number} */ a, /** @type {number} */ b) => {
    const met = a === b ? undefined : meeting(a, b);
    const made = h(
      'td',
      { title: met ? `${met.matches} matches` : '' },
      a === b ? '·' : met ? `${Math.round(met.score * 100)}` : '',
    );
    if (met) made.classList.add('met');
    if (met) paint(made, '--share', String(met.score));
    return made;
  };
  const rows = table.lines.map((line, a) =>
    h('tr', {}, h('th', { scope: 'row' }, `${a + 1} ${line.entrant}`), ...table.lines.map((_, b) => cell(a, b))),
  );
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      { class: 'cross' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, '% above'),
          ...table.lines.map((_, b) => h('th', { scope: 'col' }, b + 1)),
        ),
      ),
      h('tbody', {}, ...rows),
    ),
  );
}

/**
 * How each seat fared, whoever sat there.
 * @param {GameView} game
 * @param {GameTable['seats']} seats
 */
export function seatLine(game, seats) {
  return h(
    'p',
    {},
    ...seats.flatMap((counts, seat) => [
      seat > 0 ? ', ' : 'Seats: ',
      `${game.seats[seat]?.name} ${counts.points ? `${text(counts.points.value * 100, 1)} %` : '–'}`,
    ]),
  );
}

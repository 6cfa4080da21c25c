// Tournaments: the list with what is live now, the form to start one; one tournament, one
// of its agents or matches are pages of their own.
/** @import { Cup, Game, Leave, Page } from '../types.js' */
import * as api from '../api.js';
import { h, link, paint, put } from '../dom.js';
import { CupForm, formatName } from '../parts/cup-form.js';
import { LiveBoards } from '../parts/lives.js';
import { MAIN_GAMES } from '../parts/words.js';

/** Boards of live matches at most. */
const BOARDS = 4;

/** @param {Cup} cup @param {Game[]} games */
function cupRow(cup, games) {
  const title = cup.games.map((id) => games.find((game) => game.id === id)?.title ?? id).join(', ');
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, link(`/watch/${cup.id}`, {}, cup.name)),
    h('td', {}, title),
    h('td', {}, formatName(cup.format)),
    h('td', {}, `${cup.done} of ${cup.total}`),
    h('td', {}, cup.is_running ? h('span', { class: 'tag' }, 'live') : cup.done < cup.total ? 'stopped' : 'over'),
  );
}

/**
 * How many boards each of these tournaments gets: all the same, as far as they have matches for
 * them.
 * @param {Cup[]} cups
 */
function shares(cups) {
  const shares = cups.map(() => 0);
  for (let left = BOARDS; left > 0; left -= 1) {
    const room = cups.map((cup, at) => (shares[at] ?? 0) < cup.concurrency);
    const least = Math.min(...shares.filter((_, at) => room[at]));
    const at = shares.findIndex((share, at) => room[at] && share === least);
    if (at < 0) break;
    shares[at] = least + 1;
  }
  return shares;
}

/**
 * Boards of all tournaments that are being played.
 * @param {Cup[]} cups
 * @param {Game[]} games
 * @returns {Promise<{ element: HTMLElement, leave: Leave }>}
 */
async function liveBoards(cups, games) {
  const running = await Promise.all(cups.filter((cup) => cup.is_running).map((cup) => api.cup(cup.id)));
  const share = shares(running);
  /** @type {Leave[]} */
  const stops = [];
  const element = h('div', { class: 'running' });
  running.forEach((cup, at) => {
    const game = games.find((game) => game.id === cup.games[0]);
    if (!game || !share[at]) return;
    const boards = new LiveBoards(cup, game, share[at]);
    const panel = h('section', { class: 'panel' }, h('h2', {}, link(`/watch/${cup.id}`, {}, cup.name)), boards.element);
    paint(panel, '--boards', String(boards.most));
    element.append(panel);
    stops.push(
      api.watchCup(cup.id, (happening) => boards.hear(happening)),
      () => boards.close(),
    );
  });
  const leave = () => {
    for (const stop of stops) stop();
  };
  return { element, leave };
}

/** @type {Page} */
export async function show(into, words, query) {
  if (words[1] === 'match') return (await import('./match.js')).show(into, words, query);
  if (words[0]) return (await import('./cup.js')).show(into, words, query);
  document.title = 'Tournaments · truel';
  const [games, cups] = await Promise.all([api.games(), api.cups()]);
  const order = (/** @type {Game} */ game) =>
    (MAIN_GAMES.indexOf(game.id) + MAIN_GAMES.length + 1) % (MAIN_GAMES.length + 1);
  const live = await liveBoards(cups, games);
  const list =
    cups.length === 0
      ? h(
          'p',
          { class: 'lead' },
          'No tournament has been played yet. Start one below: agents play each other, and you watch.',
        )
      : h(
          'div',
          { class: 'panel scroll' },
          h(
            'table',
            { class: 'standings cups' },
            h(
              'thead',
              {},
              h('tr', {}, ...['name', 'game', 'format', 'matches', ''].map((name) => h('th', { scope: 'col' }, name))),
            ),
            h('tbody', {}, ...cups.map((cup) => cupRow(cup, games))),
          ),
        );
  const form = new CupForm(games.toSorted((a, b) => order(a) - order(b)));
  put(into, h('h1', {}, 'Tournaments'), live.element, list, form.element);
  return live.leave;
}

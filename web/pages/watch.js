// Tournaments: the list with what is live now, the form to start one; one tournament, one
// of its agents or matches are pages of their own.
/** @import { GameView, TournamentView } from '../types.js' */
/** @import { Leave, Page } from '../main.js' */
import * as api from '../api.js';
import { h, link, paint, put } from '../dom.js';
import { LiveBoards } from '../parts/lives.js';
import { formatName, TournamentForm } from '../parts/tournament-form.js';
import { MAIN_GAMES } from '../parts/words.js';

/** Boards of live matches at most. */
const BOARDS = 4;

/** @param {TournamentView} tournament @param {GameView[]} games */
function tournamentRow(tournament, games) {
  const title = tournament.games.map((id) => games.find((game) => game.id === id)?.title ?? id).join(', ');
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, link(`/watch/${tournament.id}`, {}, tournament.name)),
    h('td', {}, title),
    h('td', {}, formatName(tournament.format)),
    h('td', {}, `${tournament.done} of ${tournament.total}`),
    h(
      'td',
      {},
      tournament.is_running
        ? h('span', { class: 'tag' }, 'live')
        : tournament.done < tournament.total
          ? 'stopped'
          : 'over',
    ),
  );
}

/**
 * How many boards each of these tournaments gets: all the same, as far as they have matches for
 * them.
 * @param {TournamentView[]} tournaments
 */
function shares(tournaments) {
  const shares = tournaments.map(() => 0);
  for (let left = BOARDS; left > 0; left -= 1) {
    const room = tournaments.map((tournament, at) => (shares[at] ?? 0) < tournament.concurrency);
    const least = Math.min(...shares.filter((_, at) => room[at]));
    const at = shares.findIndex((share, at) => room[at] && share === least);
    if (at < 0) break;
    shares[at] = least + 1;
  }
  return shares;
}

/**
 * Boards of all tournaments that are being played.
 * @param {TournamentView[]} tournaments
 * @param {GameView[]} games
 * @returns {Promise<{ element: HTMLElement, leave: Leave }>}
 */
async function liveBoards(tournaments, games) {
  const running = await Promise.all(
    tournaments.filter((tournament) => tournament.is_running).map((tournament) => api.tournament(tournament.id)),
  );
  const share = shares(running);
  /** @type {Leave[]} */
  const stops = [];
  const element = h('div', { class: 'running' });
  running.forEach((tournament, at) => {
    const game = games.find((game) => game.id === tournament.games[0]);
    if (!game || !share[at]) return;
    const boards = new LiveBoards(tournament, game, share[at]);
    const panel = h(
      'section',
      { class: 'panel' },
      h('h2', {}, link(`/watch/${tournament.id}`, {}, tournament.name)),
      boards.element,
    );
    paint(panel, '--boards', String(boards.most));
    element.append(panel);
    stops.push(
      api.watchTournament(tournament.id, (happening) => boards.hear(happening)),
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
  if (words[0]) return (await import('./tournament.js')).show(into, words, query);
  document.title = 'Tournaments · truel';
  const [games, tournaments] = await Promise.all([api.games(), api.tournaments()]);
  const order = (/** @type {GameView} */ game) =>
    (MAIN_GAMES.indexOf(game.id) + MAIN_GAMES.length + 1) % (MAIN_GAMES.length + 1);
  const live = await liveBoards(tournaments, games);
  const list =
    tournaments.length === 0
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
            { class: 'standings tournaments' },
            h(
              'thead',
              {},
              h('tr', {}, ...['name', 'game', 'format', 'matches', ''].map((name) => h('th', { scope: 'col' }, name))),
            ),
            h('tbody', {}, ...tournaments.map((tournament) => tournamentRow(tournament, games))),
          ),
        );
  const form = new TournamentForm(games.toSorted((a, b) => order(a) - order(b)));
  put(into, h('h1', {}, 'Tournaments'), live.element, list, form.element);
  return live.leave;
}

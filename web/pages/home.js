// The first page: the games as small boards, one click from a match.
/** @import { AgentView, GameView, Moment, RoomSummary } from '../types.js' */
/** @import { Page } from '../main.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { button, h, link, note, put } from '../dom.js';
import { go } from '../main.js';
import { MAIN_GAMES, shortName } from '../parts/words.js';

/** Positions that show more of a game than its empty board. @type {Record<string, string>} */
const SHOWN = {
  ropasci: 'S2[RR]1/6/7/1[Pp]6/P2pp3s/8/7/4s1/5 9,9 14 -',
  'pentago-swap': '2w3/1b2w1/2wb2/b2w1b/2b1w1/1w2b1 w',
};

/**
 * Starts a match of one person against agents of the usual level in all other seats.
 * @param {GameView} game
 */
export async function playAtOnce(game) {
  try {
    const view = await api.makeRoom({
      game: game.id,
      seats: game.seats.map((_, seat) =>
        seat === 0 ? { kind: 'person', name: 'You' } : { kind: 'agent', agent: usualLevel },
      ),
    });
    go(`/room/${view.room.id}`);
  } catch (error) {
    note(String(error instanceof Error ? error.message : error));
  }
}

/** The level that one plays against when one says nothing. */
export const usualLevel = 'fair';

/** The agent that is asked when one says nothing. @param {AgentView[]} agents */
export function opponent(agents) {
  const champion = agents.find((agent) => agent.name === 'champion');
  return champion ? 'champion:time=1s' : (agents.find((agent) => agent.is_usual)?.name ?? 'random');
}

/** @param {GameView} game */
function gameCard(game) {
  const board = new BoardView(game, { isPicture: true, label: `Set up ${game.title}` });
  void shownMoment(game).then((moment) => board.show(moment, undefined, false));
  return h(
    'article',
    { class: 'panel game' },
    link(`/play/${game.id}`, {}, board.element),
    h('h2', {}, game.title),
    h('p', {}, game.about),
    h(
      'div',
      { class: 'row' },
      button('Play', () => void playAtOnce(game), { class: 'main', 'aria-label': `Play ${game.title}` }),
      link(`/learn/${game.id}`, { 'aria-label': `Rules of ${game.title}` }, 'Rules'),
      link(`/analyse/${game.id}`, { 'aria-label': `Analyse ${game.title}` }, 'Analyse'),
    ),
  );
}

/** @param {GameView} game @returns {Promise<Moment>} */
function shownMoment(game) {
  const shown = SHOWN[game.id];
  if (!shown) return api.start(game.id);
  return api.moments({ game: game.id, start: shown, moves: [] }).then(
    ([first]) => first ?? api.start(game.id),
    () => api.start(game.id),
  );
}

/** How long ago, roughly. @param {number} then */
function ago(then) {
  const minutes = Math.round((Date.now() - then) / 60000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`;
}

/**
 * Rooms to go back to.
 * @param {string} title
 * @param {RoomSummary[]} rooms
 * @param {GameView[]} games
 */
function roomList(title, rooms, games) {
  if (rooms.length === 0) return null;
  const row = (/** @type {RoomSummary} */ room) => {
    const game = games.find(({ id }) => id === room.game);
    const names = room.seats.map((sitter, seat) => shortName(sitter, game?.seats[seat]?.name ?? ''));
    const told = `${names.join(', ')} · ${room.plies} ${room.plies === 1 ? 'ply' : 'plies'} · ${ago(room.touched)}`;
    return h(
      'li',
      {},
      link(`/room/${room.id}`, { class: 'button' }, h('strong', {}, game?.title ?? room.game), h('small', {}, told)),
    );
  };
  return h('section', {}, h('h2', {}, title), h('ul', { class: 'latest' }, ...rooms.slice(0, 6).map(row)));
}

/** @type {Page} */
export async function show(into) {
  document.title = 'truel';
  const [games, rooms] = await Promise.all([api.games(), api.rooms()]);
  const main = MAIN_GAMES.flatMap((id) => games.filter((game) => game.id === id));
  const others = games.filter((game) => !MAIN_GAMES.includes(game.id));
  put(
    into,
    h('h1', {}, 'Play, analyse, learn'),
    h(
      'p',
      { class: 'lead' },
      'Board games for three seats, with simultaneous moves, and with boards that come apart. Play ' +
        'against agents, or against friends at this screen.',
    ),
    h('div', { class: 'games' }, ...main.map(gameCard)),
    roomList(
      'Go on with a match',
      rooms.filter((room) => !room.is_over),
      games,
    ),
    roomList(
      'Look at a match that is over',
      rooms.filter((room) => room.is_over),
      games,
    ),
    h(
      'section',
      {},
      h('h2', {}, 'Small games to try things on'),
      h(
        'ul',
        { class: 'others' },
        ...others.map((game) => h('li', {}, link(`/play/${game.id}`, { class: 'button' }, game.title))),
      ),
    ),
  );
}

// @ts-check
// Tournaments: the list with what is live now, a form to start one; one tournament, one of its agents or matches are pages of their own.
/** @import { Cup, Game, Leave, Page } from '../types.js' */
import * as api from '../api.js';
import { h, link, note, paint, put } from '../dom.js';
import { go } from '../main.js';
import { LiveBoards } from '../parts/lives.js';
import { MAIN_GAMES } from '../parts/words.js';

/** Boards of live matches at most. */
const BOARDS = 4;

const FORMATS = [
  ['round-robin', 'Everybody meets everybody'],
  ['gauntlet', 'The first meets all others'],
  ['swiss', 'Swiss'],
  ['knock-out', 'Knock-out'],
  ['ladder', 'Ladder'],
];

/** The form that starts a tournament. */
class CupForm {
  /** @param {Game[]} games */
  constructor(games) {
    this.game = h('select', { onchange: () => void this.suggest() }, ...games.map((game) => h('option', { value: game.id }, game.title)));
    this.name = h('input', { maxlength: 60, required: true, value: 'Cup' });
    this.isOwn = false;
    this.agents = h('textarea', { rows: 5, required: true, oninput: () => (this.isOwn = true) });
    this.format = h('select', {}, ...FORMATS.map(([value, name]) => h('option', { value }, name)));
    this.blocks = h('input', { type: 'number', min: 1, max: 10000, value: 4 });
    this.time = h('input', { value: '50ms/move', class: 'mono' });
    this.opening = h('input', { type: 'number', min: 0, max: 100, value: 2 });
    this.atOnce = h('input', { type: 'number', min: 1, max: 4, placeholder: 'usually 2' });
    this.element = h(
      'form',
      { class: 'panel cup-form', onsubmit: (/** @type {Event} */ event) => void this.submit(event) },
      h('h2', {}, 'Start a tournament'),
      h(
        'div',
        { class: 'fields' },
        h('label', {}, 'Name', this.name),
        h('label', {}, 'Game', this.game),
        h('label', {}, 'Format', this.format),
        h('label', {}, 'Blocks for each meeting', this.blocks),
        h('label', {}, 'Time of each seat', this.time),
        h('label', {}, 'Random plies first', this.opening),
        h('label', {}, 'Matches at once', this.atOnce),
      ),
      h('label', {}, 'Agents, one a line', this.agents),
      h('div', { class: 'row' }, h('button', { class: 'main', type: 'submit' }, 'Start')),
    );
    void this.suggest();
  }

  /** A few agents that make a tournament of the game. */
  async suggest() {
    const agents = await api.agents(this.game.value);
    if (this.isOwn || document.activeElement === this.agents) return;
    const wanted = ['champion', ...agents.filter((agent) => agent.is_usual).map((agent) => agent.name), 'mcts', 'greedy', 'random'];
    this.agents.value = [...new Set(wanted)]
      .filter((name) => agents.some((agent) => agent.name === name))
      .slice(0, 4)
      .join('\n');
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const agents = this.agents.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    try {
      const { id } = await api.makeCup({
        name: this.name.value,
        game: this.game.value,
        agents,
        format: this.format.value,
        blocks: Number(this.blocks.value),
        opening: Number(this.opening.value),
        seed: 1 + Math.floor(Math.random() * 1e9),
        ...(this.time.value.trim() ? { time: this.time.value.trim() } : {}),
        ...(this.atOnce.value ? { concurrency: Number(this.atOnce.value) } : {}),
        ...(this.format.value === 'swiss' ? { rounds: 5 } : {}),
      });
      go(`/watch/${id}`);
    } catch (error) {
      note(String(error instanceof Error ? error.message : error));
    }
  }
}

/** @param {Cup} cup @param {Game[]} games */
function cupRow(cup, games) {
  const title = cup.games.map((id) => games.find((game) => game.id === id)?.title ?? id).join(', ');
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, link(`/watch/${cup.id}`, {}, cup.name)),
    h('td', {}, title),
    h('td', {}, cup.format),
    h('td', {}, `${cup.done} of ${cup.total}`),
    h('td', {}, cup.is_running ? h('span', { class: 'tag' }, 'live') : cup.done < cup.total ? 'stopped' : 'over'),
  );
}

/** How many boards each of these tournaments gets: all the same, as far as they have matches for them. @param {Cup[]} cups */
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
    stops.push(api.watchCup(cup.id, (happening) => boards.hear(happening)), () => boards.close());
  });
  return { element, leave: () => stops.forEach((stop) => stop()) };
}

/** @type {Page} */
export async function show(into, words, query) {
  if (words[1] === 'match') return (await import('./match.js')).show(into, words, query);
  if (words[0]) return (await import('./cup.js')).show(into, words, query);
  document.title = 'Tournaments · truel';
  const [games, cups] = await Promise.all([api.games(), api.cups()]);
  const order = (/** @type {Game} */ game) => (MAIN_GAMES.indexOf(game.id) + MAIN_GAMES.length + 1) % (MAIN_GAMES.length + 1);
  const live = await liveBoards(cups, games);
  const list =
    cups.length === 0
      ? h('p', { class: 'lead' }, 'No tournament has been played yet. Start one below: agents play each other, and you watch.')
      : h(
          'div',
          { class: 'panel scroll' },
          h(
            'table',
            { class: 'standings cups' },
            h('thead', {}, h('tr', {}, ...['name', 'game', 'format', 'matches', ''].map((name) => h('th', { scope: 'col' }, name)))),
            h('tbody', {}, ...cups.map((cup) => cupRow(cup, games))),
          ),
        );
  const form = new CupForm(games.toSorted((a, b) => order(a) - order(b)));
  put(into, h('h1', {}, 'Tournaments'), live.element, list, form.element);
  return live.leave;
}

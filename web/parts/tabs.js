// The games side by side, to go from one's page to another's.
import * as api from '../api.js';
import { h, link } from '../dom.js';
import { MAIN_GAMES } from './words.js';

/** @param {string} page @param {string} here */
export async function gameTabs(page, here) {
  const games = await api.games();
  const order = (/** @type {string} */ id) => (MAIN_GAMES.includes(id) ? MAIN_GAMES.indexOf(id) : MAIN_GAMES.length);
  const sorted = games
    .toSorted((a, b) => order(a.id) - order(b.id))
    .filter((game) => MAIN_GAMES.includes(game.id) || game.id === here || page !== 'learn');
  const tabs = h(
    'nav',
    { class: 'tabs', 'aria-label': 'Games' },
    ...sorted.map((game) =>
      link(`/${page}/${game.id}`, { 'aria-current': game.id === here ? 'page' : undefined }, game.title),
    ),
  );
  // On a narrow screen the tabs are a strip; the one that is open is brought into sight.
  requestAnimationFrame(() => {
    const here = /** @type {HTMLElement | null} */ (tabs.querySelector('[aria-current]'));
    if (here) tabs.scrollLeft = here.offsetLeft - tabs.offsetLeft - 24;
  });
  return tabs;
}

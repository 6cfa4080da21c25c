// The frame of all pages: the header, the theme, and which page belongs to which address.

import { button, h, link, put } from './dom.js';
import { relabel, signButton } from './icons.js';
import { lose, onceBack, Unreachable } from './lost.js';

/**
 * What a page leaves behind when the next one is shown.
 * @typedef {() => void} Leave
 */

/**
 * A page: fills its element and returns how to leave it.
 * @typedef {(into: HTMLElement, words: string[], query: URLSearchParams) => Promise<Leave | void>}
 *   Page
 */

/**
 * Pages by the first word of their address; each is fetched when it is wanted.
 * @type {Record<string, () => Promise<{ show: Page }>>}
 */
const PAGES = {
  '': () => import('./pages/home.js'),
  play: () => import('./pages/setup.js'),
  room: () => import('./pages/room.js'),
  analyse: () => import('./pages/analysis.js'),
  learn: () => import('./pages/learn.js'),
  agents: () => import('./pages/agents.js'),
  watch: () => import('./pages/watch.js'),
};

const NAV = [
  ['/play', 'Play'],
  ['/analyse', 'Analyse'],
  ['/learn', 'Learn'],
  ['/agents', 'Agents'],
  ['/watch', 'Watch'],
];

/** @type {Leave | void} */
let leave;
let visit = 0;
/** The visit that came to nothing because the server did not answer. */
let missed = -1;
let mustReload = false;

/** Shows the page of the present address. */
async function arrive() {
  const mine = ++visit;
  leave?.();
  leave = undefined;
  const words = location.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const main = h('div', { class: 'page' });
  markNav(words[0] ?? '');
  try {
    const page = PAGES[words[0] ?? ''];
    if (!page) throw new Error('there is no such page');
    const { show } = await page().catch(() => {
      // A browser may remember that a module could not be fetched, so that only a new start helps.
      mustReload = true;
      lose();
      throw new Unreachable();
    });
    if (mine !== visit) return;
    put(element('main'), main);
    const left = await show(main, words.slice(1), new URLSearchParams(location.search));
    if (mine === visit) leave = left;
    else left?.();
  } catch (error) {
    if (mine === visit) put(element('main'), h('div', { class: 'page' }, trouble(error)));
    if (mine === visit && error instanceof Unreachable) missed = mine;
  }
}

/** Tries the page again. */
function retry() {
  if (mustReload) location.reload();
  else void arrive();
}

// A page that could not be shown is shown once the server is back.
onceBack(() => missed === visit && retry());

/** @param {unknown} error */
function trouble(error) {
  const text = error instanceof Error ? error.message : String(error);
  return h(
    'section',
    { class: 'panel trouble' },
    h('h1', {}, error instanceof Unreachable ? 'The server does not answer' : 'That did not work'),
    h('p', {}, text),
    h(
      'div',
      { class: 'row' },
      button('Try again', retry, { class: 'main' }),
      link('/', { class: 'button' }, 'To the games'),
    ),
  );
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** Goes to an address of ours. @param {string} href @param {boolean} [isReplaced] */
export function go(href, isReplaced = false) {
  if (isReplaced) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  window.scrollTo(0, 0);
  void arrive();
}

/** @param {MouseEvent} event */
function click(event) {
  const anchor = event.target instanceof Element ? event.target.closest('a') : null;
  const isOurs =
    anchor && anchor.origin === location.origin && !anchor.target && !anchor.hasAttribute('download') && !anchor.hash;
  if (!isOurs || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(anchor.pathname + anchor.search);
}

/** @param {string} first */
function markNav(first) {
  for (const anchor of document.querySelectorAll('header nav a')) {
    if (anchor.getAttribute('href') === `/${first}`) anchor.setAttribute('aria-current', 'page');
    else anchor.removeAttribute('aria-current');
  }
}

const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);

/** @param {string} theme */
function dress(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function themeButton() {
  const known = THEMES.find((theme) => theme === localStorage.getItem('theme')) ?? 'auto';
  /** @type {typeof THEMES[number]} */
  let theme = known;
  const name = () => `Colours: ${theme === 'auto' ? 'as the system' : theme}`;
  const made = signButton(theme, name(), () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
    localStorage.setItem('theme', theme);
    dress(theme);
    relabel(made, theme, name());
  });
  dress(theme);
  return made;
}

const nav = h('nav', { 'aria-label': 'Pages' }, ...NAV.map(([href, name]) => link(href ?? '/', {}, name)));
put(
  element('header'),
  link(
    '/',
    { class: 'brand', 'aria-label': 'truel' },
    h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 }),
    h('span', {}, 'truel'),
  ),
  nav,
  themeButton(),
);
document.addEventListener('click', click);
window.addEventListener('popstate', () => void arrive());
void arrive();

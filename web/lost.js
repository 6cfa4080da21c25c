// A server that does not answer: one banner on all pages, tries at growing intervals, and
// a button to try at once. And a server that asks for its token again.
import { button, h, put } from './dom.js';

/** Between two tries in milliseconds: at first, and at most. */
const [FIRST, MOST] = [1000, 15000];
/** A page that was loaded again this lately for its token is not loaded again for it. */
const LATELY = 10000;

/** What a request throws that got no answer. */
export class Unreachable extends Error {
  constructor() {
    super(
      'The server does not answer. It may have been stopped, or the network is gone. Nothing was changed; try again.',
    );
  }
}

/** @type {Set<() => void>} */
const waiting = new Set();
let isLost = false;
let pause = FIRST;
let timer = 0;
const when = h('span', { 'aria-hidden': 'true' });
const again = button('Try again', () => void tryNow());
const banner = h('div', { id: 'lost', hidden: true }, h('p', { role: 'alert' }), when, again);
document.getElementById('header')?.after(banner);

/** Calls this whenever the server is back. Returns how to stop. @param {() => void} hear */
export function onceBack(hear) {
  waiting.add(hear);
  return () => void waiting.delete(hear);
}

/** No answer came. */
export function lose() {
  if (isLost) return;
  isLost = true;
  pause = FIRST;
  banner.hidden = false;
  put(banner.firstElementChild ?? banner, 'The server does not answer. What you see may be old.');
  later();
}

/** An answer came. */
export function find() {
  if (!isLost) return;
  isLost = false;
  window.clearTimeout(timer);
  banner.hidden = true;
  put(banner.firstElementChild ?? banner);
  for (const hear of [...waiting]) hear();
}

function later() {
  window.clearTimeout(timer);
  when.textContent = `Trying again in ${Math.round(pause / 1000)} s.`;
  timer = window.setTimeout(() => void tryNow(), pause);
  pause = Math.min(MOST, pause * 2);
}

async function tryNow() {
  window.clearTimeout(timer);
  when.textContent = 'Trying …';
  if (!(await answers())) later();
}

/** Whether the server answers at all; shows or removes the banner. */
export async function answers() {
  try {
    const response = await fetch('/api/games/tic-tac-toe', { cache: 'no-store' });
    return took(response);
  } catch {
    lose();
    return false;
  }
}

/**
 * Looks at an answer: a proxy's word that nobody is behind it is none.
 * @param {Response} response
 */
export function took(response) {
  if ([502, 503, 504].includes(response.status) && !response.headers.get('content-type')?.includes('json')) {
    lose();
    return false;
  }
  find();
  if (response.status === 401) askForToken();
  return true;
}

/** The cookie with the token is gone: the server's own page asks for it. */
function askForToken() {
  const last = Number(sessionStorage.getItem('asked-for-token'));
  if (Date.now() - last < LATELY) return;
  sessionStorage.setItem('asked-for-token', String(Date.now()));
  location.reload();
}

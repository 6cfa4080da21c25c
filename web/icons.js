// Signs on buttons, drawn for truel in a square of 24, so that they look alike everywhere.
import { h, put, s } from './dom.js';

/** Filled shapes begin with a star, the others are lines. @type {Record<string, string>} */
const SHAPES = {
  first: '*M5 5h3v14H5zM20 5v14L9 12z',
  back: '*M17 4v16L6 12z',
  on: '*M7 4v16l11-8z',
  last: '*M16 5h3v14h-3zM4 5v14l11-7z',
  run: '*M8 5v14l11-7z',
  pause: '*M7 5h4v14H7zM13 5h4v14h-4z',
  undo: 'M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3',
  redo: 'M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.7.600 1 1.300 1 2.100h5c0-.8.300-1.500 1-2.100A6 6 0 0 0 12 3z',
  turn: 'M20 12a8 8 0 1 1-2.300-5.700M20 3v5h-5',
  flag: 'M6 21V4M6 5c4-3 8 3 12 0v9c-4 3-8-3-12 0',
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19' +
    'M5 19l1.400-1.400M17.600 6.400L19 5',
  dark: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
};

/**
 * @typedef {'first' | 'back' | 'on' | 'last' | 'run' | 'pause' | 'undo' | 'redo' | 'hint' |
 * 'turn' | 'flag' | 'auto' | 'light' | 'dark'} IconName
 */

/** A sign. @param {IconName} name */
export function icon(name) {
  const shape = SHAPES[name] ?? '';
  const isFilled = shape.startsWith('*');
  return s(
    'svg',
    { class: `icon-sign ${isFilled ? 'filled' : ''}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { d: isFilled ? shape.slice(1) : shape }),
  );
}

/**
 * A button with a sign that says what it does.
 * @param {IconName} sign
 * @param {string} name
 * @param {() => void} onclick
 * @param {import('./dom.js').Props} [props]
 * @param {string} [caption] the name's first words, where there is room to show them
 */
export function signButton(sign, name, onclick, props = {}, caption = '') {
  const words = caption ? h('span', { class: 'caption' }, caption) : null;
  return h(
    'button',
    { type: 'button', class: 'sign', title: name, 'aria-label': name, onclick, ...props },
    icon(sign),
    words,
  );
}

/**
 * Another sign for a button.
 * @param {HTMLElement} button
 * @param {IconName} sign
 * @param {string} name
 */
export function relabel(button, sign, name) {
  put(button, icon(sign));
  button.title = name;
  button.setAttribute('aria-label', name);
}

// What a lesson is made of, and where each game's is.

/**
 * A position to play on: a text or a line of moves.
 * @typedef {object} Diagram
 * @property {string} title
 * @property {string} text
 * @property {string} [start]
 * @property {string} [moves] one after another with blanks between
 */

/**
 * @typedef {object} Lesson
 * @property {string} goal
 * @property {[string, string][]} rules heading and text
 * @property {Diagram[]} diagrams
 */

/** Each is fetched when it is wanted. @type {Record<string, () => Promise<{ default: Lesson }>>} */
export const LESSONS = {
  chexers: () => import('./chexers.js'),
  threechess: () => import('./threechess.js'),
  ropasci: () => import('./ropasci.js'),
  avalam: () => import('./avalam.js'),
  'pentago-swap': () => import('./pentago-swap.js'),
};

// Records as people paste them, and addresses that hold a whole match.
/** @import { LineOfPlay } from '../types.js' */

/** The line of a record, or of the first of several. @param {string} text @returns {LineOfPlay} */
export function lineOfRecord(text) {
  const first = text.trim().split('\n')[0] ?? '';
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(first);
  } catch {
    throw new Error('this is no record: a record is one line of JSON');
  }
  const record = /** @type {{ game?: unknown, start?: unknown, moves?: unknown }} */ (value ?? {});
  if (typeof record.game !== 'string' || !Array.isArray(record.moves))
    throw new Error('this is no record: it needs `game` and `moves`');
  return {
    game: record.game,
    ...(typeof record.start === 'string' ? { start: record.start } : {}),
    moves: record.moves.map(String),
  };
}

/**
 * The address of an analysis that begins with this line.
 * @param {string} game
 * @param {string | null | undefined} start
 * @param {string[]} moves
 */
export function analysisLink(game, start, moves) {
  const query = new URLSearchParams();
  if (start) query.set('position', start);
  if (moves.length > 0) query.set('moves', moves.join(' '));
  const text = query.toString();
  return `/analyse/${game}${text ? `?${text}` : ''}`;
}

// A touch that leads nowhere gets a sign: the cell is framed for a moment, and words say
// why where there are any.
/** @import { BoardView } from './board.js' */
import { note, say } from '../dom.js';
import { overlay } from './marks.js';

/** How long the sign stays. */
const LENGTH = 700;

/**
 * @param {BoardView} view
 * @param {number} cell
 * @param {string} why shown as a line
 * @param {string} otherwise said to listeners
 */
export function refuse(view, cell, why, otherwise) {
  for (const old of view.element.querySelectorAll('.refused')) old.remove();
  const sign = overlay(view.lay, cell, 'refused');
  view.element.append(sign);
  window.setTimeout(() => sign.remove(), LENGTH);
  if (why) note(why);
  else say(otherwise);
}

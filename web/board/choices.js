// What can be touched beside the board: throws, pairs of blocks, ways off, a pass.
// Buttons that come when they are possible.
/** @import { BoardView } from './board.js' */
import { button, h, put, s } from '../dom.js';
import { HANDS } from './figures.js';
import { path } from './men.js';

const PAIRS = /** @type {Record<string, string>} */ ({
  tl: 'top left',
  tr: 'top right',
  bl: 'bottom left',
  br: 'bottom right',
});

/** The order in which people say some choices; others stay as they come. */
const ORDER = ['throw rock', 'throw paper', 'throw scissors', 'tltr', 'tlbl', 'tlbr', 'trbl', 'trbr', 'blbr'];

/** A choice in words. @param {string} choice */
export function choiceName(choice) {
  const pair = /^([tb][lr])([tb][lr])$/.exec(choice);
  if (pair) return `Swap ${PAIRS[pair[1] ?? '']} with ${PAIRS[pair[2] ?? '']}`;
  if (choice === 'off') return 'Leave the board';
  return choice.charAt(0).toUpperCase() + choice.slice(1);
}

/** @param {string} choice */
function icon(choice) {
  const hand = choice.startsWith('throw ') ? HANDS[choice.charAt(6)] : undefined;
  if (hand)
    return s(
      'svg',
      { class: 'choice-icon', viewBox: '-0.5 -0.5 1 1', 'aria-hidden': 'true' },
      path(hand.body, 'hint-body', 1),
      path(hand.lines, 'hint-lines', 1),
    );
  const pair = /^([tb][lr])([tb][lr])$/.exec(choice);
  if (!pair) return null;
  const squares = ['tl', 'tr', 'bl', 'br'].map((name, place) =>
    s('rect', {
      class: name === pair[1] || name === pair[2] ? 'on' : 'off',
      x: 4 + 17 * (place % 2),
      y: 4 + 17 * Math.floor(place / 2),
      width: 15,
      height: 15,
      rx: 2,
    }),
  );
  return s('svg', { class: 'choice-icon', viewBox: '0 0 40 40', 'aria-hidden': 'true' }, ...squares);
}

export class ChoiceBar {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.element = h('div', { class: 'choices', role: 'group', 'aria-label': 'Beside the board' });
    this.shown = '';
  }

  /**
   * Shows these choices; `chosen` is pressed.
   * @param {string[]} choices
   * @param {string | undefined} chosen
   * @param {boolean} isRoomKept
   */
  show(choices, chosen, isRoomKept) {
    choices.sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
    const key = JSON.stringify([choices, chosen, isRoomKept]);
    if (key === this.shown) return;
    this.shown = key;
    this.element.classList.toggle('kept', isRoomKept);
    this.element.classList.toggle(
      'icons',
      choices.some((choice) => icon(choice) !== null && !choice.startsWith('throw')),
    );
    put(this.element, ...choices.map((choice) => this.button(choice, choice === chosen)));
  }

  /** @param {string} choice @param {boolean} isChosen */
  button(choice, isChosen) {
    const name = choiceName(choice);
    const made = button(null, () => this.view.choose(choice), {
      class: 'choice',
      title: name,
      'aria-label': name,
      'aria-pressed': isChosen ? 'true' : undefined,
      'data-choice': choice,
      onpointerenter: () => this.view.preview(choice),
      onpointerleave: () => this.view.preview(undefined),
      onfocus: () => this.view.preview(choice),
      onblur: () => this.view.preview(undefined),
    });
    const picture = icon(choice);
    if (picture) made.append(picture);
    if (!picture || choice.startsWith('throw'))
      made.append(h('span', {}, choice === 'off' ? 'Exit' : name.replace('Throw ', '')));
    return made;
  }
}

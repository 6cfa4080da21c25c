// The buttons of a room.
/** @import { PublicRoom } from '../types.js' */
import { button, copy, copyLater, h, put } from '../dom.js';
import { signButton } from '../icons.js';
import { analysisLink } from './record.js';

/**
 * What the buttons do.
 * @typedef {object} Doings
 * @property {(what: string, body?: object) => void} act
 * @property {() => void} hint
 * @property {() => void} flip
 * @property {() => Promise<object>} record
 * @property {() => string} position
 */

/**
 * What decides which buttons there are.
 * @typedef {object} Standing
 * @property {PublicRoom} room
 * @property {number} ply the ply looked at
 * @property {boolean} isBack whether it is an earlier one
 * @property {boolean} isOver
 * @property {boolean} canUndo
 * @property {boolean} canHint
 * @property {number | undefined} seat who would give up
 */

export class RoomControls {
  /** @param {Doings} doings */
  constructor(doings) {
    this.doings = doings;
    this.element = h('div', { class: 'controls' });
  }

  /** @param {Standing} standing */
  show(standing) {
    put(
      this.element,
      this.playing(standing),
      standing.isOver
        ? h(
            'div',
            { class: 'row' },
            button('Rematch', () => this.doings.act('rematch'), { class: 'main' }),
          )
        : null,
      this.keeping(standing),
    );
  }

  /** @param {Standing} standing */
  playing({ room, isBack, isOver, canUndo, canHint, seat }) {
    const { act, hint, flip } = this.doings;
    return h(
      'div',
      { class: 'row captions' },
      signButton('undo', 'Take back', () => act('undo'), { disabled: !canUndo }, 'Take back'),
      signButton(
        'redo',
        'Play again what was taken back',
        () => act('redo'),
        { disabled: room.undone.length === 0 },
        'Play again',
      ),
      signButton('hint', 'Hint', hint, { disabled: !canHint || isBack }, 'Hint'),
      signButton('turn', 'Turn the board', flip, {}, 'Turn'),
      isOver || seat === undefined
        ? null
        : signButton('flag', 'Give up', () => this.resign(seat), { class: 'sign resign' }, 'Give up'),
    );
  }

  /** @param {Standing} standing */
  keeping({ room, ply, isBack }) {
    return h(
      'div',
      { class: 'row small' },
      h('a', { class: 'button', href: analysisLink(room.game, room.start, room.moves.slice(0, ply)) }, 'Analyse'),
      button(isBack ? 'Fork from here' : 'Fork', () => this.doings.act('fork', { ply })),
      button('Copy record', () => void copyLater(this.doings.record, 'Record')),
      button('Copy position', () => void copy(this.doings.position(), 'Position')),
    );
  }

  /** Asks first, by the same button. @param {number} seat */
  resign(seat) {
    const asked = this.element.querySelector('.resign');
    if (asked?.classList.contains('sure')) this.doings.act('resign', { seat });
    else if (asked) {
      asked.classList.add('sure');
      asked.textContent = 'Give up?';
      asked.setAttribute('aria-label', 'Really give up');
      asked.setAttribute('title', 'Really give up');
    }
  }
}

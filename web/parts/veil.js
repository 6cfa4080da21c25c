// A veil over the board while the screen is passed from one person to the next.
import { button, h, put } from '../dom.js';

export class Veil {
  /** @param {() => void} onLift */
  constructor(onLift) {
    this.onLift = onLift;
    this.element = h('div', { class: 'veil', hidden: true });
    this.text = '';
  }

  /**
   * Falls with this text, or lifts without.
   * @param {string | undefined} text
   * @param {string} answer
   */
  show(text, answer) {
    this.element.hidden = text === undefined;
    if (text === undefined || text === this.text) {
      this.text = text ?? '';
      return;
    }
    this.text = text;
    const ready = button(answer, () => this.onLift(), { class: 'main' });
    put(this.element, h('p', {}, text), ready);
    ready.focus();
  }
}

// A slider over the plies of a match, and a way to let them run by at a chosen speed.
import { h } from '../dom.js';
import { relabel, signButton } from '../icons.js';

const SPEEDS = /** @type {const} */ ([
  [2000, 'slow'],
  [900, 'usual'],
  [350, 'fast'],
  [120, 'very fast'],
]);

export class Replay {
  /** @param {(ply: number) => void} onStep */
  constructor(onStep) {
    this.onStep = onStep;
    this.at = 0;
    this.count = 0;
    this.timer = 0;
    this.slider = h('input', {
      type: 'range',
      min: 0,
      step: 1,
      'aria-label': 'Ply',
      title: 'Which move is shown',
      oninput: () => this.slide(),
    });
    this.speed = h(
      'select',
      { value: '900', title: 'How fast the moves run by' },
      ...SPEEDS.map(([pause, name]) => h('option', { value: pause }, name)),
    );
    this.run = signButton('run', 'Let it run', () => this.toggle());
    this.element = h(
      'div',
      { class: 'replay row' },
      this.run,
      this.slider,
      h('label', { class: 'inline' }, 'Speed', this.speed),
    );
  }

  /** @param {number} at @param {number} count */
  show(at, count) {
    this.at = at;
    this.count = count;
    this.slider.max = String(count);
    this.slider.value = String(at);
    this.element.hidden = count < 2;
  }

  slide() {
    this.stop();
    this.onStep(Number(this.slider.value));
  }

  toggle() {
    if (this.timer) this.stop();
    else this.start();
  }

  start() {
    if (this.at >= this.count) this.onStep(0);
    relabel(this.run, 'pause', 'Stop');
    const next = () => {
      if (this.at >= this.count) return this.stop();
      this.onStep(this.at + 1);
      this.timer = window.setTimeout(next, Number(this.speed.value));
    };
    this.timer = window.setTimeout(next, 300);
  }

  stop() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    relabel(this.run, 'run', 'Let it run');
  }
}

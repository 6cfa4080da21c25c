// A board by keyboard: one cell is in the tab order, arrows go on in their direction on
// the screen, Enter touches, Escape lets go.
/** @import { BoardView } from './board.js' */
import { cellTowards } from './geometry.js';

const WAYS = /** @type {Record<string, { x: number, y: number }>} */ ({
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
});

export class Keys {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.cell = 0;
    this.stop(0);
    view.element.addEventListener('keydown', (event) => this.key(event));
    view.element.addEventListener('focusin', (event) => this.entered(event));
    view.element.addEventListener('focusout', () => this.left());
  }

  /** @param {number} cell */
  hit(cell) {
    return /** @type {SVGElement | undefined} */ (this.view.touchLayer.children[cell]);
  }

  /** Makes a cell the one that tab stops at. @param {number} cell */
  stop(cell) {
    this.hit(this.cell)?.setAttribute('tabindex', '-1');
    this.cell = cell;
    this.hit(cell)?.setAttribute('tabindex', '0');
  }

  /** @param {FocusEvent} event */
  entered(event) {
    const cell = event.target instanceof Element ? event.target.getAttribute('data-cell') : null;
    if (cell === null) return;
    this.stop(Number(cell));
    // Not for a mouse: whoever clicks sees the board.
    if (!(event.target instanceof Element) || !event.target.matches(':focus-visible')) return;
    void this.view.learn();
    this.view.pointer?.hoverOn(this.cell);
  }

  /** */
  left() {
    this.view.pointer?.hoverOn(undefined);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = WAYS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (way) this.go(cellTowards(this.view.lay, this.cell, way));
    else if (event.key === 'Enter' || event.key === ' ') this.view.touch(this.cell);
    else if (event.key === 'Escape') this.view.drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number | undefined} cell */
  go(cell) {
    if (cell === undefined) return;
    this.stop(cell);
    this.hit(cell)?.focus();
  }
}

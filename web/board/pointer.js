// Mouse, pen and finger on a board: hover, click after click, or drag.
/** @import { Point } from '../types.js' */
/** @import { BoardView } from './board.js' */
import { distance } from './geometry.js';
import { blockOf, pairOf } from './ground.js';

const FAR = 0.2;

export class Pointer {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    /**
     * @type {{ cell: number, from: number, at: Point, isHolding: boolean, isDragged: boolean } |
     * undefined}
     */
    this.press = undefined;
    const { element } = view;
    element.addEventListener('pointerover', (event) => this.hover(event));
    element.addEventListener('pointerleave', () => this.hoverOn(undefined));
    element.addEventListener('pointerdown', (event) => this.down(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener('pointerup', (event) => this.up(event));
    element.addEventListener('pointercancel', () => this.cancel());
    element.addEventListener('contextmenu', (event) => this.press && event.preventDefault());
  }

  /**
   * The cell at a place of the page.
   * @param {number} x
   * @param {number} y
   * @returns {number | undefined}
   */
  cellAt(x, y) {
    const hit = document
      .elementsFromPoint(x, y)
      .find((element) => element.classList.contains('hit') && this.view.element.contains(element));
    const cell = hit?.getAttribute('data-cell');
    return cell === null || cell === undefined ? undefined : Number(cell);
  }

  /** Where the pointer is on the board. @param {PointerEvent} event @returns {Point} */
  at(event) {
    const matrix = this.view.element.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    return { x: point.x, y: point.y };
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== 'touch') this.hoverOn(this.cellAt(event.clientX, event.clientY));
  }

  /** @param {number | undefined} cell */
  hoverOn(cell) {
    if (this.view.hovered === cell) return;
    this.view.hovered = cell;
    if (this.view.seat !== undefined) this.view.point();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return this.view.drop();
    const { view } = this;
    const cell = this.cellAt(event.clientX, event.clientY);
    if (cell === undefined) return view.drop();
    if (view.seat === undefined) return view.touch(cell);
    const isTarget = view.hand.touched.length > 0 && view.hand.may({ cell });
    const wasHeld = view.hand.held === cell;
    const canBegin = !isTarget && view.startsHere(cell) && !wasHeld;
    // A touch can change what stands there, so that this is asked before.
    const isTaken = canBegin && !this.isPlacing(cell);
    if (isTaken) view.touch(cell);
    this.press = {
      cell,
      from: cell,
      at: this.at(event),
      isHolding: wasHeld || (canBegin && view.hand.held === cell),
      isDragged: false,
    };
    if (isTaken) this.press.cell = -1;
    return true;
  }

  /**
   * Whether touching this cell makes a whole move or puts something down, so that it waits for the
   * finger to be lifted.
   * @param {number} cell
   */
  isPlacing(cell) {
    return !this.view.moment?.pieces.some((piece) => piece.cell === cell);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press, view } = this;
    if (!press) return;
    const here = this.at(event);
    if (!press.isDragged && distance(here, press.at) < FAR) return;
    if (this.canSwap()) {
      press.isDragged = true;
      return view.preview(this.pairTo(this.cellAt(event.clientX, event.clientY)));
    }
    if (!press.isHolding) return;
    // The piece in the hand must be one that is drawn where it stands.
    if (view.running) view.settle();
    press.isDragged = true;
    this.follow(here);
    this.hoverOn(this.cellAt(event.clientX, event.clientY));
    view.element.classList.add('dragging');
  }

  /**
   * Whether what is left to do is to let two blocks change places, which a drag from one to the
   * other does too.
   */
  canSwap() {
    const { cells, choices } = this.view.hand.next();
    return cells.size === 0 && choices.some((choice) => pairOf(this.view.game, choice) !== undefined);
  }

  /**
   * The choice that lets the block of the press and that of a cell change places.
   * @param {number | undefined} cell
   * @returns {string | undefined}
   */
  pairTo(cell) {
    const { game, hand } = this.view;
    const ends = [blockOf(game, this.press?.from ?? 0), cell === undefined ? undefined : blockOf(game, cell)];
    return hand
      .next()
      .choices.find((choice) => ends[0] !== ends[1] && pairOf(game, choice)?.every((name) => ends.includes(name)));
  }

  /** The held piece follows the pointer. @param {Point} here */
  follow(here) {
    const { view } = this;
    const cell = view.hand.held;
    const own = [...view.men].filter(([piece]) => piece.cell === cell);
    const found = own.find(([piece]) => piece.seat === view.seat) ?? own[0];
    const centre = cell === undefined ? undefined : view.lay.cells[cell]?.centre;
    if (!found || !centre) return;
    view.menLayer.append(found[1]);
    found[1].querySelector('.mover')?.setAttribute('transform', `translate(${here.x - centre.x} ${here.y - centre.y})`);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press, view } = this;
    const cell = this.cellAt(event.clientX, event.clientY);
    const pair = press?.isDragged && this.canSwap() ? this.pairTo(cell) : undefined;
    this.cancel();
    if (!press) return;
    if (pair) return void view.choose(pair);
    if (press.isDragged) return this.release(cell);
    if (press.cell === -1 || cell === undefined || cell !== press.cell) return;
    view.touch(cell);
  }

  /** A dragged piece is let go. @param {number | undefined} cell */
  release(cell) {
    const { view } = this;
    const { cells, choices } = view.hand.next();
    if (cell !== undefined && cells.has(cell)) {
      view.dropped = cell;
      view.touch(cell);
      // A piece that has come to where it belongs is not seen to jump back while the server is
      // asked.
      if (view.hand.touched.length === 0) return;
    } else if (cell === undefined && choices.includes('off')) {
      view.choose('off');
    }
    view.redraw();
  }

  /** Forgets the press. */
  cancel() {
    this.press = undefined;
    this.view.element.classList.remove('dragging');
  }
}

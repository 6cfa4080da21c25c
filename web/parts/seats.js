// The seats of a room: who sits there, how they stand, whose turn it is, and their clocks.
/** @import { GameView, Moment, RoomView } from '../types.js' */

import { seatBadge } from '../board/men.js';
import { h, put } from '../dom.js';
import { ending, payoffText, sitterName, specParts, standing } from './words.js';

/** Time as a clock shows it. @param {number} left in milliseconds */
export function clockText(left) {
  const tenths = Math.max(0, Math.ceil(left / 100));
  const seconds = Math.floor(tenths / 10);
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, '0');
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
  return seconds < 20 ? `${minutes}:${rest}.${tenths % 10}` : `${minutes}:${rest}`;
}

export class SeatPanel {
  /** @param {GameView} game */
  constructor(game) {
    this.game = game;
    this.element = h('section', { class: 'seats', 'aria-label': 'Seats' });
    /** @type {RoomView | undefined} */
    this.view = undefined;
    /** When this browser heard that the clocks were started. */
    this.heard = 0;
    this.timer = window.setInterval(() => this.tick(), 100);
  }

  /**
   * Shows a room; the standings are those of the moment looked at.
   * @param {RoomView} view
   * @param {Moment} moment
   */
  show(view, moment) {
    const isNew = this.view?.room.clock?.since !== view.room.clock?.since;
    if (isNew) this.heard = this.view ? Date.now() : Math.min(Date.now(), view.room.clock?.since ?? 0);
    this.view = view;
    put(this.element, ...this.game.seats.map((seat, index) => this.row(seat.name, index, view, moment)));
    this.tick();
  }

  /** @param {string} name @param {number} seat @param {RoomView} view @param {Moment} moment */
  row(name, seat, view, moment) {
    const end = ending(this.game, view.moment, view.room);
    const isActing = !end && view.moment.acting.includes(seat) && !view.room.chosen.includes(seat);
    const sitter = view.room.seats[seat];
    const [who, set] =
      sitter?.kind === 'agent' ? specParts(sitter.agent) : [sitter ? sitterName(sitter, name) : name, ''];
    const clock = view.room.clock ? h('span', { class: 'clock', 'data-seat': seat, role: 'timer' }) : null;
    const points = end ? h('span', { class: 'payoff' }, payoffText(end.payoffs[seat] ?? 0)) : null;
    return h(
      'div',
      { class: `seat ${isActing ? 'acting' : ''}` },
      seatBadge(this.game, seat),
      h(
        'div',
        { class: 'who' },
        h('strong', {}, who),
        set ? h('span', { class: 'set' }, set) : null,
        who === name ? null : h('span', { class: 'colour-name' }, name),
        this.status(seat, view, isActing),
        h('small', {}, standing(moment, seat)),
      ),
      clock,
      points,
    );
  }

  /** @param {number} seat @param {RoomView} view @param {boolean} isActing */
  status(seat, view, isActing) {
    if (isActing && view.room.seats[seat]?.kind === 'agent') return h('span', { class: 'status thinking' }, 'thinking');
    if (view.room.chosen.includes(seat)) return h('span', { class: 'status' }, 'has chosen');
    return isActing ? h('span', { class: 'status' }, 'to move') : null;
  }

  /** Lets the clocks run. */
  tick() {
    const { view } = this;
    const clock = view?.room.clock;
    if (!view || !clock) return;
    const isOver = ending(this.game, view.moment, view.room) !== undefined;
    for (const node of this.element.querySelectorAll('.clock')) {
      const seat = Number(node.getAttribute('data-seat'));
      const runs = !isOver && view.moment.acting.includes(seat) && !view.room.chosen.includes(seat);
      const left = (clock.left?.[seat] ?? 0) - (runs ? Date.now() - this.heard : 0);
      const text = clockText(left);
      if (node.textContent !== text) node.textContent = text;
      node.classList.toggle('runs', runs);
      node.classList.toggle('short', left < 20000);
    }
  }

  /** Stops the clocks of this panel. */
  close() {
    window.clearInterval(this.timer);
  }
}

// A hand that makes a move touch by touch: the legal moves as a tree of gestures, and how
// far down it the hand is.
/** @import { LegalMove, Touch } from '../types.js' */

/** A touch as a word, to compare it. @param {Touch} touch */
export const word = (touch) => (touch.cell === undefined ? `=${touch.choice}` : String(touch.cell));

/**
 * Whether a gesture begins with these touches.
 * @param {Touch[]} gesture
 * @param {Touch[]} touched
 */
const begins = (gesture, touched) =>
  touched.every((touch, place) => gesture[place] !== undefined && word(gesture[place]) === word(touch));

export class Hand {
  /** @param {LegalMove[]} legal the moves of one seat */
  constructor(legal) {
    this.legal = legal;
    /** @type {Touch[]} */
    this.touched = [];
  }

  /** The moves that are still possible, after further touches if any. @param {Touch[]} more */
  open(...more) {
    const touched = [...this.touched, ...more];
    return this.legal.filter((move) => begins(move.gesture, touched));
  }

  /**
   * What may be touched next, after further touches if any.
   * @param {Touch[]} more
   * @returns {{ cells: Set<number>, choices: string[] }}
   */
  next(...more) {
    const place = this.touched.length + more.length;
    /** @type {Set<number>} */
    const cells = new Set();
    /** @type {Set<string>} */
    const choices = new Set();
    for (const { gesture } of this.open(...more)) {
      const touch = gesture[place];
      if (touch?.cell !== undefined) cells.add(touch.cell);
      if (touch?.choice !== undefined) choices.add(touch.choice);
    }
    return { cells, choices: [...choices] };
  }

  /** Whether this may be touched now. @param {Touch} touch */
  may(touch) {
    return this.open(touch).length > 0;
  }

  /**
   * Touches; returns the move if that completes one.
   * @param {Touch} touch
   * @returns {LegalMove | undefined}
   */
  touch(touch) {
    if (!this.may(touch)) return undefined;
    this.touched.push(touch);
    return this.legal.find((move) => move.gesture.length === this.touched.length && begins(move.gesture, this.touched));
  }

  /** Lets go of everything. */
  drop() {
    this.touched = [];
  }

  /** The cell touched last, if any. @returns {number | undefined} */
  get held() {
    return this.touched.at(-1)?.cell;
  }

  /** Whether any move needs something beside the board. */
  get hasChoices() {
    return this.legal.some((move) => move.gesture.some((touch) => touch.choice !== undefined));
  }
}

// Small words that several pages say alike.
/** @import { GameView, Moment, PublicRoom, SeatConfig } from '../types.js' */

/** The five games that truel is about, in the order in which people meet them. */
export const MAIN_GAMES = ['chexers', 'threechess', 'ropasci', 'avalam', 'pentago-swap'];

/** A move as people read it. @param {string} mv */
export function moveText(mv) {
  return mv
    .replaceAll('-', '−')
    .replaceAll('>', '→')
    .replace(/^([BGR][A-H]\d)([BGR][A-H]\d)$/, '$1–$2');
}

/** Who sits there. @param {SeatConfig} sitter @param {string} seat */
export function sitterName(sitter, seat) {
  return sitter.kind === 'agent' ? sitter.agent : sitter.name || seat;
}

/**
 * Who sits there, an agent without what is set about it.
 * @param {SeatConfig} sitter
 * @param {string} seat
 */
export function shortName(sitter, seat) {
  return sitter.kind === 'agent' ? specParts(sitter.agent)[0] : sitter.name || seat;
}

/**
 * Who sits in a seat of a room, by name: a person's own, an agent's, or the seat's.
 * @param {GameView} game
 * @param {PublicRoom} room
 * @param {number} seat
 */
export function personName(game, room, seat) {
  const title = game.seats[seat]?.name ?? '';
  const sitter = room.seats[seat];
  return sitter ? shortName(sitter, title) : title;
}

/**
 * An agent's spec in two parts: its name, and what is set.
 * @param {string} spec
 * @returns {[string, string]}
 */
export function specParts(spec) {
  const [name = '', ...rest] = spec.split(':');
  return [
    name,
    rest
      .join(':')
      .replaceAll(',', ', ')
      .replace(/\btime=/, ''),
  ];
}

/** How a seat stands, without its name. @param {Moment} moment @param {number} seat */
export const standing = (moment, seat) => (moment.standings[seat] ?? '').replace(/^[^:]*: /, '');

const REASONS = /** @type {Record<string, string>} */ ({
  exit4: 'four pieces are off the board',
  maxturns: 'the last turn was played',
  repetition: 'the position came again too often',
  king_capture: 'a king was taken',
  towers: 'more towers',
  fives: 'more towers of five',
  draw: 'nothing between them',
  five: 'five in a row',
  opponent_five: 'the move gave away a five',
  both_five: 'a five for each',
  full_board: 'the board is full',
  'no-tokens': 'nothing left to play with',
  'both-invincible': 'both have a token that cannot be beaten',
  'invincible-vs-one': 'a token that cannot be beaten against the last one',
  'max-turns': 'the last turn was played',
  no_moves: 'nobody can move',
  line: 'three in a row',
  four: 'four in a row',
  'full-board': 'the board is full',
  'time-out': 'out of time',
  'illegal-move': 'a move that is not legal',
  cap: 'cut short',
  'cards-spent': 'all cards are played',
});

/** Why a match ended, as people say it. @param {string} reason */
export const reasonText = (reason) => REASONS[reason] ?? reason;

/** Who won, in a sentence. @param {GameView} game @param {number[]} payoffs */
export function winners(game, payoffs) {
  const best = Math.max(...payoffs);
  const won = game.seats.filter((_, seat) => payoffs[seat] === best).map((seat) => seat.name);
  return won.length === game.seats.length ? 'Draw' : `${won.join(' and ')} won`;
}

/**
 * How a match ended: the headline and the reason.
 * @param {GameView} game
 * @param {Moment} moment
 * @param {PublicRoom} [room]
 * @returns {{ head: string, why: string, payoffs: number[] } | undefined}
 */
export function ending(game, moment, room) {
  if (room?.ended) {
    const name = game.seats[room.ended.seat]?.name ?? '';
    const why = room.ended.why === 'time' ? `${name} ran out of time` : `${name} gave up`;
    return { head: winners(game, room.ended.payoffs), why, payoffs: room.ended.payoffs };
  }
  if (!moment.payoffs) return undefined;
  return { head: winners(game, moment.payoffs), why: reasonText(moment.reason ?? ''), payoffs: moment.payoffs };
}

/**
 * Who must move, or how it ended, as people read it.
 * @param {GameView} game
 * @param {Moment} moment
 */
export function headlineOf(game, moment) {
  const end = ending(game, moment);
  return end ? `${end.head}: ${end.why}` : moment.headline;
}

/** A number of payoff as people read it. @param {number} value */
export const payoffText = (value) =>
  (Number.isInteger(value) ? String(value) : value === 0.5 ? '½' : value.toFixed(2)).replace('-', '−');

/** Large numbers, short. @param {number} value */
export function short(value) {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`;
  return value >= 1e4 ? `${Math.round(value / 1e3)}k` : String(value);
}

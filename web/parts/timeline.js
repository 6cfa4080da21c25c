// The timeline of a room's match: all its moments, kept in step with the room.
/** @import { Moment, PublicRoom, RoomView } from '../types.js' */
import * as api from '../api.js';

/** Every moment of a room's match. @param {PublicRoom} room */
export function momentsOf(room) {
  return api.moments({ game: room.game, ...(room.start ? { start: room.start } : {}), moves: room.moves });
}

/**
 * Whether these moments are how the moves begin.
 * @param {Moment[]} moments
 * @param {string[]} moves
 */
const isPrefix = (moments, moves) => moments.every((moment, ply) => ply === 0 || moment.mv === moves[ply - 1]);

/**
 * The moments after a change: one more or the same; nothing where they have to be asked for.
 * @param {Moment[]} moments
 * @param {RoomView} view
 * @returns {{ kind: 'next' | 'same', moments: Moment[] } | undefined}
 */
export function advance(moments, view) {
  const { moves } = view.room;
  const isKnown = isPrefix(moments, moves);
  if (isKnown && moves.length === moments.length) return { kind: 'next', moments: [...moments, view.moment] };
  if (isKnown && moves.length === moments.length - 1) return { kind: 'same', moments };
  return undefined;
}

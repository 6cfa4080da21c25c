// What a move that cost its seat something is called, and which one decided a match.
/** @import { CandidateView } from '../types.js' */

/** Losses in expected points from which a move is a mistake, and a blunder. */
export const MISTAKE = 0.1;
export const BLUNDER = 0.2;

/**
 * A move that cost its seat something.
 * @typedef {object} Verdict
 * @property {number} ply of the position before it
 * @property {number} seat who made it
 * @property {'mistake' | 'blunder'} kind
 * @property {string} played
 * @property {CandidateView} better
 * @property {string[]} line the better move and what would have followed, as joint moves
 * @property {number} kept points that its seat could expect after it
 * @property {number} possible points that its seat could expect after the better move
 * @property {number} loss
 */

/**
 * The kind of a move that lost so many points.
 * @param {number} loss
 * @returns {Verdict['kind'] | undefined}
 */
export function kindOf(loss) {
  if (loss >= BLUNDER) return 'blunder';
  return loss >= MISTAKE ? 'mistake' : undefined;
}

/**
 * The turning point: what cost most of those who did not win; of everybody where nobody won. Of
 * equal losses the later one counts, which nobody gave back.
 * @param {Verdict[]} verdicts @param {number[] | null | undefined} points how it ended
 */
export function turningPoint(verdicts, points) {
  const best = Math.max(...(points ?? []));
  const beaten = points?.some((one) => one < best)
    ? verdicts.filter(({ seat }) => (points[seat] ?? 0) < best)
    : verdicts;
  const among = beaten.length > 0 ? beaten : verdicts;
  return among.toSorted((a, b) => b.loss - a.loss || b.ply - a.ply)[0];
}

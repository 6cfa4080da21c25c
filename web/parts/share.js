// How often a move is to be expected where seats choose at once.
/** @import { CandidateView } from '../types.js' */

/** Moves seat by seat. @param {CandidateView[]} all @returns {CandidateView[][]} */
export const bySeat = (all) =>
  [...new Set(all.map(({ seat }) => seat))].map((seat) => all.filter((one) => one.seat === seat));

/** Whether an agent mixes moves instead of choosing one. @param {CandidateView[]} all */
export const isMixed = (all) => all.some(({ weight }) => weight > 0 && weight < 0.999);

/**
 * A move's share in a mixed strategy, or of the visits where the strategy is a single move; nothing
 * where nobody counted them.
 * @param {CandidateView[]} all @param {CandidateView} one
 */
export function shareOf(all, one) {
  if (isMixed(all)) return one.weight;
  const visits = all.reduce((sum, { visits }) => sum + visits, 0);
  return visits > 0 ? one.visits / visits : undefined;
}

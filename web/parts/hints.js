// @ts-check
// What an agent thinks, as arrows: the more of its strategy or its time a move has, the stronger.
/** @import { Candidate, Thought } from '../types.js' */
/** @import { Hint } from '../board/marks.js' */

const MOST = 5;

/** The arrows of a thought; `other` is who chooses at the same instant. @param {Thought} thought @param {number} other @returns {Hint[]} */
export function hintsOf(thought, other) {
  return [...arrows(thought.candidates, thought.seat), ...arrows(thought.replies, other)];
}

/** @param {Candidate[]} all @param {number} seat @returns {Hint[]} */
function arrows(all, seat) {
  // A move that is known to be worse than others, and no more, gets no arrow.
  const exact = all.filter(({ bound }) => bound === 'exact');
  const weighted = exact.map((candidate, place) => ({ candidate, weight: weightOf(exact, candidate, place) }));
  const worth = weighted.filter(({ weight }, place) => place < MOST && weight > 0.02);
  return worth.map(({ candidate, weight }, place) => ({
    gesture: candidate.gesture,
    seat,
    weight,
    ...(place > 0 && isPlacing(candidate) ? { kind: 'brief' } : {}),
  }));
}

/**
 * A candidate's share of the strategy; of the visits or by its place where the strategy is a single move.
 * @param {Candidate[]} all
 * @param {Candidate} candidate
 * @param {number} place
 */
function weightOf(all, candidate, place) {
  if (all.some(({ weight }) => weight > 0 && weight < 0.999)) return candidate.weight;
  const visits = all.reduce((sum, { visits }) => sum + visits, 0);
  return visits > 0 ? candidate.visits / visits : 0.8 / (1 + 2 * place);
}

/**
 * Whether a move puts something down and needs a choice besides, so that only the best is worth showing whole.
 * @param {Candidate} candidate
 */
const isPlacing = ({ gesture }) => gesture[0]?.cell !== undefined && gesture[1]?.choice !== undefined && gesture[1].choice !== 'off';

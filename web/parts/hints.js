// What an agent thinks, as arrows: the more of its strategy or its time a move has, the stronger.
/** @import { CandidateView, ThoughtView } from '../types.js' */
/** @import { Hint } from '../board/marks.js' */
import { bySeat, shareOf } from './share.js';

const MOST = 5;

/** How strong an arrow is of which no more is known than its place. @param {number} place */
const byPlace = (place) => 0.8 / (1 + 2 * place);

/**
 * The arrows of a thought, and of what others choose at the same instant.
 * @param {ThoughtView} thought
 * @returns {Hint[]}
 */
export function hintsOf(thought) {
  return [thought.candidates, ...bySeat(thought.replies)].flatMap(arrows);
}

/** The arrows of one seat. @param {CandidateView[]} all @returns {Hint[]} */
function arrows(all) {
  // A move that is known to be worse than others, and no more, gets no arrow.
  const exact = all.filter(({ bound }) => bound === 'exact');
  const weighted = exact.map((candidate, place) => ({
    candidate,
    weight: shareOf(exact, candidate) ?? byPlace(place),
  }));
  const worth = weighted.filter(({ weight }, place) => place < MOST && weight > 0.02);
  return worth.map(({ candidate, weight }, place) => ({
    gesture: candidate.gesture,
    seat: candidate.seat,
    weight,
    ...(place > 0 && isPlacing(candidate) ? { kind: 'brief' } : {}),
  }));
}

/**
 * Whether a move puts something down and needs a choice besides, so that only the best is worth
 * showing whole.
 * @param {CandidateView} candidate
 */
const isPlacing = ({ gesture }) =>
  gesture[0]?.cell !== undefined && gesture[1]?.choice !== undefined && gesture[1].choice !== 'off';

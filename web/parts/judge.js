// Judges the moves of a match by what they cost the seat that made them, in expected points.
//
// An agent looks at every position first. Where a move may have been worse than another, both are
// compared: the agent looks at the position after each of them for the same time, so that the loss
// does not depend on how deep it saw at two different plies. Where seats move at once, both are
// compared against the replies that the agent expects, each as often as it expects it.
/** @import { CandidateView, GameView, Moment, ThoughtView } from '../types.js' */
/** @import { Verdict } from './verdict.js' */
import * as api from '../api.js';
import { bySeat, shareOf } from './share.js';
import { kindOf } from './verdict.js';

/** A loss at first sight that is worth comparing. */
const SUSPECT = 0.05;
/** A move that the agent itself would play so often is no mistake, whatever it looks like. */
const OWN_SHARE = 0.1;
/** Replies of the others that two moves are compared against. */
const REPLIES = 3;
const AGENT = 'champion';
const [LOOK, COMPARE] = ['150ms', '250ms'];

export class Judge {
  /** @param {GameView} game @param {Moment[]} moments */
  constructor(game, moments) {
    this.game = game;
    this.moments = moments;
    /** What each seat could expect, by ply. @type {(number[] | undefined)[]} */
    this.points = [];
    /** What the agent thought, by ply, for each seat that moved. @type {ThoughtView[][]} */
    this.thoughts = [];
    /** @type {Verdict[]} */
    this.verdicts = [];
    /** Moves that have been judged, as `ply/seat`. @type {Set<string>} */
    this.judged = new Set();
  }

  /**
   * Looks at a ply and judges the moves that it tells about.
   * @param {number} ply
   * @param {AbortSignal} signal
   */
  async look(ply, signal) {
    const moment = this.moments[ply];
    if (!moment) return;
    if (moment.points) this.points[ply] = moment.points;
    else await this.ask(moment, ply, signal);
    for (const at of [ply, ply - 1])
      for (const thought of this.thoughts[at] ?? []) await this.judge(at, thought, signal);
  }

  /** @param {Moment} moment @param {number} ply @param {AbortSignal} signal */
  async ask(moment, ply, signal) {
    /** @type {ThoughtView[]} */
    const thoughts = [];
    for (const seat of moment.acting) {
      const also = this.playedAt(ply, seat);
      const question = { game: this.game.id, position: moment.position, agent: AGENT, seat, time: LOOK, candidates: 2 };
      thoughts.push(await api.thought(also === undefined ? question : { ...question, also }, signal));
    }
    this.thoughts[ply] = thoughts;
    const mean = (/** @type {number} */ seat) =>
      thoughts.reduce((sum, { chances }) => sum + (chances[seat]?.points ?? 0), 0) / thoughts.length;
    this.points[ply] = this.game.seats.map((_, seat) => mean(seat));
  }

  /** The move that a seat made at a ply. @param {number} ply @param {number} seat */
  playedAt(ply, seat) {
    const place = this.moments[ply]?.acting.indexOf(seat) ?? -1;
    return this.moments[ply + 1]?.mv?.split('|')[place];
  }

  /** @param {number} ply @param {ThoughtView} thought @param {AbortSignal} signal */
  async judge(ply, thought, signal) {
    const { seat } = thought;
    const [played, better, key] = [this.playedAt(ply, seat), thought.candidates[0], `${ply}/${seat}`];
    if (
      played === undefined ||
      !better ||
      better.mv === played ||
      this.judged.has(key) ||
      !this.isSuspect(ply, thought, played)
    )
      return;
    const found = await this.compare(ply, thought, better.mv, played, signal);
    this.judged.add(key);
    const loss = found.possible - found.kept;
    const kind = kindOf(loss);
    if (kind) this.verdicts.push({ ply, seat, kind, played, better, line: better.line, loss, ...found });
    this.verdicts.sort((a, b) => a.ply - b.ply || a.seat - b.seat);
  }

  /**
   * Whether a move looks worse than another at first sight.
   * @param {number} ply
   * @param {ThoughtView} thought
   * @param {string} played
   */
  isSuspect(ply, { seat, candidates }, played) {
    const [best, own] = [candidates[0], candidates.find(({ mv }) => mv === played)];
    const isMixed = (this.moments[ply]?.acting.length ?? 1) > 1;
    if (isMixed && own && (shareOf(candidates, own) ?? own.weight) >= OWN_SHARE) return false;
    if (isMixed && !own) return true;
    const isTried =
      own &&
      own.chances.length > 0 &&
      (own.visits > 0 || (own.bound === 'exact' && candidates.every(({ visits }) => visits === 0)));
    const seen = isTried ? (best?.chances[seat]?.points ?? 0) - (own.chances[seat]?.points ?? 0) : 0;
    const [before, after] = [this.points[ply]?.[seat], this.points[ply + 1]?.[seat]];
    const dropped = before === undefined || after === undefined ? 0 : before - after;
    return Math.max(seen, dropped) >= SUSPECT;
  }

  /**
   * What a seat may expect after each of two moves. Where seats move at once, the others reply as
   * the agent expects them to; a seat of which it expects nothing plays what it played.
   * @param {number} ply
   * @param {ThoughtView} thought
   * @param {string} better
   * @param {string} played
   * @param {AbortSignal} signal
   */
  async compare(ply, thought, better, played, signal) {
    const acting = this.moments[ply]?.acting ?? [];
    let [possible, kept] = [0, 0];
    for (const { moves, share } of repliesOf(thought)) {
      const joint = (/** @type {string} */ mv) =>
        acting.map((seat) => (seat === thought.seat ? mv : (moves[seat] ?? this.playedAt(ply, seat) ?? ''))).join('|');
      possible += share * (await this.after(ply, joint(better), thought.seat, signal));
      kept += share * (await this.after(ply, joint(played), thought.seat, signal));
    }
    return { possible, kept };
  }

  /**
   * What a seat may expect after a joint move.
   * @param {number} ply
   * @param {string} joint
   * @param {number} seat
   * @param {AbortSignal} signal
   */
  async after(ply, joint, seat, signal) {
    const start = this.moments[ply]?.position ?? '';
    const { moment } = await api.position({ game: this.game.id, start, moves: [joint] });
    if (moment.points) return moment.points[seat] ?? 0;
    const { chances } = await api.thought(
      { game: this.game.id, position: moment.position, agent: AGENT, time: COMPARE, candidates: 1 },
      signal,
    );
    return chances[seat]?.points ?? 0;
  }
}

/**
 * What the others are expected to do together at the same instant, as moves by seat; with turns,
 * nothing.
 * @param {ThoughtView} thought @returns {{ moves: Record<number, string>, share: number }[]}
 */
function repliesOf({ replies }) {
  const lists = bySeat(replies);
  // Replies multiply, so there are fewer of each seat where several seats reply.
  const most = lists.length > 1 ? 2 : REPLIES;
  /** @type {{ moves: Record<number, string>, share: number }[]} */
  const nothing = [{ moves: {}, share: 1 }];
  return lists.reduce(
    (before, list) =>
      before.flatMap(({ moves, share }) =>
        likeliest(list, most).map((reply) => ({
          moves: { ...moves, [reply.seat]: reply.mv },
          share: share * reply.share,
        })),
      ),
    nothing,
  );
}

/**
 * The likeliest moves of one seat, with shares that add up to 1.
 * @param {CandidateView[]} all
 * @param {number} most
 */
function likeliest(all, most) {
  const shares = all.map((reply) => ({ seat: reply.seat, mv: reply.mv, share: shareOf(all, reply) ?? reply.weight }));
  const chosen = shares.toSorted((a, b) => b.share - a.share).slice(0, most);
  const sum = chosen.reduce((sum, { share }) => sum + share, 0);
  return chosen.flatMap((reply) => (sum > 0 && reply.share > 0 ? [{ ...reply, share: reply.share / sum }] : []));
}

// How many matches a tournament has and how long they take, before it is started. Only
// roughly: agents end matches as they like.

/** Milliseconds that a move takes where no clock and no time of its own says so. */
const USUAL = 1000;
/**
 * Milliseconds of agents that go by depth or by a number of positions, and of those that do not
 * look ahead.
 */
const [COUNTED, AT_ONCE] = [20, 1];
/** What a match costs beside its moves. */
const OVERHEAD = 5;

/** @param {number} count */
const factorial = (count) =>
  Array.from({ length: count }, (_, place) => place + 1).reduce((product, one) => product * one, 1);

/** How many ways there are to choose so many of them. @param {number} all @param {number} some */
const choices = (all, some) => (all < some ? 0 : factorial(all) / factorial(some) / factorial(all - some));

/**
 * The matches of a tournament.
 * @param {string} format @param {number} agents @param {number} seats @param {number} blocks @param
 *   {number} rounds
 */
export function matchesOf(format, agents, seats, blocks, rounds) {
  if (agents < seats) return 0;
  // Each block has every seating of its agents once.
  const block = factorial(seats) * blocks;
  if (format === 'gauntlet') return choices(agents - 1, seats - 1) * block;
  if (format === 'swiss') return rounds * Math.floor(agents / seats) * block;
  if (format === 'knock-out') return Math.max(1, Math.ceil((agents - 1) / (seats - 1))) * block;
  return format === 'ladder' ? block : choices(agents, seats) * block;
}

/** A time as it is typed, in milliseconds. @param {string | undefined} text */
export function milliseconds(text) {
  const found = /^(\d+(?:\.\d+)?)(ms|s|m)/.exec(text?.trim() ?? '');
  const unit = { ms: 1, s: 1000, m: 60000 }[found?.[2] ?? ''];
  return found && unit ? Number(found[1]) * unit : undefined;
}

/**
 * What a move of an agent takes, in milliseconds.
 * @param {string} spec
 * @param {number | undefined} most what the clock allows for a move
 */
export function moveTime(spec, most = Infinity) {
  const own = milliseconds(/[:,]time=([^,]+)/.exec(spec)?.[1]);
  if (/^(random|greedy|fair|report-greedy|report-random)\b/.test(spec)) return AT_ONCE;
  if (own === undefined && /^(easy|strong)\b|[:,](depth|nodes|sims)=/.test(spec)) return Math.min(COUNTED, most);
  return Math.min(own ?? (most === Infinity ? USUAL : most), most);
}

/**
 * How long a tournament takes, in milliseconds.
 * @param {{ matches: number, plies: number, isSimultaneous: boolean, seats: number, specs:
 *   string[], time: string | undefined, atOnce: number }} plan
 *   `time` as the server takes it: `50ms/move`, `10s/game`
 */
export function duration({ matches, plies, isSimultaneous, seats, specs, time, atOnce }) {
  const isForMatch = time !== undefined && !/\/move|,/.test(time);
  const clock = milliseconds(time);
  const share = clock === undefined ? undefined : isForMatch ? (clock * seats) / plies : clock;
  const mean = specs.reduce((sum, spec) => sum + moveTime(spec, share), 0) / Math.max(1, specs.length);
  return (matches * (OVERHEAD + plies * (isSimultaneous ? seats : 1) * mean)) / Math.max(1, atOnce);
}

/** A duration as people say it. @param {number} length in milliseconds */
export function durationText(length) {
  const seconds = length / 1000;
  if (seconds < 10) return 'a few seconds';
  if (seconds < 90) return `${Math.round(seconds / 5) * 5} s`;
  const minutes = seconds / 60;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  return hours < 36 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`;
}

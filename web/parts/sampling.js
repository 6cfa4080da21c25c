// Which ply of a finished match to look at next: evenly and ever closer first, then where
// the most has changed.

/** Plies that are looked at evenly; a match no longer than this is looked at whole. */
export const EVEN = 150;
/** Plies that are looked at besides, where a long match turned. */
export const MORE = 60;
/** A change that is worth looking into, as a share of what can be had. */
const MUCH = 0.1;

/**
 * The next ply to look at; nothing once enough is known.
 * @param {Set<number>} asked the plies looked at
 * @param {(number[] | undefined)[]} values what was found, by ply
 * @param {number} last
 * @param {number} range what can be had
 * @returns {number | undefined}
 */
export function nextPly(asked, values, last, range) {
  if (asked.size < EVEN) return evenly(asked, last);
  return asked.size < EVEN + MORE ? between(asked, values, range) : undefined;
}

/**
 * The first ply of the widest steps that is still unknown.
 * @param {Set<number>} asked
 * @param {number} last
 */
function evenly(asked, last) {
  for (const end of [last, 0]) if (!asked.has(end)) return end;
  for (let step = 2 ** Math.floor(Math.log2(Math.max(1, last))); step >= 1; step /= 2)
    for (let ply = 0; ply <= last; ply += step) if (!asked.has(ply)) return ply;
  return undefined;
}

/**
 * The middle of the gap over which the most has changed.
 * @param {Set<number>} asked
 * @param {(number[] | undefined)[]} values
 * @param {number} range
 */
function between(asked, values, range) {
  const known = [...asked].filter((ply) => values[ply]).toSorted((a, b) => a - b);
  const gaps = known.slice(1).map((to, index) => {
    const from = known[index] ?? to;
    const change = Math.max(
      ...(values[to] ?? []).map((value, seat) => Math.abs(value - (values[from]?.[seat] ?? value))),
    );
    return { middle: Math.floor((from + to) / 2), from, change: change / range };
  });
  const open = gaps.filter(({ middle, from, change }) => middle > from && change > MUCH && !asked.has(middle));
  return open.toSorted((a, b) => b.change - a.change)[0]?.middle;
}

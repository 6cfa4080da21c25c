// Which plies of a long match are looked at: all of its length first, then where it turned.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVEN, MORE, nextPly } from '../parts/sampling.js';

/** Looks at a match whose worth at each ply is known, to the end or for so many plies. */
function look(last, worth, most = Infinity) {
  const [asked, values] = [new Set(), []];
  while (asked.size < most) {
    const ply = nextPly(asked, values, last, 1);
    if (ply === undefined) break;
    assert.ok(!asked.has(ply) && ply >= 0 && ply <= last, `ply ${ply}`);
    asked.add(ply);
    values[ply] = [worth(ply), 1 - worth(ply)];
  }
  return [...asked].toSorted((a, b) => a - b);
}

const widest = (plies) => Math.max(...plies.slice(1).map((ply, index) => ply - plies[index]));

test('a short match is looked at whole', () => {
  for (const last of [1, 2, 9, 60, EVEN - 1]) assert.equal(look(last, () => 0.5).length, last + 1);
});

test('a long match is looked at from end to end, evenly, and no further while nothing happens', () => {
  const plies = look(700, () => 0.5);
  assert.equal(plies.length, EVEN);
  assert.deepEqual([plies[0], plies.at(-1)], [0, 700]);
  assert.ok(widest(plies) <= 8, `${widest(plies)}`);
});

test('a few looks already reach over the whole match', () => {
  assert.ok(widest(look(700, () => 0.5, 12)) <= 128);
});

test('the very ply is found at which a long match turned', () => {
  for (const turn of [1, 153, 420, 699]) {
    const plies = look(700, (ply) => (ply < turn ? 0.8 : 0.2));
    assert.ok(plies.includes(turn - 1) && plies.includes(turn), `${turn}`);
  }
});

test('there is an end to looking where everything turns all the time', () => {
  assert.equal(look(2000, (ply) => (ply % 7) / 6).length, EVEN + MORE);
});

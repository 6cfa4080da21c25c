// How many matches a tournament has and how long it takes, before it is started.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duration, durationText, matchesOf, milliseconds, moveTime } from '../parts/estimate.js';

test('matches of each format', () => {
  assert.equal(matchesOf('round-robin', 4, 2, 3, 0), 36);
  assert.equal(matchesOf('round-robin', 4, 3, 1, 0), 24);
  assert.equal(matchesOf('gauntlet', 4, 2, 1, 0), 6);
  assert.equal(matchesOf('swiss', 5, 2, 1, 3), 12);
  assert.equal(matchesOf('knock-out', 8, 2, 1, 0), 14);
  assert.equal(matchesOf('ladder', 8, 2, 10, 0), 20);
  assert.equal(matchesOf('round-robin', 2, 3, 1, 0), 0, 'too few for a table');
});

test('times as they are typed', () => {
  assert.deepEqual(['50ms/move', '1s/move', '1.5s', '2m/game', 'soon', undefined].map(milliseconds), [
    50,
    1000,
    1500,
    120000,
    undefined,
    undefined,
  ]);
});

test('what a move takes', () => {
  assert.equal(moveTime('greedy', 50), 1);
  assert.equal(moveTime('champion', 50), 50);
  assert.equal(moveTime('champion'), 1000);
  assert.equal(moveTime('mcts:time=200ms', 50), 50);
  assert.equal(moveTime('mcts:c=1,time=20ms', 50), 20);
  assert.equal(moveTime('strong', 50), 20);
});

test('how long it takes, and how that is said', () => {
  const plan = {
    matches: 100,
    plies: 50,
    isSimultaneous: false,
    seats: 2,
    specs: ['champion', 'champion'],
    time: '100ms/move',
    atOnce: 2,
  };
  assert.equal(duration(plan), (100 * (5 + 50 * 100)) / 2);
  assert.equal(duration({ ...plan, time: '10s/game' }), (100 * (5 + 50 * 400)) / 2, 'a clock is used up');
  assert.ok(duration({ ...plan, isSimultaneous: true }) > 1.9 * duration(plan));
  assert.deepEqual([2e3, 62e3, 250e3, 8e6, 4e8].map(durationText), ['a few seconds', '60 s', '4 min', '2 h', '5 days']);
});

// Records copied from pages are whole, and `truel conform` finds nothing wrong with them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, arena, conforms, copied, person } from './harness.mjs';

const { server, browser } = arena();

/** The record that a page copies, replayed by `truel`. */
async function recordOn(path, ready) {
  const page = await browser.page({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(server.base + path);
  await page.locator(ready).first().waitFor();
  const text = await copied(page, () => page.getByRole('button', { name: 'Copy record' }).click());
  await page.context().close();
  assert.match(conforms(text), /1 (game|match)/);
  assert.deepEqual(browser.errors, []);
  const record = JSON.parse(text);
  for (const field of ['id', 'game', 'version', 'seats', 'moves', 'result']) assert.ok(field in record, field);
  for (const field of ['payoff', 'points', 'reason', 'key']) assert.ok(field in record.result, field);
  return record;
}

/** The beginning of a match by the first legal moves. */
async function beginning(game, plies, start) {
  const moves = [];
  for (let ply = 0; ply < plies; ply += 1) {
    const { moment, legal } = await server.ask('/api/positions', { game, moves, ...(start ? { start } : {}) });
    moves.push(moment.acting.map((seat) => legal.find((move) => move.seat === seat).mv).join('|'));
  }
  return moves;
}

test('a match that is over', async () => {
  const seats = [person('Ann'), agent()];
  const id = await server.room({ game: 'tic-tac-toe', seats, moves: ['a1', 'b1', 'a2', 'b2', 'a3'] });
  const record = await recordOn(`/room/${id}`, '.payoff');
  assert.deepEqual([record.seats, record.result.points, record.result.reason], [['Ann', 'random'], [1, 0], 'line']);
});

test('matches of the five games that go on', async () => {
  for (const [game, seats] of [
    ['chexers', 3],
    ['threechess', 3],
    ['ropasci', 2],
    ['avalam', 2],
    ['pentago-swap', 2],
  ]) {
    const moves = await beginning(game, 4);
    const id = await server.room({ game, moves, seats: Array.from({ length: seats }, () => person('Ann')) });
    const record = await recordOn(`/room/${id}`, '.seat');
    assert.deepEqual([record.moves, record.cap, record.result.reason], [moves, 4, 'cap']);
  }
});

test('a match that somebody gave up, and one that the clock ended', async () => {
  const seats = [person('Ann'), person('Ben'), person('Cat')];
  const id = await server.room({ game: 'chexers', seats, moves: await beginning('chexers', 7) });
  await server.ask(`/api/rooms/${id}/resign`, { seat: 1 });
  const record = await recordOn(`/room/${id}`, '.payoff');
  assert.deepEqual(record.faults, [{ seat: 1, kind: 'resigned' }]);
  const late = await server.room({ game: 'avalam', seats: seats.slice(1), clock: { time: 30, increment: 0 } });
  const other = await recordOn(`/room/${late}`, '.payoff');
  assert.deepEqual(other.faults, [{ seat: 0, kind: 'time-out' }]);
});

test('an analysed line from a position of its own', async () => {
  const start = '4/5/6/6R/6/2G2/1B2 R 3,3,3 60 -';
  const moves = await beginning('chexers', 3, start);
  const query = new URLSearchParams({ position: start, moves: moves.join(' ') });
  const record = await recordOn(`/analyse/chexers?${query}`, '.moves .move');
  assert.deepEqual([record.start, record.moves], [start, moves]);
});

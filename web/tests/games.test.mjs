// A full match of each of the five games by clicks against agents.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, arena, makeMove, person } from './harness.mjs';

const { server, browser } = arena();

/** Moves that bring a match to its end sooner than chance does. */
function pick(game, legal, random) {
  const off = legal.filter((move) => move.mv.endsWith('>off'));
  if (off.length > 0) return off[0];
  if (game === 'chexers') return legal.toSorted((a, b) => forward(b.mv) - forward(a.mv))[0];
  return legal[Math.floor(random() * legal.length)];
}

/** How far to its exit a move brings a red piece. */
function forward(mv) {
  const [from, to] = mv.split('>').map((cell) => Number(cell.split(',')[0]));
  return to - from;
}

/** Chance that comes out alike each time. */
function chance(seed) {
  let value = seed;
  return () => {
    value = (value * 16807) % 2147483647;
    return value / 2147483647;
  };
}

/** The room as soon as a person must move at a ply not seen yet, or nothing once it is over. */
async function personsTurn(id, seat, seen) {
  for (;;) {
    const view = await server.ask(`/api/rooms/${id}`);
    if (view.moment.payoffs || view.room.ended) return undefined;
    if (view.moment.ply > seen && view.moment.acting.includes(seat) && !view.room.chosen.includes(seat)) return view;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const MATCHES = [
  ['chexers', [person('Ann'), agent('greedy'), agent('greedy')]],
  ['threechess', [person('Ann'), agent('greedy'), agent('greedy')]],
  ['ropasci', [person('Ann'), agent()]],
  ['avalam', [person('Ann'), agent()]],
  ['pentago-swap', [person('Ann'), agent()]],
];

for (const [game, seats] of MATCHES) {
  test(`a full match of ${game} by clicks`, { timeout: 600000 }, async () => {
    const page = await browser.page();
    const id = await server.room({ game, seats, time: '10ms' });
    await page.goto(`${server.base}/room/${id}`);
    const random = chance(7);
    let seen = -1;
    for (;;) {
      const view = await personsTurn(id, 0, seen);
      if (!view) break;
      seen = view.moment.ply;
      await page.locator(`.board[data-ply="${view.moment.ply}"][data-seat="0"]`).waitFor();
      const move = pick(
        game,
        view.legal.filter((legal) => legal.seat === 0),
        random,
      );
      await makeMove(page, move.gesture);
    }
    await page.locator('.payoff').first().waitFor();
    assert.match(await page.locator('.headline').innerText(), /won|Draw/);
    assert.deepEqual(browser.errors, []);
    await page.context().close();
  });
}

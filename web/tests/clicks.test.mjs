// Clicks are taken at once: while moves are still being seen, while a move is on its way, and never
// without a sign.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, arena, makeMove, middle, person } from './harness.mjs';

const { server, browser } = arena();

/** A page whose animations hardly go on, so that whatever waits for them waits for ever. */
async function slowPage() {
  const page = await browser.page({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...words) {
      const animation = animate.apply(this, words);
      animation.updatePlaybackRate(0.0001);
      return animation;
    };
  });
  return page;
}

const shown = (page, ply, seat) => page.locator(`.board[data-ply="${ply}"][data-seat="${seat}"]`).waitFor();
const legal = async (id, seat) => (await server.ask(`/api/rooms/${id}`)).legal.filter((move) => move.seat === seat);

async function open(page, wish) {
  const id = await server.room(wish);
  await page.goto(`${server.base}/room/${id}`);
  await shown(page, 0, 0);
  return id;
}

const close = async (page) => {
  await page.context().close();
  assert.deepEqual(browser.errors.splice(0), []);
};

for (const game of ['avalam', 'chexers', 'threechess', 'pentago-swap']) {
  test(`a click while the last move of ${game} is being seen is taken`, async () => {
    const page = await slowPage();
    const seats = game === 'chexers' || game === 'threechess' ? 3 : 2;
    const id = await open(page, { game, seats: Array.from({ length: seats }, () => person()) });
    for (let ply = 0; ply < 3; ply += 1) {
      await shown(page, ply, ply % seats);
      if (ply > 0) assert.equal(await page.locator('.board.moving').count(), 1, 'the last move is still being seen');
      await makeMove(page, (await legal(id, ply % seats))[ply].gesture);
    }
    await shown(page, 3, 3 % seats);
    assert.equal((await server.ask(`/api/rooms/${id}`)).room.moves.length, 3);
    assert.equal(await page.locator('.move').count(), 3);
    await close(page);
  });
}

test('the answer of a move updates the page, events or not', async () => {
  const page = await browser.page();
  // A stream that never says anything.
  await page.route('**/api/rooms/*/events', () => {});
  const id = await open(page, { game: 'avalam', seats: [person(), person()] });
  await makeMove(page, (await legal(id, 0))[0].gesture);
  await shown(page, 1, 1);
  await makeMove(page, (await legal(id, 1))[0].gesture);
  await shown(page, 2, 0);
  await page.getByRole('button', { name: 'Take back', exact: true }).click();
  await shown(page, 1, 1);
  await close(page);
});

test('a change that both an answer and an event tell is taken once, and an older one not at all', async () => {
  const page = await browser.page();
  // Answers come late, when events have told all that they tell and more.
  const held = [];
  let isHolding = true;
  await page.route('**/api/rooms/*/moves', async (route) => {
    const response = await route.fetch();
    if (isHolding) await new Promise((resolve) => held.push(resolve));
    await route.fulfill({ response });
  });
  const asked = [];
  page.on('request', (request) => request.url().endsWith('/api/moments') && asked.push(request.url()));
  const id = await open(page, { game: 'avalam', seats: [person(), person()] });
  asked.length = 0;
  for (const ply of [0, 1, 2]) {
    await makeMove(page, (await legal(id, ply % 2))[0].gesture);
    await shown(page, ply + 1, (ply + 1) % 2);
  }
  isHolding = false;
  for (const release of held) release();
  await makeMove(page, (await legal(id, 1))[0].gesture);
  await shown(page, 4, 0);
  assert.equal(await page.locator('.move').count(), 4);
  assert.deepEqual(asked, [], 'nothing had to be asked for again');
  await close(page);
});

test('a click while the last move is on its way is kept and made up for', async () => {
  const page = await browser.page();
  let release = () => {};
  const gate = new Promise((resolve) => (release = resolve));
  await page.route('**/api/rooms/*/moves', async (route) => {
    await gate;
    await route.continue();
  });
  const id = await open(page, { game: 'avalam', seats: [person(), person()] });
  const [first] = await legal(id, 0);
  const after = await server.ask('/api/positions', { game: 'avalam', moves: [first.mv] });
  await makeMove(page, first.gesture);
  const second = after.legal.at(-1);
  await makeMove(page, second.gesture.slice(0, 1));
  await page.locator('.over.held').waitFor({ state: 'attached' });
  release();
  await shown(page, 1, 1);
  await page.locator('.dot.sure, .ring.sure').first().waitFor();
  await makeMove(page, second.gesture.slice(1));
  await shown(page, 2, 0);
  assert.equal((await server.ask(`/api/rooms/${id}`)).room.moves[1], second.mv);
  await close(page);
});

test('a click that leads nowhere gets a sign, and words where nobody can move', async () => {
  const page = await browser.page();
  const id = await open(page, { game: 'chexers', seats: [person('Ann'), agent('mcts:time=30s'), agent()] });
  const starts = new Set((await legal(id, 0)).map((move) => move.gesture[0].cell));
  const { board } = (await server.ask('/api/games')).find((game) => game.id === 'chexers');
  const dead = board.cells.findIndex((_, cell) => !starts.has(cell));
  const at = await middle(page, dead);
  await page.mouse.click(at.x, at.y);
  await page.locator('.over.refused').waitFor({ state: 'attached' });
  await makeMove(page, (await legal(id, 0))[0].gesture);
  await shown(page, 1, '');
  await page.mouse.click(at.x, at.y);
  await page.locator('#toast.shown', { hasText: 'mcts is thinking' }).waitFor();
  await page.getByRole('button', { name: 'A move back' }).click();
  await page.locator('.board[data-ply="0"]').waitFor();
  await page.mouse.click(at.x, at.y);
  await page.locator('#toast.shown', { hasText: 'earlier move' }).waitFor();
  await close(page);
});

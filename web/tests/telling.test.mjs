// What people hear who do not see the board: what a move would do, what was played, whose turn it
// is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, arena, eachOnItsPage, makeMove, person } from './harness.mjs';

const { server, browser } = arena();
let page;
eachOnItsPage(browser, (fresh) => (page = fresh));

const board = (ply, seat) => page.locator(`.board[data-ply="${ply}"][data-seat="${seat}"]`).waitFor();
const legal = async (id, seat) => (await server.ask(`/api/rooms/${id}`)).legal.filter((move) => move.seat === seat);
const label = (cell) => page.locator(`[data-cell="${cell}"]`).getAttribute('aria-label');

async function open(wish) {
  const id = await server.room(wish);
  await page.goto(`${server.base}/room/${id}`);
  return id;
}

/** Waits until what a cell says fits. */
const says = (cell, words) =>
  page.waitForFunction(
    ([cell, words]) => document.querySelector(`[data-cell="${cell}"]`)?.getAttribute('aria-label')?.includes(words),
    [cell, words],
  );

test('a cell says where its piece can go, a target what the move does', async () => {
  const id = await open({ game: 'avalam', seats: [person(), person()] });
  await board(0, 0);
  const move = (await legal(id, 0)).find(({ mv }) => mv === 'e4d4');
  const [from, to] = move.gesture.map((touch) => touch.cell);
  await page.locator(`[data-cell="${from}"]`).focus();
  assert.match(await label(from), /^e4: (Yellow|Red) tower of 1; can go to .*d4/);
  await page.keyboard.press('Enter');
  await says(to, 'e4 to d4, tower of 2');
  await page.locator(`[data-cell="${to}"]`).focus();
  await page.keyboard.press('Enter');
  await board(1, 1);
  await page.locator('#live', { hasText: 'Yellow: e4 to d4, tower of 2' }).waitFor({ state: 'attached' });
});

test('a capture is told by name, and so is the end of a match', async () => {
  const id = await open({ game: 'threechess', seats: [person('Ann'), agent('random'), agent('random')], time: '10ms' });
  await board(0, 0);
  // The others' moves are told too.
  await makeMove(page, (await legal(id, 0))[0].gesture);
  await page.locator('#live', { hasText: /Green: (pawn|knight) |Red: (pawn|knight) / }).waitFor({ state: 'attached' });
  const end = await server.room({ game: 'tic-tac-toe', seats: [person(), person()], moves: ['a1', 'b1', 'a2', 'b2'] });
  await page.goto(`${server.base}/room/${end}`);
  await board(4, 0);
  const last = (await legal(end, 0)).find(({ mv }) => mv === 'a3').gesture[0].cell;
  await page.locator(`[data-cell="${last}"]`).focus();
  await says(last, 'wins the match');
});

test('what a capture takes is told before and after it', async () => {
  // White's pawn can take: the first line by chance that comes to a capture.
  const moves = [];
  let found;
  for (let ply = 0; ply < 60 && !found; ply += 1) {
    const { moment, legal } = await server.ask('/api/positions', { game: 'threechess', moves });
    const taken = legal.find(({ gesture, seat }) =>
      moment.pieces.some((piece) => piece.cell === gesture[1]?.cell && piece.seat !== seat && piece.seat !== null),
    );
    if (taken) found = { taken, seat: moment.acting[0] };
    else moves.push(legal[(ply * 13 + 5) % legal.length].mv);
  }
  assert.ok(found, 'somebody can take something');
  await open({ game: 'threechess', moves, seats: [person(), person(), person()] });
  await board(moves.length, found.seat);
  const [from, to] = found.taken.gesture.map((touch) => touch.cell);
  await page.locator(`[data-cell="${from}"]`).focus();
  await page.keyboard.press('Enter');
  await says(to, 'takes the ');
  await page.locator(`[data-cell="${to}"]`).focus();
  await page.keyboard.press('Enter');
  await page.locator('#live', { hasText: 'takes the ' }).waitFor({ state: 'attached' });
});

for (const game of ['chexers', 'threechess', 'ropasci', 'avalam', 'pentago-swap', 'connect-four', 'goofspiel']) {
  test(`cells of ${game} say what a touch does`, async () => {
    const { seats } = (await server.ask('/api/games')).find(({ id }) => id === game);
    await open({ game, seats: seats.map(() => person()) });
    await board(0, 0);
    await page.locator('[data-cell][tabindex="0"]').focus();
    const labels = await page
      .locator('[data-cell]')
      .evaluateAll((nodes) => nodes.map((node) => [node.classList.contains('can'), node.getAttribute('aria-label')]));
    for (const [isGood, text] of labels) {
      assert.ok(!/can be moved|can go here|undefined/.test(text), text);
      if (isGood) assert.match(text, /; (can go to|then|on|\w)/, text);
    }
    browser.errors.length = 0;
  });
}

test('people at one screen are told by name whose turn it is', async () => {
  const id = await open({ game: 'chexers', seats: [person('Ann'), person('Ben'), agent('random')], time: '10ms' });
  await page.getByRole('heading', { name: 'Ann to move (Red)' }).waitFor();
  await makeMove(page, (await legal(id, 0))[0].gesture);
  await page.getByRole('heading', { name: 'Pass the screen to Ben (Green)' }).waitFor();
  await page.locator('#live', { hasText: 'Pass the screen to Ben' }).waitFor({ state: 'attached' });
});

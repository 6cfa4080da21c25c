// What people do in rooms: at one screen, hidden choices, undo, fork, resign, rematch, keyboard,
// drag, a restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent, arena, arrowTo, eachOnItsPage, makeMove, middle, person, randomMatches, tabTo } from './harness.mjs';

const { server, browser } = arena();
let page;
eachOnItsPage(browser, (fresh) => (page = fresh));

const board = (ply, seat) => page.locator(`.board[data-ply="${ply}"][data-seat="${seat}"]`).waitFor();
const legal = async (id, seat) => (await server.ask(`/api/rooms/${id}`)).legal.filter((move) => move.seat === seat);

async function open(wish) {
  const id = await server.room(wish);
  await page.goto(`${server.base}/room/${id}`);
  return id;
}

test('three persons at one screen take turns', async () => {
  const id = await open({ game: 'chexers', seats: [person('Ann'), person('Ben'), person('Cat')] });
  for (let ply = 0; ply < 6; ply += 1) {
    await board(ply, ply % 3);
    const [move] = await legal(id, ply % 3);
    await makeMove(page, move.gesture);
  }
  await board(6, 0);
  assert.equal(await page.locator('.move').count(), 6);
});

test('two persons choose at once, hidden from each other', async () => {
  const id = await open({ game: 'ropasci', seats: [person('Ann'), person('Ben')] });
  await board(0, 0);
  await makeMove(page, (await legal(id, 0))[0].gesture);
  await page.getByText('Pass the screen to Ben').waitFor();
  assert.equal(await page.locator('.men > .man').count(), 0, 'nothing is shown yet');
  assert.equal(await page.locator('.committed').count(), 0, 'nor pointed out');
  await page.getByRole('button', { name: 'I am Ben' }).click();
  await board(0, 1);
  await makeMove(page, (await legal(id, 1))[0].gesture);
  await page.getByText('Pass the screen to Ann').waitFor();
  await page.getByRole('button', { name: 'I am Ann' }).click();
  await board(1, 0);
  assert.equal(await page.locator('.men > .man').count(), 2, 'both are revealed together');
});

test('a choice against an agent is shown as made until both are', async () => {
  const id = await open({ game: 'ropasci', seats: [person(), agent('mcts:time=30s')] });
  await board(0, 0);
  await makeMove(page, (await legal(id, 0))[4].gesture);
  await page.locator('.committed').waitFor();
  await page.getByText('has chosen').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Hint' }).isDisabled());
});

test('somebody else choosing does not disturb a hand in the middle of a move', async () => {
  const id = await open({ game: 'ropasci', seats: [person(), agent('mcts:time=2s')] });
  await board(0, 0);
  const [{ gesture }] = await legal(id, 0);
  await makeMove(page, gesture.slice(0, 1));
  await page.getByText('has chosen').waitFor();
  await makeMove(page, gesture.slice(1));
  await board(1, 0);
});

test('undo, redo, step back and fork', async () => {
  const id = await open({ game: 'avalam', seats: [person(), agent()], time: '10ms' });
  await board(0, 0);
  await makeMove(page, (await legal(id, 0))[7].gesture);
  await board(2, 0);
  await page.getByRole('button', { name: 'Take back', exact: true }).click();
  await board(0, 0);
  await page.getByRole('button', { name: 'Play again what was taken back' }).click();
  await board(2, 0);
  await page.keyboard.press('ArrowLeft');
  await page.locator('.board[data-ply="1"]').waitFor();
  await page.getByRole('button', { name: 'Fork from here' }).click();
  await page.waitForURL((url) => !url.pathname.includes(id));
  await page.locator('.board[data-ply="2"][data-seat="0"]').waitFor();
});

test('resign, the result, and a rematch with the seats turned', async () => {
  const id = await open({ game: 'chexers', seats: [person('Ann'), agent(), agent('greedy')], time: '10ms' });
  await board(0, 0);
  await makeMove(page, (await legal(id, 0))[0].gesture);
  await board(3, 0);
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Really give up' }).click();
  await page.getByText('Red gave up').waitFor();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForURL((url) => !url.pathname.includes(id));
  await page.locator('.seat').nth(1).getByText('Ann').waitFor();
  await board(1, 1);
});

test('a piece is dragged', async () => {
  const id = await open({ game: 'threechess', seats: [person(), person(), person()] });
  await board(0, 0);
  const move = (await legal(id, 0)).find((move) => move.mv === 'BE2BE4');
  const [from, to] = await Promise.all(move.gesture.map((touch) => middle(page, touch.cell)));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await board(1, 1);
});

test('a match by touch on a phone held upright', async () => {
  await page.context().close();
  page = await browser.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const id = await open({ game: 'chexers', seats: [person('Ann'), agent(), agent()], time: '10ms' });
  for (const ply of [0, 3, 6]) {
    await board(ply, 0);
    const moves = (await legal(id, 0)).filter((move) => move.gesture.every((touch) => touch.cell !== undefined));
    const [from, to] = moves[ply].gesture;
    for (const { cell } of [from, to]) {
      const at = await middle(page, cell);
      assert.ok(at.x > 0 && at.x < 390 && at.y > 0 && at.y < 844, 'the whole board is in sight');
      await page.touchscreen.tap(at.x, at.y);
      if (cell === from.cell) await page.locator('.dot.sure, .ring.sure').first().waitFor();
    }
    await board(ply + 3, 0);
    assert.equal((await server.ask(`/api/rooms/${id}`)).room.moves[ply], moves[ply].mv);
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});

test('blocks are dragged onto each other', async () => {
  const id = await open({ game: 'pentago-swap', seats: [person(), person()] });
  await board(0, 0);
  const [first, second] = [await middle(page, 0), await middle(page, 31)];
  await page.mouse.click(first.x, first.y);
  await page.locator('.placed').waitFor();
  await page.mouse.move(second.x, second.y);
  await page.mouse.down();
  await page.mouse.move(first.x, first.y, { steps: 6 });
  await page.locator('.exchange').waitFor();
  await page.mouse.up();
  await board(1, 1);
  const { room } = await server.ask(`/api/rooms/${id}`);
  assert.deepEqual(room.moves, ['a1:tlbr']);
});

test('a match by keyboard alone', async () => {
  const id = await open({ game: 'pentago-swap', seats: [person(), agent()], time: '10ms' });
  await board(0, 0);
  await page.locator('[data-cell][tabindex="0"]').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.locator('.placed').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.placed').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('data-choice')), /^[tb][lr][tb][lr]$/);
  await page.keyboard.press('Enter');
  await board(2, 0);
  const { room } = await server.ask(`/api/rooms/${id}`);
  assert.match(room.moves[0], /^c3:/);
});

test('a match of moves made at once by keyboard alone, from the first page to its end', async () => {
  await page.goto(`${server.base}/play/ropasci`);
  await page.getByLabel('Name of Upper').waitFor();
  await tabTo(page, 'select[aria-label="Who has Lower"]');
  await page.keyboard.type('easy');
  assert.equal(await page.getByLabel('Who has Lower').inputValue(), 'easy');
  await tabTo(page, 'button[type="submit"]');
  await page.keyboard.press('Enter');
  await board(0, 0);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  for (let turn = 0; turn < 4; turn += 1) {
    const throws = (await legal(id, 0)).filter((move) => move.gesture[0].choice === 'throw paper');
    const [, { cell }] = throws[turn].gesture;
    await tabTo(page, '[data-choice="throw paper"]');
    await page.keyboard.press('Enter');
    await tabTo(page, '[data-cell]');
    await arrowTo(page, cell);
    await page.keyboard.press('Enter');
    await board(turn + 1, 0);
    assert.equal((await server.ask(`/api/rooms/${id}`)).room.moves[turn].split('|')[0], throws[turn].mv);
  }
  await tabTo(page, '[aria-label="Give up"]');
  await page.keyboard.press('Enter');
  await tabTo(page, '[aria-label="Really give up"]');
  await page.keyboard.press('Enter');
  await page.getByText('Upper gave up').waitFor();
});

test('a hint is an arrow', async () => {
  await open({ game: 'chexers', seats: [person(), agent(), agent()] });
  await board(0, 0);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.tip .arrow').waitFor();
});

test('a finished match has a graph', async () => {
  await open({ game: 'tic-tac-toe', seats: [person(), person()], moves: ['a1', 'b1', 'a2', 'c3', 'a3'] });
  await page.locator('.review .progress', { hasText: /^$/ }).waitFor({ state: 'attached' });
  assert.equal((await page.locator('.curve').first().getAttribute('points')).split(' ').length, 6);
  // Letting the line be made cost everything, and that is said and marked.
  await page.locator('.verdicts li', { hasText: 'Nought’s blunder' }).getByRole('button').click();
  assert.ok((await page.locator('.moves .blunder').count()) > 0);
  await page.locator('line.turning').first().waitFor({ state: 'attached' });
});

test('the graph of a long match reaches from its beginning to its end', async () => {
  const [record] = randomMatches('chexers', 3).filter(({ moves }) => moves.length > 400);
  await open({ game: 'chexers', seats: [person(), person(), person()], moves: record.moves });
  await page.waitForFunction(() => {
    const points = document.querySelector('.curve')?.getAttribute('points')?.split(' ') ?? [];
    const x = points.map((point) => Number(point.split(',')[0]));
    return x.length >= 12 && x[0] === 0 && x.at(-1) === 600 && x.some((at) => at > 360 && at < 600);
  });
});

test('a restart of the server in the middle of a match', async () => {
  const id = await open({ game: 'avalam', seats: [person(), person()] });
  await board(0, 0);
  await makeMove(page, (await legal(id, 0))[0].gesture);
  await board(1, 1);
  await server.stop();
  await page.getByText('avalam').count();
  await server.start();
  browser.errors.length = 0;
  await page.reload();
  await board(1, 1);
  await makeMove(page, (await legal(id, 1))[0].gesture);
  await board(2, 0);
  browser.errors.length = 0;
});

test('clocks run and end a match', async () => {
  await open({ game: 'avalam', seats: [person(), person()], clock: { time: 1500, increment: 0 } });
  await page.locator('.clock.runs').waitFor();
  await page.getByText('Yellow ran out of time').waitFor();
});

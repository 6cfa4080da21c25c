// The first page, setting up a match, analysis, learning.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arena, makeMove, person, Server } from './harness.mjs';

const { server, browser } = arena();

test('how long a cold start takes', async (context) => {
  const fresh = new Server();
  const page = await browser.page();
  const begun = performance.now();
  await fresh.start();
  const listening = performance.now();
  await page.goto(`${fresh.base}/`);
  await page.getByRole('button', { name: 'Play Chexers' }).click({ trial: true });
  const usable = performance.now();
  context.diagnostic(
    `listening after ${Math.round(listening - begun)} ms, the first page usable ${Math.round(usable - listening)} ms later`,
  );
  await page.getByRole('button', { name: 'Play Chexers' }).click();
  await page.locator('.board[data-seat="0"]').waitFor();
  await page.context().close();
  await fresh.close();
});

test('the list of matches tells which are over', async () => {
  const seats = [person('Ann'), person('Ben')];
  const id = await server.room({ game: 'tic-tac-toe', seats, moves: ['a1', 'b1', 'a2', 'b2', 'a3'] });
  const other = await server.room({ game: 'tic-tac-toe', seats, moves: ['a1', 'b1'] });
  const page = await browser.page();
  await page.goto(`${server.base}/`);
  const section = (name) => page.locator('section', { has: page.getByRole('heading', { name }) });
  await section('Go on with a match').locator(`a[href="/room/${other}"]`, { hasText: 'Ann, Ben · 2 plies' }).waitFor();
  await section('Look at a match that is over').locator(`a[href="/room/${id}"]`, { hasText: '5 plies' }).waitFor();
  await page.context().close();
});

test('the first load is small', async (context) => {
  const page = await browser.page();
  await page.goto(`${server.base}/`);
  await page.locator('.game .man').first().waitFor();
  await page.waitForLoadState('networkidle');
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce(
      (sum, entry) => sum + entry.encodedBodySize,
      0,
    ),
  );
  context.diagnostic(`${bytes} bytes`);
  assert.ok(bytes > 10000 && bytes < 300000, `${bytes} bytes`);
  await page.context().close();
});

test('one click from the first page to a match', async () => {
  const page = await browser.page();
  await page.goto(`${server.base}/`);
  await page.getByRole('button', { name: 'Play Chexers' }).click();
  await page.locator('.board[data-seat="0"]').waitFor();
  await page.context().close();
});

test('a match set up by hand', async () => {
  const page = await browser.page();
  await page.goto(`${server.base}/play/avalam`);
  await page.getByLabel('Name of Yellow').fill('Ann');
  await page.getByLabel('Who has Red').selectOption('another');
  await page.getByLabel('Agent of Red').selectOption('own');
  await page.getByLabel('Spec of Red').fill('nobody');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('#toast.shown').waitFor();
  await page.getByLabel('Spec of Red').fill('alphabeta:depth=1');
  await page.getByLabel('Clock').selectOption('3+2');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.clock').first().waitFor();
  await page.getByText('depth=1').waitFor();
  await page.context().close();
  browser.errors.length = 0;
});

test('strengths as people know them come first, other agents behind one more choice', async () => {
  const page = await browser.page();
  await page.goto(`${server.base}/play/chexers`);
  const who = page.getByLabel('Who has Green');
  await who.waitFor();
  const names = await who.locator('option').allTextContents();
  assert.deepEqual(names, ['Person', 'Easy', 'Fair', 'Strong', 'Champion', 'Another agent …']);
  const row = page.locator('.sitter').nth(1);
  await who.selectOption('strong');
  await row.getByText('several moves ahead').first().waitFor();
  // The technical sentence is there for whoever wants it.
  assert.ok(!(await row.getByText('champion:nodes').isVisible()));
  await row.getByText('How it works').click();
  await row.getByText('champion:nodes').waitFor();
  assert.ok(!(await page.getByLabel('Time of Green').isVisible()));
  await who.selectOption('champion');
  await page.getByLabel('Time of Green').selectOption('100ms');
  await page.getByLabel('Who has Blue').selectOption('easy');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.board[data-seat="0"]').waitFor();
  const { room } = await server.ask(`/api/rooms/${page.url().split('/').at(-1)}`);
  assert.deepEqual(
    room.seats.slice(1).map(({ agent }) => agent),
    ['champion:time=100ms', 'easy'],
  );
  await page.context().close();
});

test('agents are told in plain words, with the technical sentence behind a click', async () => {
  const page = await browser.page();
  await page.goto(`${server.base}/agents/chexers`);
  const champion = page.locator('#champion');
  await champion.getByText('Trusts nobody').waitFor();
  assert.ok(!(await champion.getByText('paranoid search').isVisible()));
  await champion.getByText('How it works').click();
  await champion.getByText('paranoid search').waitFor();
  await page.getByRole('heading', { name: 'Levels' }).waitFor();
  await page.context().close();
});

test('a live analysis that updates, a line that is walked, a link that holds it', async () => {
  const page = await browser.page();
  await page.goto(`${server.base}/analyse/chexers`);
  const status = page.locator('.think small');
  await status.filter({ hasText: /positions/ }).waitFor();
  const first = await status.innerText();
  await page.waitForFunction((text) => document.querySelector('.think small').textContent !== text, first);
  await page.locator('.hint .arrow').first().waitFor();
  await page.locator('.candidates button').first().click();
  await page.locator('.board[data-ply="1"][data-seat="1"]').waitFor();
  const { legal } = await server.ask('/api/positions', {
    game: 'chexers',
    moves: [new URL(page.url()).searchParams.get('moves')],
  });
  await makeMove(page, legal[0].gesture);
  await page.locator('.board[data-ply="2"][data-seat="2"]').waitFor();
  const link = page.url();
  await page.goto(`${server.base}/`);
  await page.goto(link);
  await page.locator('.board[data-ply="2"][data-seat="2"]').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.board[data-ply="1"]').waitFor();
  await page.getByLabel('Position text').fill('4/5/6/6R/6/2G2/1B2 R 3,3,3 60 -');
  await page.getByLabel('Position text').press('Enter');
  await page.locator('.men > .man').nth(2).waitFor();
  assert.deepEqual(browser.errors, []);
  await page.context().close();
});

test('both mixed strategies and the payoff matrix of a simultaneous game', async () => {
  const page = await browser.page();
  await page.goto(`${server.base}/analyse/ropasci`);
  await page.locator('.hint.of0').first().waitFor();
  await page.locator('.hint.of1').first().waitFor();
  await page.getByRole('button', { name: 'Payoff matrix' }).click();
  await page.locator('.payoff-cell', { hasText: /\d/ }).first().waitFor();
  await page.locator('.payoff-cell', { hasText: /\d/ }).first().click();
  await page.locator('.board[data-ply="1"]').waitFor();
  assert.deepEqual(browser.errors, []);
  await page.context().close();
});

test('a record is loaded', async () => {
  const page = await browser.page();
  await page.goto(`${server.base}/analyse/chexers`);
  await page.getByText('Load a record').click();
  await page.getByLabel('Record', { exact: true }).fill('{"game":"pentago-swap","moves":["b2:tlbr","a1:tltr"]}');
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.locator('.pentago-swap.board[data-ply="2"]').waitFor();
  await page.context().close();
});

test('a diagram is played on', async () => {
  const page = await browser.page();
  await page.goto(`${server.base}/learn/chexers`);
  const diagram = page.locator('.diagram').nth(3);
  await diagram.locator('.man.seat0').waitFor();
  await diagram.locator('[data-cell].can').first().click({ force: true });
  await diagram.locator('[data-choice="off"]').click();
  await diagram.getByText('Red won').waitFor();
  assert.deepEqual(browser.errors, []);
  await page.context().close();
});

// A tournament started by the form and watched to its end; its matches played again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arena, conforms, copied } from './harness.mjs';

const { server, browser } = arena();

test('a tournament started and watched to the end, a match of it played again', { timeout: 120000 }, async () => {
  const page = await browser.page({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${server.base}/watch`);
  await page.getByLabel('Name', { exact: true }).fill('Spring tournament');
  await page.getByRole('combobox', { name: 'Game' }).selectOption('pentago-swap');
  // The agents of the game that was chosen are there.
  await page.locator('.boxes input[value="logical"]').waitFor({ state: 'attached' });
  for (const level of ['Fair', 'Strong', 'Champion'])
    await page.getByRole('checkbox', { name: new RegExp(`^${level}`) }).uncheck();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.faults', { hasText: 'choose at least 2 agents' }).waitFor();
  await page.getByText('Other agents').click();
  await page.getByRole('checkbox', { name: /^greedy/ }).check();
  await page.getByText('Typed agents, for experts').click();
  await page.getByLabel('Agents, one a line').fill('random\nalphabeta:depth=1');
  await page.getByLabel('Times they meet').fill('6');
  await page.getByRole('combobox', { name: 'Time for each agent' }).selectOption('own');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.faults', { hasText: 'Write the time as in' }).waitFor();
  await page.getByRole('textbox', { name: 'Another time' }).fill('50ms/move');
  await page.locator('.estimate', { hasText: 'matches, about' }).waitFor();
  // No clock that a busy machine could let run out.
  await page.getByRole('combobox', { name: 'Time for each agent' }).selectOption('');
  await page.locator('.estimate', { hasText: '36 matches, about a few seconds' }).waitFor();
  await page.getByRole('combobox', { name: 'Format' }).selectOption('swiss');
  await page.getByText('those meet who have done equally well').waitFor();
  await page.getByLabel('Swiss rounds').waitFor();
  await page.getByRole('combobox', { name: 'Format' }).selectOption('round-robin');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'Spring tournament' }).waitFor();
  await page.getByText('36 of 36 matches, over').waitFor();
  assert.equal(await page.locator('.standings tbody tr').count(), 3);
  await page.locator('.match-list a').first().click();
  await page.locator('.board[data-ply="0"]').waitFor();
  await page.keyboard.press('End');
  await page
    .getByText(/won|Draw/)
    .first()
    .waitFor();
  const record = await copied(page, () => page.getByRole('button', { name: 'Copy record' }).click());
  assert.match(conforms(record), /1 (game|match)/);
  await page.getByLabel('Ply', { exact: true }).fill('1');
  await page.locator('.board[data-ply="1"]').waitFor();
  await page.getByLabel('Speed').selectOption('very fast');
  await page.getByRole('button', { name: 'Let it run' }).click();
  await page.locator(`.board[data-ply="${JSON.parse(record).moves.length}"]`).waitFor();
  await page.getByRole('link', { name: 'The tournament' }).click();
  await page.locator('.standings a').first().click();
  await page.getByText('by seat').waitFor();
  assert.deepEqual(browser.errors, []);
  await page.context().close();
});

test('a live match is held and stepped back while the tournament goes on', { timeout: 120000 }, async () => {
  // Slow enough that the first match lasts as long as the test, with no clock that a busy machine
  // could let run out.
  const call = {
    name: 'Slow',
    game: 'avalam',
    agents: ['mcts:time=400ms', 'mcts:time=400ms,c=0.7'],
    format: 'round-robin',
    blocks: 50,
    opening: 0,
    seed: 1,
    concurrency: 1,
  };
  const { id } = await server.ask('/api/tournaments', call);
  const page = await browser.page();
  await page.goto(`${server.base}/watch`);
  const live = page.locator('.live');
  const ply = () => live.locator('.board').getAttribute('data-ply').then(Number);
  await page.waitForFunction(() => Number(document.querySelector('.live .board')?.dataset.ply) >= 3);
  await live.getByRole('button', { name: 'A move back' }).click();
  await live.getByRole('button', { name: 'A move back' }).click();
  const held = await ply();
  await live.getByText(new RegExp(`ply ${held} of \\d+ so far`)).waitFor();
  await page.waitForFunction(
    (held) => Number(/of (\d+)/.exec(document.querySelector('.live small').textContent)?.[1]) > held + 4,
    held,
  );
  assert.equal(await ply(), held, 'the board stays while the match goes on');
  await live.getByRole('button', { name: 'A move on' }).click();
  assert.equal(await ply(), held + 1);
  await live.getByRole('button', { name: 'Back to what is played now' }).click();
  await page.waitForFunction((held) => Number(document.querySelector('.live .board').dataset.ply) > held + 3, held);
  await page.getByRole('link', { name: 'Slow' }).first().click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('stopped').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('being played').waitFor();
  await server.ask(`/api/tournaments/${id}/stop`, {}).catch(() => {});
  assert.deepEqual(browser.errors, []);
  await page.context().close();
});

/** The plies that some boards show. */
const plies = (boards) => boards.evaluateAll((nodes) => nodes.map((node) => Number(node.dataset.ply)));

/** Waits until the ply that a board shows is as wanted. */
async function until(board, isWanted) {
  const end = Date.now() + 60000;
  for (let at = -1; !isWanted(at) || at < 0; [at = -1] = await plies(board)) {
    assert.ok(Date.now() < end, `the board stays at ply ${at}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const pair = (name, game, time) => {
  const agents = [`mcts:time=${time}`, `mcts:time=${time},c=0.7`];
  return { name, game, agents, format: 'round-robin', blocks: 50, opening: 0, seed: 1, concurrency: 2 };
};

test('two matches of a tournament are live at once, each on a board that moves', { timeout: 180000 }, async () => {
  const { id } = await server.ask('/api/tournaments', pair('Pair', 'avalam', '400ms'));
  const page = await browser.page();
  for (const [path, part] of [
    ['/watch', `section:has(a[href="/watch/${id}"])`],
    [`/watch/${id}`, 'main'],
  ]) {
    await page.goto(server.base + path);
    const boards = page.locator(`${part} .live .board[data-ply]`);
    await boards.nth(1).waitFor();
    const before = await plies(boards);
    assert.equal(before.length, 2, path);
    for (const at of [0, 1]) await until(boards.nth(at), (ply) => ply > before[at]);
    const names = await page.locator(`${part} .live .legend`).allTextContents();
    assert.notEqual(names[0], names[1], 'the two have changed seats');
  }
  await server.ask(`/api/tournaments/${id}/stop`, {}).catch(() => {});
  assert.deepEqual(browser.errors, []);
  await page.context().close();
});

test('a held board outlives its match while the other goes on to the next', { timeout: 180000 }, async () => {
  const { id } = await server.ask('/api/tournaments', pair('Short', 'pentago-swap', '300ms'));
  const page = await browser.page();
  await page.goto(`${server.base}/watch/${id}`);
  const [held, other] = [page.locator('.live').nth(0), page.locator('.live').nth(1)];
  await until(held.locator('.board'), (ply) => ply >= 3);
  await held.getByRole('button', { name: 'A move back' }).click();
  const [ply] = await plies(held.locator('.board'));
  await held.getByText(new RegExp(`ply ${ply} of \\d+, over`)).waitFor({ timeout: 60000 });
  await until(other.locator('.board'), (ply) => ply > 5);
  await until(other.locator('.board'), (ply) => ply <= 5);
  assert.deepEqual(await plies(held.locator('.board')), [ply], 'it stays until it is let go');
  await held.getByRole('button', { name: 'Back to what is played now' }).click();
  await held.getByText(/ply \d+ of/).waitFor({ state: 'detached' });
  const [now] = await plies(held.locator('.board'));
  await until(held.locator('.board'), (ply) => ply !== now);
  assert.equal(await page.locator('.live').count(), 2);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('stopped').waitFor();
  await page.locator('.live').first().waitFor({ state: 'hidden' });
  assert.deepEqual(browser.errors, []);
  await page.context().close();
});

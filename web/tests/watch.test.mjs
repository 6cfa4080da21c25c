// A tournament started by the form and watched to its end; its matches played again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Browser, Server } from './harness.mjs';

const server = new Server();
const browser = new Browser();
before(async () => {
  await server.start();
  await browser.start();
});
after(async () => {
  await browser.close();
  await server.close();
});

test('a tournament started and watched to the end, a match of it played again', { timeout: 120000 }, async (context) => {
  const kind = (await fetch(`${server.base}/api/tournaments`)).headers.get('content-type');
  if (!kind?.includes('json')) return context.skip('this server holds no tournaments');
  const page = await browser.page();
  await page.goto(`${server.base}/watch`);
  await page.getByLabel('Name', { exact: true }).fill('Spring cup');
  await page.getByLabel('Game').selectOption('pentago-swap');
  await page.getByLabel('Agents, one a line').fill('greedy\nrandom\nalphabeta:depth=1');
  await page.getByLabel('Blocks for each meeting').fill('6');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'Spring cup' }).waitFor();
  await page.getByText('36 of 36 matches, over').waitFor();
  assert.equal(await page.locator('.standings tbody tr').count(), 3);
  await page.locator('.match-list a').first().click();
  await page.locator('.board[data-ply="0"]').waitFor();
  await page.keyboard.press('End');
  await page
    .getByText(/won|Draw/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'The tournament' }).click();
  await page.locator('.standings a').first().click();
  await page.getByText('by seat').waitFor();
  assert.deepEqual(browser.errors, []);
  await page.context().close();
});

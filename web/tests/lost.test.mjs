// A server that does not answer, that comes back, and that asks for its token again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arena, makeMove, person, Server } from './harness.mjs';

const { server, browser } = arena();
const legal = async (id) => (await server.ask(`/api/rooms/${id}`)).legal;

test('a server that is gone is told in a sentence, and a page comes back by itself', async () => {
  const page = await browser.page();
  await page.goto(`${server.base}/`);
  await page.locator('.game .man').first().waitFor();
  await server.stop();
  await page.getByRole('button', { name: 'Play Chexers' }).click();
  await page.locator('#lost').getByText('The server does not answer').waitFor();
  await page.locator('#toast.shown', { hasText: 'The server does not answer' }).waitFor();
  // The code of the next page cannot be fetched either.
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
  await page.locator('.trouble').getByRole('button', { name: 'Try again' }).waitFor();
  assert.equal(await page.getByText('Failed to fetch').count(), 0);
  await server.start();
  await page
    .getByRole('heading', { name: 'Learn Chexers' })
    .or(page.locator('.diagram .hit').first())
    .first()
    .waitFor({ timeout: 60000 });
  await page.locator('#lost').waitFor({ state: 'hidden' });
  await page.context().close();
  browser.errors.length = 0;
});

test('a room hears of moves again after a restart, and a move that was not taken can be made again', async () => {
  const page = await browser.page();
  const id = await server.room({ game: 'avalam', seats: [person(), person()] });
  await page.goto(`${server.base}/room/${id}`);
  const board = (ply, seat) => page.locator(`.board[data-ply="${ply}"][data-seat="${seat}"]`).waitFor();
  await board(0, 0);
  const [first] = await legal(id);
  await server.stop();
  await makeMove(page, first.gesture);
  await page.locator('#lost').getByRole('button', { name: 'Try again' }).waitFor();
  await board(0, 0);
  await server.start();
  await page
    .locator('#lost')
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 5000 })
    .catch(() => {});
  await page.locator('#lost').waitFor({ state: 'hidden', timeout: 60000 });
  // Somebody else's move comes by the stream, which was opened again.
  await server.ask(`/api/rooms/${id}/moves`, { seat: 0, ply: 0, mv: first.mv });
  await board(1, 1);
  await makeMove(page, (await legal(id))[0].gesture);
  await board(2, 0);
  await page.context().close();
  browser.errors.length = 0;
});

test('when the cookie with the token is gone, the page is loaded again so that the server can ask for it', async () => {
  const token = 'a-token-of-thirty-two-characters';
  const closed = new Server(['--token', token]);
  await closed.start();
  const page = await browser.page();
  await page.goto(`${closed.base}/?token=${token}`);
  await page.locator('.game .man').first().waitFor();
  // Events and requests of the page work with the cookie alone.
  await page.getByRole('button', { name: 'Play Chexers' }).click();
  await page.locator('.board[data-seat="0"]').waitFor();
  await page.goto(`${closed.base}/`);
  await page.locator('.game .man').first().waitFor();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Play Chexers' }).click();
  await page.waitForFunction(() => !document.querySelector('header nav a'));
  await page.context().close();
  browser.errors.length = 0;
  await closed.close();
});

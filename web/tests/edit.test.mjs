// Positions laid out by hand: put, clear, counters, and what the rules say to it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arena, arrowTo, eachOnItsPage, makeMove, tabTo } from './harness.mjs';

const { server, browser } = arena();
let page;
eachOnItsPage(browser, (fresh) => (page = fresh));

const verdict = (text) => page.locator('.verdict', { hasText: text }).waitFor();
const text = () => page.getByLabel('Position text').inputValue();
const open = (game, query = '') => page.goto(`${server.base}/analyse/${game}/edit${query}`);
const take = (name) => page.getByRole('button', { name, exact: true }).click();

/** Puts down what the hand holds on cells by their names. */
async function put(game, ...names) {
  const { board } = (await server.ask('/api/games')).find(({ id }) => id === game);
  for (const name of names) await makeMove(page, [{ cell: board.cells.findIndex((cell) => cell.name === name) }]);
}

test('chexers: a piece is taken off and counted as an exit, and looked at', async () => {
  await open('chexers');
  await verdict('This is a position.');
  await take('Clear a cell');
  await put('chexers', '-3,0');
  await verdict('Pieces and exits are 12 together, not 11');
  assert.ok(await page.getByRole('button', { name: 'Look at it' }).isDisabled());
  await page.getByLabel('Red: exits').fill('1');
  await page.getByLabel('Red: exits').press('Enter');
  await verdict('This is a position.');
  assert.equal(await text(), 'GGGG/5/6/6B/R4B/R3B/R2B R 1,0,0 0 -');
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.locator('.candidates tbody tr').first().waitFor();
  assert.equal(await page.locator('.men > .man').count(), 11);
  assert.equal(await text(), 'GGGG/5/6/6B/R4B/R3B/R2B R 1,0,0 0 -');
});

test('pentago-swap: whose turn it is follows from the pieces', async () => {
  await open('pentago-swap');
  await take('White piece');
  await put('pentago-swap', 'b2', 'c3', 'b2');
  await verdict('This is a position.');
  assert.equal(await text(), '6/6/2w3/6/6/6 b');
  assert.equal(await page.getByLabel('To move').inputValue(), 'b');
  await put('pentago-swap', 'd4');
  await verdict('White has as many pieces as Black, or one more');
  await take('Black piece');
  await put('pentago-swap', 'e5');
  await verdict('This is a position.');
  await page.getByRole('button', { name: 'Play from it' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.men > .man').nth(2).waitFor();
});

test('ropasci: tokens are piled up, and thrown and turned as often as need be', async () => {
  await open('ropasci');
  await take('Upper rock');
  await put('ropasci', '4,-2', '4,-2');
  await take('Lower rock');
  await put('ropasci', '4,-2');
  await verdict('Upper has more tokens than throws used');
  for (const [name, value] of [
    ['Upper: throws used', 2],
    ['Lower: throws used', 1],
    ['turns played', 9],
  ]) {
    await page.getByLabel(name).fill(String(value));
    await page.getByLabel(name).press('Enter');
  }
  await verdict('This is a position.');
  assert.equal(await text(), '2[RRr]2/6/7/8/9/8/7/6/5 2,1 9 -');
  await take('Lower paper');
  await put('ropasci', '4,-2');
  await verdict('Different symbols cannot stay together on 4,-2');
});

test('avalam: towers are heightened as far as the counters reach', async () => {
  await open('avalam');
  await take('Yellow tower of 2');
  await put('avalam', 'd1');
  await verdict('The towers have 49 counters, not 48');
  await take('Clear a cell');
  await put('avalam', 'c1');
  await verdict('This is a position.');
  assert.match(await text(), /^\.B\/.* r$/);
});

test('threechess: a piece less is points for somebody', async () => {
  await open('threechess');
  await take('Clear a cell');
  await put('threechess', 'GD1');
  await verdict('The points captured are not those of the missing pieces');
  await page.getByLabel('Red: points captured').fill('9');
  await page.getByLabel('Red: points captured').press('Enter');
  await verdict('This is a position.');
  await take('Green rook');
  await put('threechess', 'GD1');
  await verdict('A seat has at most two knights, two bishops and two rooks');
  await page.getByRole('button', { name: 'Start position' }).click();
  await verdict('This is a position.');
  await page.getByRole('button', { name: 'Empty board' }).click();
  await verdict('The match ends with the first king');
});

test('a position that is looked at is edited, a text is read, and one that is none is refused', async () => {
  await page.goto(`${server.base}/analyse/chexers?moves=${encodeURIComponent('-3,0>-2,0')}`);
  await page.getByRole('button', { name: 'Edit position' }).click();
  await verdict('This is a position.');
  assert.match(await text(), /^GGGG\/5\/6\/1R4B\/.* G 0,0,0 1 [0-9a-f]{16}$/);
  await page.getByLabel('Position text').fill('4/5/6/6R/6/2G2/1B2 R 3,3,3 60 -');
  await page.getByLabel('Position text').press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.men > .man').length === 3);
  await page.getByLabel('Position text').fill('nonsense');
  await page.getByLabel('Position text').press('Enter');
  await verdict('it is rows, seat to move, exits');
  assert.ok(
    browser.errors.splice(0).every((error) => error.includes('422')),
    'the browser tells of the refusal and nothing else',
  );
});

test('a position is laid out by keyboard alone', async () => {
  await open('tic-tac-toe');
  await verdict('This is a position.');
  await tabTo(page, '[data-cell]');
  await arrowTo(page, 4);
  await page.keyboard.press('Enter');
  await page.locator('.men > .man').waitFor();
  await tabTo(page, '.palette button[aria-label^="Nought"]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, '[data-cell]');
  await arrowTo(page, 0);
  await page.keyboard.press('Enter');
  await verdict('This is a position.');
  await page.waitForFunction(() => document.querySelector('[aria-label="Position text"]').value === 'o../.x./... x');
});

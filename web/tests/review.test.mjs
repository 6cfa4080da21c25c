// A finished match looked at again: the blunder that it holds is found, named and gone to, on every page that shows matches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MISTAKE, BLUNDER, kindOf, turningPoint } from '../parts/judge.js';
import { agent, arena, eachOnItsPage, faults, person } from './harness.mjs';

const { server, browser } = arena();
let page;
eachOnItsPage(browser, (own) => (page = own));

// Two crosses in opposite corners: the nought must not take a third one. Everything before and after keeps what there was.
const TIC_TAC_TOE = { game: 'tic-tac-toe', moves: ['a1', 'b2', 'c3', 'a3', 'c1', 'b1', 'c2'] };
const EDGES = ['a2', 'b1', 'b3', 'c2'];
const DONE = '.review:has(.progress:empty)';

/** What the review of the tic-tac-toe match must have found, wherever it is shown. */
async function foundTheBlunder() {
  await page.locator(`${DONE} .verdicts button`).first().waitFor({ timeout: 60000 });
  assert.equal(await page.locator('.verdicts li').count(), 1, await page.locator('.verdicts').innerText());
  const text = await page.locator('.verdicts li[data-ply="3"]').innerText();
  assert.match(text, /2\. a3\?\?/);
  assert.match(text, /blunder: 50 % → 0 %/);
  assert.match(text, /the turning point/);
  const better = /Better: (\w+)/.exec(text)?.[1];
  assert.ok(EDGES.includes(better), `${better} is no edge`);
  return better;
}

test('a loss in expected points has a name', () => {
  assert.deepEqual([0, MISTAKE - 0.01, MISTAKE, BLUNDER - 0.01, BLUNDER, 1].map(kindOf), [undefined, undefined, 'mistake', 'mistake', 'blunder', 'blunder']);
  const verdict = (ply, seat, loss) => ({ ply, seat, loss });
  const all = [verdict(1, 0, 0.9), verdict(4, 1, 0.5), verdict(6, 1, 0.5), verdict(8, 1, 0.2)];
  assert.equal(turningPoint(all, [1, 0]).ply, 6, 'the last of what cost the loser most');
  assert.equal(turningPoint(all, [0.5, 0.5]).ply, 1, 'without a loser, what cost most');
  assert.equal(turningPoint([], [1, 0]), undefined);
});

test('a match in a room: the blunder at its ply, the better move, and the way to it', { timeout: 120000 }, async () => {
  const id = await server.room({ ...TIC_TAC_TOE, seats: [person('Ann'), person('Ben')] });
  await page.goto(`${server.base}/room/${id}`);
  const better = await foundTheBlunder();
  const marked = page.locator('.moves .move.blunder');
  assert.equal(await marked.getAttribute('data-ply'), '4');
  assert.equal(await marked.innerText().then((text) => text.replace(/\s/g, '')), 'a3??,blunder', 'the sign, and the word for who listens');
  await page.locator('.verdicts button').first().click();
  await page.locator('.board[data-ply="3"] .hint.better').waitFor();
  await page.locator('.board .hint.played').waitFor();
  assert.match(await page.locator('.explained').innerText(), new RegExp(`The turning point. \\S+ played a3, a blunder.*Better was ${better}`, 's'));
  await page.keyboard.press('End');
  await page.locator('.board[data-ply="7"]').waitFor();
  assert.equal(await page.locator('.board .hint').count(), 0, 'arrows stay where they belong');
  await page.getByRole('button', { name: 'Previous mistake' }).click();
  await page.locator('.board[data-ply="3"] .hint.better').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Next mistake' }).isDisabled());
  await page.getByRole('link', { name: 'Walk the better line' }).click();
  await page.locator('.moves [data-ply="4"]', { hasText: better }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/analyse/tic-tac-toe');
});

test('a match of a tournament is reviewed when somebody asks', { timeout: 180000 }, async () => {
  const call = { name: 'Cup', game: 'connect-four', agents: ['random', 'alphabeta:depth=2'], format: 'round-robin', blocks: 1, opening: 0, seed: 1 };
  const { id } = await server.ask('/api/tournaments', call);
  await page.goto(`${server.base}/watch/${id}`);
  await page.getByText('2 of 2 matches, over').waitFor({ timeout: 60000 });
  await page.locator('.match-list a').first().click();
  await page.locator('.board[data-ply="0"]').waitFor();
  assert.equal(await page.locator('.curve').count(), 0, 'nothing is searched unasked');
  await page.getByRole('button', { name: 'Review the moves' }).click();
  await page.locator('.curve[points*=","]').first().waitFor();
  await page.locator(`${DONE} .verdicts button`).first().waitFor({ timeout: 150000 });
  const ply = await page.locator('.verdicts li').first().getAttribute('data-ply');
  await page.locator('.verdicts button').first().click();
  await page.locator(`.board[data-ply="${ply}"] .hint.better`).waitFor();
});

test('a pasted record is reviewed', { timeout: 120000 }, async () => {
  await page.goto(`${server.base}/analyse/chexers`);
  await page.getByText('Load a record').click();
  await page.getByLabel('Record', { exact: true }).fill(JSON.stringify(TIC_TAC_TOE));
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.locator('.tic-tac-toe.board[data-ply="7"]').waitFor();
  await page.getByRole('button', { name: 'Review the moves' }).click();
  await foundTheBlunder();
  await page.locator('.verdicts button').first().click();
  await page.locator('.board[data-ply="3"] .hint.better').waitFor();
});

test('a review is stopped, and goes on', { timeout: 120000 }, async () => {
  const moves = 'd d e c c d e e c f c e f b f a g d c f'.split(' ');
  await page.goto(`${server.base}/analyse/connect-four?${new URLSearchParams({ moves: moves.join(' ') })}`);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Review the moves' }).click();
  await page.locator('.curve[points*=","]').first().waitFor();
  await page.locator('.review').getByRole('button', { name: 'Stop' }).click();
  const text = await page.locator('.review .progress').innerText();
  assert.match(text, /^\d+ of 21 plies looked at$/);
  const requests = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.keyboard.press('ArrowLeft');
  await page.locator('.board[data-ply="19"]').waitFor();
  assert.equal(await page.locator('.review .progress').innerText(), text);
  assert.deepEqual(requests.filter((url) => url.includes('/api/analysis')), []);
  await page.locator('.review').getByRole('button', { name: 'Go on' }).click();
  await page.locator(DONE).waitFor({ timeout: 90000 });
  const points = await page.locator('.curve').first().getAttribute('points');
  assert.equal(points.split(' ').length, 21);
});

// A finished match looked at again: the blunder that it holds is found, named and gone to, on every
// page that shows matches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLUNDER, kindOf, MISTAKE, turningPoint } from '../parts/verdict.js';
import { arena, eachOnItsPage, faults, person, randomMatches } from './harness.mjs';

const { server, browser } = arena();
let page;
eachOnItsPage(browser, (own) => (page = own));

// Two crosses in opposite corners: the nought must not take a third one. Everything before and
// after keeps what there was.
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
  assert.deepEqual([0, MISTAKE - 0.01, MISTAKE, BLUNDER - 0.01, BLUNDER, 1].map(kindOf), [
    undefined,
    undefined,
    'mistake',
    'mistake',
    'blunder',
    'blunder',
  ]);
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
  assert.equal(
    await marked.innerText().then((text) => text.replace(/\s/g, '')),
    'a3??,blunder',
    'the sign, and the word for who listens',
  );
  await page.locator('.verdicts button').first().click();
  await page.locator('.board[data-ply="3"] .hint.better').waitFor();
  await page.locator('.board .hint.played').waitFor();
  assert.match(
    await page.locator('.explained').innerText(),
    new RegExp(`The turning point. \\S+ played a3, a blunder.*Better was ${better}`, 's'),
  );
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
  const call = {
    name: 'Tournament',
    game: 'connect-four',
    agents: ['random', 'alphabeta:depth=2'],
    format: 'round-robin',
    blocks: 1,
    opening: 0,
    seed: 1,
  };
  const { id } = await server.ask('/api/tournaments', call);
  await page.goto(`${server.base}/watch/${id}`);
  await page.getByText('2 of 2 matches, over').waitFor({ timeout: 60000 });
  await page.locator('.match-list a').first().click();
  await page.locator('.board[data-ply="0"]').waitFor();
  assert.equal(await page.locator('.curve[points*=","]').count(), 0, 'nothing is searched unasked');
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
  const moves = randomMatches('connect-four', 9)
    .find((match) => match.moves.length > 20)
    .moves.slice(0, 20);
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
  assert.deepEqual(
    requests.filter((url) => url.includes('/api/analysis')),
    [],
  );
  await page.locator('.review').getByRole('button', { name: 'Go on' }).click();
  await page.locator(DONE).waitFor({ timeout: 90000 });
  const points = await page.locator('.curve').first().getAttribute('points');
  assert.equal(points.split(' ').length, 21);
});

test('three seats: whoever could have won at once and did not', { timeout: 120000 }, async () => {
  const start = '4/5/6/6R/6/5/1B1G R 3,3,3 60 -';
  const id = await server.room({
    game: 'chexers',
    start,
    moves: ['3,0>2,1', '0,3>off'],
    seats: [person('Ann'), person('Ben'), person('Cat')],
  });
  await page.goto(`${server.base}/room/${id}`);
  await page.locator(`${DONE} .verdicts button`).first().waitFor({ timeout: 60000 });
  const text = await page.locator('.verdicts li[data-ply="0"]').innerText();
  assert.match(text, /3,0→2,1\?\?/);
  assert.match(text, /Red’s blunder: 100 % → \d %. Better: 3,0→off/);
  assert.equal(await page.locator('.curve').count(), 3);
  await page.locator('.verdicts button').first().click();
  await page.locator('.board[data-ply="0"] .hint.better .arrow').waitFor();
  await page.locator('.board .hint.played .arrow').waitFor();
});

test('seats that move at once: each is judged by what could be expected of the other', {
  timeout: 120000,
}, async () => {
  // Three prizes are left. The first seat's lowest card is its worst by far; what the second plays
  // is as good as anything.
  const start = '5d 1,2,5/1,2,3 4,5';
  const id = await server.room({
    game: 'goofspiel',
    start,
    moves: ['1|2', '5|3'],
    seats: [person('Ann'), person('Ben')],
  });
  await page.goto(`${server.base}/room/${id}`);
  await page.locator(`${DONE} .verdicts button`).first().waitFor({ timeout: 60000 });
  const first = page.locator('.verdicts li[data-ply="0"]');
  assert.equal(await first.count(), 1, await page.locator('.verdicts').innerText());
  assert.match(await first.innerText(), /1\. 1\?+\nFirst’s (mistake|blunder): .*Better: [25]/);
  assert.equal(await page.locator('.moves .of1.mistake[data-ply="1"], .moves .of1.blunder[data-ply="1"]').count(), 0);
});

test('for everybody: the graph by keyboard, a list in words, and nothing wider than a phone', {
  timeout: 180000,
}, async () => {
  const id = await server.room({ ...TIC_TAC_TOE, seats: [person('Ann'), person('Ben')] });
  for (const options of [
    {},
    { colorScheme: 'dark' },
    { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  ]) {
    const other = await browser.page({ bypassCSP: true, ...options });
    await other.goto(`${server.base}/room/${id}`);
    await other.locator(`${DONE} .verdicts button`).first().waitFor({ timeout: 60000 });
    const graph = other.getByRole('slider', { name: 'Expected points, ply by ply' });
    await graph.focus();
    await other.keyboard.press('Home');
    await other.locator('.board[data-ply="0"]').waitFor();
    for (const ply of [1, 2, 3]) {
      await other.keyboard.press('ArrowRight');
      await other.locator(`.board[data-ply="${ply}"]`).waitFor();
    }
    assert.equal(await graph.getAttribute('aria-valuetext'), 'ply 3: Cross 50 %, Nought 50 %');
    await other.locator('.explained').waitFor();
    assert.deepEqual(await faults(other), []);
    assert.ok(
      await other.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
      'too wide',
    );
    await other.context().close();
  }
});

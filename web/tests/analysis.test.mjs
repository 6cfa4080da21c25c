// The analysis compares moves: each has a value of its own, bars add up, bounds and proofs are told
// as such.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percents, winShares } from '../parts/chances.js';
import { numberText } from '../parts/thoughts.js';
import { arena, eachOnItsPage, faults } from './harness.mjs';

const { server, browser } = arena();
let page;
eachOnItsPage(browser, (own) => (page = own));

/** The last word of an agent, as the server sends it. */
async function lastThought(question) {
  const response = await fetch(`${server.base}/api/analysis?${new URLSearchParams(question)}`);
  assert.equal(response.status, 200, await response.clone().text());
  const events = (await response.text()).split('\n').filter((line) => line.startsWith('data:'));
  return JSON.parse(events.at(-1).slice(5));
}

/** Opens the analysis of a position by an agent of a given depth, and waits for its last word. */
async function analyse(game, query, spec, count) {
  await page.goto(`${server.base}/analyse/${game}?${new URLSearchParams(query)}`);
  if (count !== undefined) await page.getByLabel('How many moves to compare').selectOption(String(count));
  await page.getByLabel('Agent', { exact: true }).selectOption('own');
  await page.getByLabel('Agent spec').fill(spec);
  await page.getByLabel('Agent spec').press('Enter');
  await page.waitForFunction(() => /positions$/.test(document.querySelector('.status-line').textContent), null, {
    timeout: 60000,
  });
}

/** The rows of the first table: the move, and what is expected of it. */
const rows = () =>
  page
    .locator('.candidates')
    .first()
    .locator('.candidate')
    .evaluateAll((nodes) =>
      nodes.map((node) => ({ mv: node.dataset.mv, expects: node.querySelector('.expects').textContent })),
    );

/** The parts of every bar, in percent. */
const bars = (selector) =>
  page
    .locator(selector)
    .evaluateAll((nodes) =>
      nodes.map((node) =>
        [...node.querySelectorAll('.part')].map((part) => Number(part.style.getPropertyValue('--share'))),
      ),
    );

test('percents add up to a hundred', () => {
  assert.deepEqual(percents([1, 1, 1]).toSorted(), [33, 33, 34]);
  assert.deepEqual(percents([0.005, 0.995]), [1, 99]);
  assert.deepEqual(percents([0, 0]), [0, 0]);
  for (const shares of [
    [0.333, 0.333, 0.334],
    [0.6249, 0.1251, 0.25],
    [1, 0, 0],
    [0.2, 0.2, 0.2, 0.41],
  ])
    assert.equal(
      percents(shares).reduce((a, b) => a + b),
      100,
      shares.join(),
    );
  assert.deepEqual(winShares([{ win: 0.5 }, { win: 0.25 }]), [0.5, 0.25, 0.25]);
});

test('no number is a zero with a sign', () => {
  assert.deepEqual([-0, 0, -0.004, -0.006, 1.5].map(numberText), ['0.00', '0.00', '0.00', '−0.01', '1.50']);
});

// Yellow has three in a row below; the moves differ widely.
const CONNECT_FOUR = { moves: 'd d e c c d e e c f' };

test('alpha-beta gives each of the best moves a value of its own, sorted', { timeout: 120000 }, async () => {
  await analyse('connect-four', CONNECT_FOUR, 'alphabeta:depth=6');
  const { moment } = await server.ask('/api/positions', { game: 'connect-four', moves: CONNECT_FOUR.moves.split(' ') });
  const thought = await lastThought({
    game: 'connect-four',
    position: moment.position,
    agent: 'alphabeta:depth=6',
    candidates: 5,
  });
  const shown = await rows();
  assert.deepEqual(
    shown.map(({ mv }) => mv),
    thought.candidates.slice(0, 5).map(({ mv }) => mv),
  );
  const values = thought.candidates.slice(0, 5).map(({ value }) => value);
  assert.deepEqual(
    values,
    values.toSorted((a, b) => b - a),
  );
  assert.ok(new Set(values).size > 1, `${values}`);
  assert.ok(new Set(shown.map(({ expects }) => expects)).size > 1, JSON.stringify(shown));
  assert.ok(
    shown.every(({ expects }) => expects !== '' && !expects.includes('≤')),
    JSON.stringify(shown),
  );
});

test('as many moves as are wanted, and remembered', { timeout: 120000 }, async () => {
  await analyse('connect-four', CONNECT_FOUR, 'alphabeta:depth=4', 2);
  assert.equal((await rows()).length, 2);
  await page.getByLabel('How many moves to compare').selectOption('7');
  await page.waitForFunction(() => document.querySelectorAll('.candidates .candidate').length === 7);
  await page.reload();
  assert.equal(await page.getByLabel('How many moves to compare').inputValue(), '7');
});

test('a bound is marked as one', { timeout: 120000 }, async () => {
  await analyse('connect-four', CONNECT_FOUR, 'alphabeta:depth=6', 2);
  const [first, second] = await rows();
  assert.ok(!`${first.expects}${second.expects}`.includes('≤'), 'the best two are exact');
  const others = await page.locator('.further').innerText();
  assert.match(others, /≤\s+at most\s+\d+ %/, 'the sign, and the words for who listens');
  assert.doesNotMatch(others.replaceAll(/≤\s+at most\s+\d+ %/g, ''), /\d %/, 'no other move pretends to be exact');
});

test('every move has a line, and each step of it can be gone to', { timeout: 120000 }, async () => {
  await analyse('connect-four', CONNECT_FOUR, 'alphabeta:depth=6');
  const lines = page.locator('.candidates .line');
  assert.ok((await lines.count()) >= 3);
  const first = await page.locator('.candidates .candidate').nth(1).getAttribute('data-mv');
  const steps = page
    .locator('.candidates .candidate')
    .nth(1)
    .locator('xpath=following-sibling::tr[1]')
    .locator('.line button');
  const texts = await steps.allInnerTexts();
  await steps.nth(1).click();
  await page.locator('.board[data-ply="13"]').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('moves'), `${CONNECT_FOUR.moves} ${first} ${texts[0]} ${texts[1]}`);
});

test('bars of two and three seats add up', { timeout: 120000 }, async () => {
  await analyse('connect-four', CONNECT_FOUR, 'alphabeta:depth=4');
  for (const parts of await bars('.bars .track, .candidates .track'))
    assert.equal(
      parts.reduce((a, b) => a + b),
      100,
      `${parts}`,
    );
  const legend = await page.locator('.bar-legend').innerText();
  assert.equal(
    legend
      .match(/\d+(?= %)/g)
      .map(Number)
      .reduce((a, b) => a + b),
    100,
    legend,
  );
  await analyse('chexers', {}, 'champion:depth=3');
  assert.equal(await page.locator('.bars .bar').count(), 3);
  for (const parts of await bars('.candidates .track'))
    assert.equal(
      parts.reduce((a, b) => a + b),
      100,
      `${parts}`,
    );
  for (const text of await page.locator('.bars output').allInnerTexts())
    assert.equal(
      text
        .match(/\d+(?= %)/g)
        .map(Number)
        .reduce((a, b) => a + b),
      100,
      text,
    );
  for (const text of await page
    .locator('.bars .track')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-valuetext'))))
    assert.match(text, /wins \d+ %.*loses \d+ %/);
});

test('the agent’s own numbers are shown when somebody wants them, and never as a zero with a sign', {
  timeout: 120000,
}, async () => {
  await analyse('tic-tac-toe', {}, 'alphabeta', 9);
  const text = () => page.locator('.side').innerText();
  assert.doesNotMatch(await text(), /own scale|\d\.\d\d/);
  await page.getByLabel('Show the agent’s own numbers').check();
  await page.locator('.own').first().waitFor();
  assert.match(await text(), /\d\.\d\d/);
  assert.doesNotMatch(await text(), /[-−]0\.00/);
});

test('a proven result is told in words', { timeout: 120000 }, async () => {
  await analyse('tic-tac-toe', { moves: 'a1 b1 a2 b2' }, 'alphabeta', 5);
  await page.locator('.candidate[data-mv="a3"] .expects', { hasText: 'wins in 1 move' }).waitFor();
  const all = Object.fromEntries((await rows()).map(({ mv, expects }) => [mv, expects]));
  assert.match(all.c1, /^loses in 1 move$/);
});

test('for everybody: no fault at any size, nothing wider than a phone', { timeout: 240000 }, async () => {
  for (const options of [
    {},
    { colorScheme: 'dark' },
    { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  ]) {
    const other = await browser.page({ bypassCSP: true, ...options });
    for (const game of ['chexers', 'threechess', 'ropasci', 'avalam']) {
      await other.goto(`${server.base}/analyse/${game}`);
      await other.locator('.candidates .candidate').nth(3).waitFor({ timeout: 60000 });
      await other.getByLabel('Show the agent’s own numbers').check();
      assert.deepEqual(await faults(other), [], game);
      const wide = await other.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `${game} is ${wide} px too wide`);
    }
    await other.context().close();
  }
});

// The analysis compares moves: each has a value of its own, bars add up, bounds and proofs are told as such.
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
  await page.waitForFunction(() => /positions$/.test(document.querySelector('.status-line').textContent), null, { timeout: 60000 });
}

/** The rows of the first table: the move, and what is expected of it. */
const rows = () =>
  page
    .locator('.candidates')
    .first()
    .locator('.candidate')
    .evaluateAll((nodes) => nodes.map((node) => ({ mv: node.dataset.mv, expects: node.querySelector('.expects').textContent })));

/** The parts of every bar, in percent. */
const bars = (selector) =>
  page.locator(selector).evaluateAll((nodes) => nodes.map((node) => [...node.querySelectorAll('.part')].map((part) => Number(part.style.getPropertyValue('--share')))));

test('percents add up to a hundred', () => {
  assert.deepEqual(percents([1, 1, 1]).toSorted(), [33, 33, 34]);
  assert.deepEqual(percents([0.005, 0.995]), [1, 99]);
  assert.deepEqual(percents([0, 0]), [0, 0]);
  for (const shares of [[0.333, 0.333, 0.334], [0.6249, 0.1251, 0.25], [1, 0, 0], [0.2, 0.2, 0.2, 0.41]])
    assert.equal(percents(shares).reduce((a, b) => a + b), 100, shares.join());
  assert.deepEqual(winShares([{ win: 0.5 }, { win: 0.25 }]), [0.5, 0.25, 0.25]);
});

test('no number is a zero with a sign', () => {
  assert.deepEqual([-0, 0, -0.004, -0.006, 1.5].map(numberText), ['0.00', '0.00', '0.00', '−0.01', '1.50']);
});

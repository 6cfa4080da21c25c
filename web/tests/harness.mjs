// Starts the real binary on a free port with a store of its own, and a browser that complains about
// every error on a page.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');

/** The binary to test: `TRUEL`, or what was built last. */
function binary() {
  const found = [process.env.TRUEL, join(target, 'release/truel'), join(target, 'debug/truel')].find(
    (path) => path && existsSync(path),
  );
  if (!found) throw new Error('build the binary first: cargo build -p truel-cli, or set TRUEL');
  return found;
}

/** Matches that chance has played to their end, as `truel random` records them. */
export function randomMatches(game, count) {
  const text = execFileSync(binary(), ['random', game, '-n', String(count), '--seed', '3'], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * Whether `truel` itself reads a record and finds every ply and the result right; throws its words
 * if not.
 */
export function conforms(record) {
  const folder = mkdtempSync(join(tmpdir(), 'truel-record-'));
  try {
    const file = join(folder, 'one.jsonl');
    writeFileSync(file, `${record}\n`);
    return execFileSync(binary(), ['conform', JSON.parse(record).game, file], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${record}\n${error.stdout}${error.stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious faults that axe finds on a page. */
export async function faults(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const where = (nodes) => nodes.slice(0, 3).map((node) => node.html.slice(0, 160));
  return serious.map(({ id, nodes }) => `${id}: ${where(nodes).join(' | ')}`);
}

/** A server with a store in a folder of its own. */
export class Server {
  /** @param {string[]} options further options of `truel serve` */
  constructor(options = []) {
    this.options = options;
    this.folder = mkdtempSync(join(tmpdir(), 'truel-web-'));
  }

  /** Starts it; the second time on the same port. */
  async start() {
    const store = join(this.folder, 'store.sqlite');
    this.process = spawn(binary(), ['serve', '--port', String(this.port ?? 0), '--store', store, ...this.options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let told = '';
    this.process.stderr.on('data', (data) => (told += data));
    this.base = await new Promise((resolve, reject) => {
      let text = '';
      this.process.stdout.on('data', (data) => {
        text += data;
        const address = /http:\/\/[\d.]+:\d+/.exec(text);
        if (address) resolve(address[0]);
      });
      this.process.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}${told}`)));
    });
    this.port = Number(this.base.split(':').at(-1));
  }

  /** Ends it; its store stays. */
  async stop() {
    const gone = new Promise((resolve) => this.process.on('exit', resolve));
    this.process.kill('SIGKILL');
    await gone;
  }

  /** Ends it for good. */
  async close() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Asks it for something. */
  async ask(path, body) {
    const options =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(this.base + path, options);
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
  }

  /** A new room's id. */
  async room(wish) {
    return (await this.ask('/api/rooms', wish)).room.id;
  }
}

/** A browser; `errors` collects what its pages complain about. */
export class Browser {
  constructor() {
    /** @type {string[]} */
    this.errors = [];
  }

  async start() {
    this.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
  }

  /** A page with nothing in its storage. */
  async page(options = {}) {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 860 },
      reducedMotion: process.env.MOTION ? 'no-preference' : 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.on(
      'console',
      (message) =>
        ['error', 'warning'].includes(message.type()) && this.errors.push(`${page.url()}: ${message.text()}`),
    );
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error.stack}`));
    return page;
  }

  async close() {
    await this.browser.close();
  }
}

/**
 * A server with these options and a browser for all tests of a file, from before the first to after
 * the last.
 */
export function arena(options = []) {
  const [server, browser] = [new Server(options), new Browser()];
  before(async () => {
    await server.start();
    await browser.start();
  });
  after(async () => {
    await browser.close();
    await server.close();
  });
  return { server, browser };
}

/** Hands every test a page of its own, on which nothing may go wrong. */
export function eachOnItsPage(browser, take) {
  let page;
  beforeEach(async () => {
    page = await browser.page();
    take(page);
  });
  afterEach(async () => {
    await page.context().close();
    assert.deepEqual(browser.errors.splice(0), []);
  });
}

/** A tournament that has been played to its end. */
export async function finishedTournament(server, call) {
  const { id } = await server.ask('/api/tournaments', { format: 'round-robin', opening: 0, seed: 1, ...call });
  for (;;) {
    const standings = await server.ask(`/api/tournaments/${id}`).catch(() => undefined);
    if (standings && !standings.is_running && standings.done === standings.total) return id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const person = (name = '') => ({ kind: 'person', name });
export const agent = (spec = 'random') => ({ kind: 'agent', agent: spec });
/** Where the middle of a cell of the board is on the screen. */
export function middle(page, cell) {
  return page.locator(`[data-cell="${cell}"]`).evaluate((node) => {
    const box = node.getBBox();
    const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(node.getScreenCTM());
    return { x: at.x, y: at.y };
  });
}

/** Clicks the middle of a cell of the board. */
async function touch(page, cell) {
  const { x, y } = await middle(page, cell);
  await page.mouse.click(x, y);
}

/** Makes a move by clicks alone. */
export async function makeMove(page, gesture) {
  for (const { cell, choice } of gesture) {
    if (cell === undefined) await page.locator(`[data-choice="${choice}"]`).click();
    else await touch(page, cell);
  }
}

/** Presses Tab until what is focused fits a selector. */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 250; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${selector}`);
}

/** Goes with the arrow keys from the focused cell of the board to another. */
export async function arrowTo(page, cell) {
  for (let presses = 0; presses < 60; presses += 1) {
    const here = Number(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')));
    if (here === cell) return;
    const [from, to] = [await middle(page, here), await middle(page, cell)];
    const [x, y] = [to.x - from.x, to.y - from.y];
    // To its row first, then along it.
    const key = y < -4 ? 'ArrowUp' : y > 4 ? 'ArrowDown' : x > 0 ? 'ArrowRight' : 'ArrowLeft';
    await page.keyboard.press(key);
  }
  throw new Error(`the arrow keys never come to cell ${cell}`);
}

/** What the page has put on the clipboard, once it says so. */
export async function copied(page, press) {
  await press();
  await page.locator('#toast.shown', { hasText: 'copied' }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

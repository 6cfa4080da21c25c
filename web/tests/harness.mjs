// Starts the real binary on a free port with a store of its own, and a browser that complains about every error on a page.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');

/** The binary to test: `TRUEL`, or what was built last. */
function binary() {
  const found = [process.env.TRUEL, join(target, 'release/truel'), join(target, 'debug/truel')].find((path) => path && existsSync(path));
  if (!found) throw new Error('build the binary first: cargo build -p truel-cli, or set TRUEL');
  return found;
}

/** A server with a store in a folder of its own. */
export class Server {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'truel-web-'));
  }

  /** Starts it; the second time on the same port. */
  async start() {
    const store = join(this.folder, 'store.sqlite');
    this.process = spawn(binary(), ['serve', '--port', String(this.port ?? 0), '--store', store], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.base = await new Promise((resolve, reject) => {
      let text = '';
      this.process.stdout.on('data', (data) => {
        text += data;
        const address = /http:\/\/[\d.]+:\d+/.exec(text);
        if (address) resolve(address[0]);
      });
      this.process.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
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
      body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
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
    this.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  }

  /** A page with nothing in its storage. */
  async page(options = {}) {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 860 },
      reducedMotion: process.env.MOTION ? 'no-preference' : 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && this.errors.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error.stack}`));
    return page;
  }

  async close() {
    await this.browser.close();
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

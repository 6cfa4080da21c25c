// The pages that matter most in both families of browsers: Chromium and Firefox, driven by
// WebDriver BiDi.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { agent, person, Server } from './harness.mjs';

const BROWSERS = {
  chrome: process.env.CHROMIUM ?? '/usr/bin/chromium',
  firefox: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
};
const PATIENCE = 60000;
const server = new Server();
before(() => server.start());
after(() => server.close());

/** The middle of a cell on the screen. */
const middle = (page, cell) =>
  page.$eval(`[data-cell="${cell}"]`, (node) => {
    const box = node.getBBox();
    const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(node.getScreenCTM());
    return { x: at.x, y: at.y };
  });

/** Makes a move by clicks alone. */
async function makeMove(page, gesture) {
  for (const { cell, choice } of gesture) {
    if (cell === undefined) {
      await page.waitForSelector(`[data-choice="${choice}"]`);
      await page.click(`[data-choice="${choice}"]`);
    } else {
      const { x, y } = await middle(page, cell);
      await page.mouse.click(x, y);
    }
  }
}

const board = (page, ply, seat) =>
  page.waitForSelector(`.board[data-ply="${ply}"][data-seat="${seat}"]`, { timeout: PATIENCE });
const legal = async (id, seat) => (await server.ask(`/api/rooms/${id}`)).legal.filter((move) => move.seat === seat);
// Waits until `look` is true in the page. Puppeteer's own way needs `eval`, which pages forbid.
const until = async (page, look, ...args) => {
  for (const end = Date.now() + PATIENCE; !(await page.evaluate(look, ...args)); ) {
    assert.ok(Date.now() < end, `in vain: ${look}`);
    await new Promise((done) => setTimeout(done, 50));
  }
};
const reads = (page, selector, words) =>
  until(page, (selector, words) => document.querySelector(selector)?.textContent.includes(words), selector, words);

// Sets the size of a page. Puppeteer also sets the orientation, which Firefox 140 cannot do.
const resize = (page, size) =>
  page.setViewport(size).catch((error) => {
    if (!/setScreenOrientationOverride.*unknown command/.test(error.message)) {
      throw error;
    }
  });

for (const [name, executablePath] of Object.entries(BROWSERS)) {
  test(`in ${name}`, { timeout: 600000 }, async (context) => {
    assert.ok(existsSync(executablePath), `there is no ${executablePath}; scripts/test-web installs it`);
    const options = { browser: name, executablePath, protocol: 'webDriverBiDi', headless: true, defaultViewport: null };
    const browser = await puppeteer.launch({
      ...options,
      args: name === 'chrome' ? ['--no-sandbox'] : [],
      protocolTimeout: 300000,
    });
    const errors = [];

    /** A page of its own; nothing may go wrong on it. */
    const visit = async (path, look) => {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE);
      await resize(page, { width: 1280, height: 860 });
      page.on('pageerror', (error) => errors.push(`${path}: ${error.stack ?? error}`));
      page.on('console', (message) => message.type() === 'error' && errors.push(`${path}: ${message.text()}`));
      await page.goto(server.base + path);
      await look(page);
      await page.close();
      assert.deepEqual(errors.splice(0), []);
    };

    try {
      await context.test('the first page leads to a match', async () =>
        visit('/', async (page) => {
          await page.waitForSelector('.game .man');
          await page.click('[aria-label="Play Chexers"]');
          await board(page, 0, 0);
        }),
      );

      for (const [game, seats] of Object.entries({
        chexers: 3,
        threechess: 3,
        ropasci: 2,
        avalam: 2,
        'pentago-swap': 2,
      })) {
        await context.test(`a few moves of ${game} by clicks`, async () => {
          const id = await server.room({
            game,
            time: '10ms',
            seats: [person('Ann'), ...Array.from({ length: seats - 1 }, () => agent())],
          });
          await visit(`/room/${id}`, async (page) => {
            const turn = game === 'ropasci' ? 1 : seats;
            for (const round of [0, 1, 2]) {
              await board(page, round * turn, 0);
              await makeMove(page, (await legal(id, 0))[round].gesture);
            }
            await board(page, 3 * turn, 0);
          });
        });
      }

      await context.test('two people at one screen pass it, unseen', async () => {
        const id = await server.room({ game: 'ropasci', seats: [person('Ann'), person('Ben')] });
        await visit(`/room/${id}`, async (page) => {
          await board(page, 0, 0);
          await makeMove(page, (await legal(id, 0))[0].gesture);
          await reads(page, '.veil', 'Pass the screen to Ben');
          await page.click('.veil button');
          await board(page, 0, 1);
        });
      });

      await context.test('an analysis has candidates and arrows', async () =>
        visit('/analyse/chexers', async (page) => {
          await page.waitForSelector('.candidates tbody tr');
          await page.waitForSelector('.hint .arrow');
        }),
      );

      await context.test('a tournament is started by the form and watched', async () =>
        visit('/watch', async (page) => {
          await page.waitForSelector('.boxes input');
          await page.select('.tournament-form label:nth-of-type(2) select', 'pentago-swap');
          await until(page, () => document.querySelectorAll('.boxes input').length > 4);
          await reads(page, '.estimate', 'matches, about');
          await page.click('.tournament-form button[type="submit"]');
          await page.waitForSelector('.live .man');
          await page.waitForSelector('.standings tbody tr');
        }),
      );

      await context.test('a phone is not scrolled sideways', async () =>
        visit('/', async (page) => {
          await resize(page, { width: 375, height: 812 });
          for (const path of ['/', '/watch', '/play/chexers', '/agents/chexers', '/learn/avalam']) {
            await page.goto(server.base + path);
            await page.waitForSelector('h1');
            await page.waitForSelector('.game .man, .tournament-form .box, .sitter, .agent, .diagram .hit');
            const wide = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
            assert.ok(wide <= 0, `${path} is ${wide} px too wide`);
          }
        }),
      );

      await context.test('a server that is gone and comes back', async () => {
        const id = await server.room({ game: 'avalam', seats: [person(), person()] });
        await visit(`/room/${id}`, async (page) => {
          await board(page, 0, 0);
          const [first] = await legal(id, 0);
          await server.stop();
          await page.waitForSelector('#lost:not([hidden])', { timeout: PATIENCE });
          await reads(page, '#lost', 'The server does not answer');
          await server.start();
          await page.waitForSelector('#lost', { hidden: true, timeout: PATIENCE });
          await server.ask(`/api/rooms/${id}/moves`, { seat: 0, ply: 0, mv: first.mv });
          await board(page, 1, 1);
          errors.length = 0;
        });
      });
    } finally {
      await browser.close();
    }
  });
}

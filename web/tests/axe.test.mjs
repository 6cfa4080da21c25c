// Every page: no errors, nothing serious to be said about accessibility, nothing wider than the
// screen, at every size and in both themes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { agent, Browser, faults, finishedTournament, person, Server } from './harness.mjs';

const server = new Server();
const browser = new Browser();
const GAMES = ['chexers', 'threechess', 'ropasci', 'avalam', 'pentago-swap'];
/** What each page must show before it is looked at. */
const READY = {
  play: '.sitter',
  learn: '.diagram .hit',
  agents: '.agent',
  analyse: '.candidates tbody tr',
  edit: '.verdict:not(:empty)',
};
/** @type {[string, string][]} */
const paths = [];

before(async () => {
  await server.start();
  await browser.start();
  const id = await finishedTournament(server, {
    name: 'Tournament',
    game: 'pentago-swap',
    agents: ['greedy', 'random'],
    blocks: 1,
  });
  const [match] = await server.ask(`/api/tournaments/${id}/matches`);
  const room = await server.room({
    game: 'chexers',
    seats: [person('Ann'), agent(), agent()],
    clock: { time: 300000, increment: 1000 },
  });
  const done = await server.room({
    game: 'tic-tac-toe',
    seats: [person('Ann'), agent()],
    moves: ['a1', 'b1', 'a2', 'b2', 'a3'],
  });
  paths.push(['/', '.game .man'], [`/room/${room}`, '.board .hit'], [`/room/${done}`, '.curve']);
  paths.push(
    ['/watch', '.tournaments tbody tr'],
    [`/watch/${id}`, '.match-list li'],
    [`/watch/${id}/match/${match.id}`, '.seat'],
  );
  paths.push([`/watch/${id}/agent/greedy`, '.standings tbody tr'], ['/nowhere', '.trouble']);
  for (const game of GAMES) {
    for (const page of ['play', 'learn', 'agents', 'analyse']) paths.push([`/${page}/${game}`, READY[page]]);
    paths.push([`/analyse/${game}/edit`, READY.edit]);
  }
});
after(async () => {
  await browser.close();
  await server.close();
});

for (const [name, options] of [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]) {
  test(`all pages, ${name}`, { timeout: 300000 }, async () => {
    const page = await browser.page({ bypassCSP: true, ...options });
    /** @type {string[]} */
    const found = [];
    for (const [path, ready] of paths) {
      await page.goto(server.base + path);
      await page.locator('h1').first().waitFor();
      await page.locator(ready).first().waitFor();
      found.push(...(await faults(page)).map((fault) => `${path} ${fault}`));
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0) found.push(`${path} is ${wide} px too wide`);
    }
    assert.deepEqual(found, []);
    assert.deepEqual(browser.errors, []);
    await page.context().close();
  });
}

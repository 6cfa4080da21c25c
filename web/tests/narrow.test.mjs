// Every page on a phone with names as long as they may be: nothing is wider than the screen, and
// every button says what it does.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { agent, Browser, finishedTournament, person, randomMatches, Server } from './harness.mjs';

const [server, browser] = [new Server(), new Browser()];
const NAMES = [
  'Wolfeschlegelsteinhausenbergerdorffwelche',
  'Bartholomew-Maximilian von Hohenzollern-S',
  'Wilhelmina Theodora Constantia Montgomery',
].map((name) => name.slice(0, 40));
const NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis'.slice(0, 40);
const AGENTS = [
  'alphabeta:depth=1,table=16,reductions=off',
  'alphabeta:depth=1,table=8,reductions=off',
  'mcts:sims=5,c=0.712345,rollout=egreedy(0.4,5)',
];
const GAMES = ['chexers', 'threechess', 'ropasci', 'avalam', 'pentago-swap'];
/** @type {[string, string][]} */
const paths = [];

before(async () => {
  await server.start();
  await browser.start();
  const id = await finishedTournament(server, { name: NAME, game: 'pentago-swap', agents: AGENTS, blocks: 1 });
  const [match] = await server.ask(`/api/tournaments/${id}/matches`);
  const three = await server.room({
    game: 'chexers',
    seats: NAMES.map(person),
    clock: { time: 3600000, increment: 1000 },
  });
  const hidden = await server.room({ game: 'ropasci', seats: NAMES.slice(1).map(person) });
  const chosen = (await server.ask(`/api/rooms/${hidden}`)).legal.find((move) => move.seat === 0);
  await server.ask(`/api/rooms/${hidden}/moves`, { seat: 0, ply: 0, mv: chosen.mv });
  const [over] = randomMatches('avalam', 1);
  const done = await server.room({ game: 'avalam', moves: over.moves, seats: [person(NAMES[0]), agent(AGENTS[2])] });
  paths.push(
    ['/', '.latest li'],
    [`/room/${three}`, '.board .hit'],
    [`/room/${hidden}`, '.board .hit'],
    [`/room/${done}`, '.review'],
  );
  paths.push(
    ['/watch', '.tournaments tbody tr'],
    [`/watch/${id}`, '.match-list li'],
    [`/watch/${id}/match/${match.id}`, '.seat'],
  );
  paths.push([`/watch/${id}/agent/${encodeURIComponent(AGENTS[0])}`, '.standings tbody tr'], ['/nowhere', '.trouble']);
  for (const game of GAMES) {
    paths.push(
      [`/play/${game}`, '.sitter'],
      [`/learn/${game}`, '.diagram .hit'],
      [`/agents/${game}`, '.agent'],
      [`/analyse/${game}`, '.board .hit'],
      [`/analyse/${game}/edit`, '.verdict:not(:empty)'],
    );
  }
});
after(async () => {
  await browser.close();
  await server.close();
});

for (const width of [375, 320]) {
  test(`nothing is wider than a screen of ${width} px, with names of 40 characters`, { timeout: 300000 }, async () => {
    const page = await browser.page({ viewport: { width, height: 812 }, hasTouch: true, isMobile: true });
    /** @type {string[]} */
    const found = [];
    for (const [path, ready] of paths) {
      await page.goto(server.base + path);
      await page.locator(ready).first().waitFor();
      await page.locator('details').evaluateAll((nodes) => {
        for (const node of nodes) node.open = true;
      });
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0) found.push(`${path} is ${wide} px too wide`);
    }
    assert.deepEqual(found, []);
    await page.context().close();
  });
}

test('every button and box has a name, and every sign without words a tooltip', { timeout: 300000 }, async () => {
  const page = await browser.page();
  /** @type {string[]} */
  const found = [];
  for (const [path, ready] of paths) {
    await page.goto(server.base + path);
    await page.locator(ready).first().waitFor();
    const bad = await page.evaluate(() =>
      [...document.querySelectorAll('button, a, select, input, textarea')].flatMap((node) => {
        const words =
          node instanceof HTMLButtonElement || node instanceof HTMLAnchorElement ? node.textContent.trim() : '';
        const named =
          words ||
          node.getAttribute('aria-label') ||
          [...(node.labels ?? [])].map((label) => label.textContent).join('');
        const isSign = node instanceof HTMLButtonElement && !words;
        return !named || (isSign && !node.title) ? [node.outerHTML.slice(0, 120)] : [];
      }),
    );
    found.push(...bad.map((html) => `${path} ${html}`));
  }
  assert.deepEqual(found, []);
  await page.goto(server.base + paths[3][0]);
  await page.locator('.replay label', { hasText: 'Speed' }).waitFor();
  await page.getByText('Take back', { exact: true }).waitFor();
  await page.context().close();
});

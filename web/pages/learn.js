// A game's rules on one page, with diagrams that can be played on.
/** @import { GameView, Moment } from '../types.js' */
/** @import { Page } from '../main.js' */
/** @import { Diagram } from '../lessons/lesson.js' */
import * as api from '../api.js';
import { facing } from '../board/geometry.js';
import { button, h, link, put } from '../dom.js';
import { LESSONS } from '../lessons/lesson.js';
import { Sandbox } from '../parts/sandbox.js';
import { gameTabs } from '../parts/tabs.js';
import { playAtOnce } from './home.js';

/** @param {GameView} game @param {Moment} start @param {Diagram} diagram */
function figure(game, start, diagram) {
  const moves = diagram.moves?.split(' ') ?? [];
  const line = { game: game.id, ...(diagram.start ? { start: diagram.start } : {}), moves };
  const sandbox = new Sandbox(game, line, facing(game, start.pieces, 0), `${diagram.title}: a board to try it on`);
  void sandbox.go(moves, false);
  return h(
    'figure',
    { class: 'panel diagram' },
    h('figcaption', {}, h('strong', {}, diagram.title), h('br'), diagram.text),
    sandbox.element,
  );
}

/** @type {Page} */
export async function show(into, [id = 'chexers']) {
  const [game, start] = await Promise.all([api.game(id), api.start(id)]);
  document.title = `How to play ${game.title} · truel`;
  const lesson = (await LESSONS[id]?.())?.default ?? {
    goal: game.about,
    rules: [],
    diagrams: [{ title: 'Try it', text: 'Play on this board.' }],
  };
  put(
    into,
    h('h1', {}, `How to play ${game.title}`),
    await gameTabs('learn', id),
    h(
      'div',
      { class: 'lesson' },
      h(
        'section',
        { class: 'panel prose' },
        h('p', { class: 'goal' }, h('strong', {}, lesson.goal)),
        ...lesson.rules.flatMap(([title, text]) => [h('h2', {}, title), h('p', {}, text)]),
        h(
          'div',
          { class: 'row' },
          button('Play', () => void playAtOnce(game), { class: 'main' }),
          link(`/play/${id}`, {}, 'Set up a match'),
          link(`/agents/${id}`, {}, 'Who plays it'),
        ),
        h('p', {}, h('small', {}, game.origin)),
      ),
      h(
        'section',
        {},
        h('h2', { class: 'unseen' }, 'Try it'),
        h('div', { class: 'diagrams' }, ...lesson.diagrams.map((diagram) => figure(game, start, diagram))),
      ),
    ),
  );
}

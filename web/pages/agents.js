// The agents of a game: how each thinks, where it comes from, what can be set about it.
/** @import { AgentView, GameView, LevelView } from '../types.js' */
/** @import { Page } from '../main.js' */
import * as api from '../api.js';
import { h, link, put } from '../dom.js';
import { sentence } from '../parts/strength.js';
import { gameTabs } from '../parts/tabs.js';
import { THINKING } from '../parts/thinking.js';

/** @param {GameView} game @param {AgentView} agent */
function agentPanel(game, agent) {
  const params = agent.params.flatMap((param) => [
    h('dt', {}, param.name),
    h(
      'dd',
      {},
      param.about,
      ' ',
      h('small', {}, `(${param.pattern}${param.default ? `; ${param.default} unless set` : ''})`),
    ),
  ]);
  const set = agent.params
    .filter((param) => param.default !== '')
    .slice(0, 2)
    .map((param) => `${param.name}=${param.default}`);
  const hasTime = agent.params.some((param) => param.name === 'time');
  const words = [...(hasTime ? ['time=2s'] : []), ...set].join(',');
  return h(
    'article',
    { class: 'panel agent', id: agent.name },
    h(
      'h2',
      {},
      agent.name,
      agent.is_usual ? h('span', { class: 'tag' }, 'usual here') : null,
      agent.source ? h('small', {}, `from ${agent.source}`) : null,
    ),
    h('p', {}, agent.plain),
    h(
      'details',
      {},
      h('summary', {}, 'How it works'),
      h('p', {}, sentence(agent.about)),
      THINKING[agent.name] ? h('p', {}, THINKING[agent.name]) : null,
    ),
    agent.params.length === 0
      ? null
      : h(
          'details',
          {},
          h('summary', {}, `${agent.params.length} things can be set`),
          h('dl', {}, ...params),
          h('p', {}, h('small', {}, 'For instance ', h('code', {}, `${agent.name}:${words}`))),
        ),
    h('p', {}, link(`/play/${game.id}?agent=${agent.name}`, {}, 'Play against it')),
  );
}

/** The four levels, each with its agent. @param {GameView} game @param {LevelView[]} levels */
function levelPanel(game, levels) {
  const row = (/** @type {LevelView} */ level) => [
    h('dt', {}, link(`/play/${game.id}?agent=${level.name}`, {}, level.title)),
    h('dd', {}, level.plain, ' ', h('small', {}, 'Stands for ', h('code', {}, level.spec), '.')),
  ];
  return h('section', { class: 'panel agent levels' }, h('h2', {}, 'Levels'), h('dl', {}, ...levels.flatMap(row)));
}

/** @type {Page} */
export async function show(into, [id = 'chexers', name]) {
  const [game, agents, { levels }] = await Promise.all([api.game(id), api.agents(id), api.levels(id)]);
  document.title = `Agents of ${game.title} · truel`;
  const rank = (/** @type {AgentView} */ agent) =>
    agent.name === 'champion' ? 0 : agent.is_usual ? 1 : agent.source ? 2 : 3;
  const shown = name ? agents.filter((agent) => agent.name === name) : agents.toSorted((a, b) => rank(a) - rank(b));
  put(
    into,
    h('h1', {}, `Agents of ${game.title}`),
    await gameTabs('agents', id),
    h(
      'p',
      { class: 'lead' },
      'An agent is a search, an opinion on positions and a clock. It is named with what is set about it, such as ',
      h('code', {}, 'mcts:time=2s,c=0.7'),
      ', wherever an agent is asked for.',
    ),
    name ? null : levelPanel(game, levels),
    h('div', { class: 'agents' }, ...shown.map((agent) => agentPanel(game, agent))),
  );
}

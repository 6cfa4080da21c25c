// Setting up a match: which game, who sits where, with which clock.
/** @import { AgentView, GameView, LevelView } from '../types.js' */
/** @import { Page } from '../main.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { facing } from '../board/geometry.js';
import { seatBadge } from '../board/men.js';
import { h, link, note, put } from '../dom.js';
import { go } from '../main.js';
import { StrengthPicker } from '../parts/strength.js';
import { gameTabs } from '../parts/tabs.js';
import { usualLevel } from './home.js';

const CLOCKS = /** @type {const} */ ([
  ['none', 'No clock'],
  ['1+1', '1 min + 1 s'],
  ['3+2', '3 min + 2 s'],
  ['5+5', '5 min + 5 s'],
  ['15+10', '15 min + 10 s'],
  ['own', 'Own …'],
]);

/** One seat's line of the form. */
class SitterRow {
  /**
   * @param {GameView} game
   * @param {number} seat
   * @param {AgentView[]} agents
   * @param {LevelView[]} levels
   * @param {string} first the agent to begin with
   */
  constructor(game, seat, agents, levels, first) {
    const title = game.seats[seat]?.name ?? '';
    this.picker = new StrengthPicker(title, agents, levels, first, seat === 0);
    this.element = h('div', { class: 'sitter' }, seatBadge(game, seat), h('strong', {}, title), this.picker.element);
  }
}

/** The clock's part of the form. */
class ClockRow {
  constructor() {
    this.kind = h(
      'select',
      { 'aria-label': 'Clock', onchange: () => this.adapt() },
      ...CLOCKS.map(([value, name]) => h('option', { value }, name)),
    );
    this.minutes = h('input', {
      type: 'number',
      min: 0.1,
      max: 1440,
      step: 'any',
      value: 10,
      'aria-label': 'Minutes for everybody',
    });
    this.increment = h('input', {
      type: 'number',
      min: 0,
      max: 3600,
      step: 'any',
      value: 5,
      'aria-label': 'Seconds added for each move',
    });
    this.own = h('span', { class: 'row' }, this.minutes, 'min +', this.increment, 's');
    this.element = h('div', { class: 'row' }, this.kind, this.own);
    this.adapt();
  }

  adapt() {
    this.own.hidden = this.kind.value !== 'own';
  }

  get clock() {
    if (this.kind.value === 'none') return null;
    const [minutes = 0, increment = 0] =
      this.kind.value === 'own'
        ? [Number(this.minutes.value), Number(this.increment.value)]
        : this.kind.value.split('+').map(Number);
    return { time: Math.round(minutes * 60000), increment: Math.round(increment * 1000) };
  }
}

/** @type {Page} */
export async function show(into, [id = 'chexers'], query) {
  const [game, agents, { levels }, start] = await Promise.all([
    api.game(id),
    api.agents(id),
    api.levels(id),
    api.start(id),
  ]);
  document.title = `Play ${game.title} · truel`;
  const asked = query.get('agent');
  const first = asked && [...agents, ...levels].some(({ name }) => name === asked) ? asked : usualLevel;
  const rows = game.seats.map((_, seat) => new SitterRow(game, seat, agents, levels, first));
  const clock = new ClockRow();
  const position = h('input', {
    class: 'mono',
    'aria-label': 'Position to start from',
    placeholder: game.position,
    value: query.get('position') ?? '',
  });
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const view = await api.makeRoom({
        game: id,
        start: position.value.trim() || null,
        moves: query.get('moves')?.split(' ') ?? [],
        seats: rows.map((row) => row.picker.sitter),
        clock: clock.clock,
      });
      go(`/room/${view.room.id}`);
    } catch (error) {
      note(String(error instanceof Error ? error.message : error));
    }
  };
  const board = new BoardView(game, { isPicture: true, angle: facing(game, start.pieces, 0) });
  void board.show(start, undefined, false);
  put(
    into,
    h('h1', {}, `Play ${game.title}`),
    await gameTabs('play', id),
    h(
      'div',
      { class: 'setup' },
      h(
        'form',
        { class: 'panel', onsubmit: begin },
        h('fieldset', {}, h('legend', {}, 'Who sits where'), ...rows.map((row) => row.element)),
        h('fieldset', {}, h('legend', {}, 'Clock'), clock.element),
        h('details', {}, h('summary', {}, 'Start from another position'), position),
        h(
          'div',
          { class: 'row' },
          h('button', { class: 'main', type: 'submit' }, 'Start'),
          link(`/learn/${id}`, {}, 'Rules'),
          link(`/agents/${id}`, {}, 'What these agents are'),
        ),
      ),
      h('div', {}, board.element, h('p', { class: 'lead' }, game.about)),
    ),
  );
}

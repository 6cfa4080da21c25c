// The form that starts a tournament: agents from a list, formats in words, time as
// choices, and how long it will take.
/** @import { AgentView, GameView, LevelsView, NewTournament } from '../types.js' */
import * as api from '../api.js';
import { h, put } from '../dom.js';
import { go } from '../main.js';
import { duration, durationText, matchesOf } from './estimate.js';

const FORMATS = /** @type {const} */ ([
  ['round-robin', 'Round robin', 'Everybody meets everybody, in every seat.'],
  ['gauntlet', 'Gauntlet', 'The first agent of the list meets all others; they do not meet each other.'],
  ['swiss', 'Swiss', 'In each round those meet who have done equally well so far.'],
  ['knock-out', 'Knock-out', 'Whoever loses a meeting is out.'],
  ['ladder', 'Ladder', 'Those meet next whose match would tell most about who is stronger.'],
]);

/** A format in words. @param {string} format */
export const formatName = (format) => FORMATS.find(([value]) => value === format)?.[1] ?? format;

const TIMES = /** @type {const} */ ([
  ['10ms/move', '10 ms a move (a quick look)'],
  ['50ms/move', '50 ms a move'],
  ['100ms/move', '0.1 s a move'],
  ['500ms/move', 'Half a second a move'],
  ['1s/move', '1 s a move'],
  ['5s/move', '5 s a move (serious)'],
  ['10s/game', '10 s for a whole match'],
  ['60s/game', '1 min for a whole match'],
  ['', 'As long as each agent takes'],
  ['own', 'Another time …'],
]);

/** Matches at once when nothing is said. */
const AT_ONCE = 2;
const MOST_AGENTS = 32;
const MOST_MATCHES = 1_000_000;

/** The text of a choice. @param {HTMLSelectElement} select */
const chosen = (select) => select.value;

export class TournamentForm {
  /** @param {GameView[]} games */
  constructor(games) {
    this.games = games;
    /** @type {AgentView[]} */
    this.agents = [];
    /** @type {LevelsView} */
    this.levels = { levels: [], usual_plies: 60 };
    const change = () => this.changed();
    const option = ([value = '', name = '']) => h('option', { value }, name);
    const number = (/** @type {number} */ most, /** @type {number} */ value) =>
      h('input', { type: 'number', min: 1, max: most, value, oninput: change });
    this.name = h('input', { maxlength: 40, value: 'Tournament', oninput: change });
    this.game = h(
      'select',
      { onchange: () => void this.choose() },
      ...games.map((game) => option([game.id, game.title])),
    );
    this.format = h('select', { onchange: change }, ...FORMATS.map(([value, name]) => option([value, name])));
    this.formatWords = h('small', { id: 'format-words' });
    this.format.setAttribute('aria-describedby', 'format-words');
    this.blocks = number(10000, 4);
    this.rounds = number(100, 5);
    this.roundsLabel = h('label', {}, 'Swiss rounds', this.rounds);
    this.time = h(
      'select',
      { value: '50ms/move', onchange: change },
      ...TIMES.map(([value, name]) => option([value, name])),
    );
    this.ownTime = h('input', { class: 'mono', placeholder: '2s/move or 30s/game', oninput: change });
    this.ownLabel = h('label', {}, 'Another time', this.ownTime);
    this.opening = h('input', { type: 'number', min: 0, max: 100, value: 2, oninput: change });
    this.atOnce = h('input', { type: 'number', min: 1, max: 4, value: AT_ONCE, oninput: change });
    this.levelBoxes = h('div', { class: 'boxes' });
    this.agentBoxes = h('div', { class: 'boxes' });
    this.specs = h('textarea', { rows: 3, placeholder: 'mcts:time=2s,c=0.7', oninput: change });
    this.estimate = h('p', { class: 'estimate', role: 'status' });
    this.faults = h('p', { class: 'faults', role: 'alert' });
    this.element = h(
      'form',
      {
        class: 'panel tournament-form',
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => void this.submit(event),
      },
      ...this.parts(),
    );
    void this.choose();
  }

  /** @returns {HTMLElement[]} */
  parts() {
    return [
      h('h2', {}, 'Start a tournament'),
      h(
        'div',
        { class: 'fields' },
        h('label', {}, 'Name', this.name),
        h('label', {}, 'Game', this.game),
        h('label', {}, 'Format', this.format),
        this.roundsLabel,
      ),
      this.formatWords,
      h('fieldset', {}, h('legend', {}, 'Who takes part'), this.levelBoxes),
      h('details', {}, h('summary', {}, 'Other agents'), this.agentBoxes),
      h(
        'details',
        {},
        h('summary', {}, 'Typed agents, for experts'),
        h('label', { class: 'whole' }, 'Agents, one a line', this.specs),
      ),
      h(
        'div',
        { class: 'fields' },
        h('label', {}, 'Time for each agent', this.time),
        this.ownLabel,
        h('label', {}, 'Times they meet, in every seating', this.blocks),
        h('label', {}, 'Random moves at the beginning', this.opening),
        h('label', {}, 'Matches at the same time', this.atOnce),
      ),
      this.estimate,
      this.faults,
      h('div', { class: 'row' }, h('button', { class: 'main', type: 'submit' }, 'Start')),
    ];
  }

  /** Another game: its levels and agents. */
  async choose() {
    const id = chosen(this.game);
    const [agents, levels] = await Promise.all([api.agents(id), api.levels(id)]);
    if (id !== chosen(this.game)) return;
    [this.agents, this.levels] = [agents, levels];
    const names = levels.levels.map((level) => level.name);
    const box = (
      /** @type {string} */ value,
      /** @type {string} */ title,
      /** @type {string} */ plain,
      /** @type {boolean} */ isOn,
    ) =>
      h(
        'label',
        { class: 'box' },
        h('input', { type: 'checkbox', value, checked: isOn, onchange: () => this.changed() }),
        h('span', {}, h('strong', {}, title), ' ', h('small', {}, plain)),
      );
    put(
      this.levelBoxes,
      ...levels.levels.map((level) => box(level.name, level.title, level.plain, level.name !== 'easy')),
    );
    const others = agents.filter((agent) => !names.includes(agent.name));
    put(this.agentBoxes, ...others.map((agent) => box(agent.name, agent.name, agent.plain, false)));
    this.changed();
  }

  /** Everybody who takes part. @returns {string[]} */
  get entrants() {
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (this.element.querySelectorAll('.box input:checked'));
    const typed = this.specs.value.split('\n').map((line) => line.trim());
    return [...[...boxes].map((box) => box.value), ...typed.filter(Boolean)];
  }

  /**
   * The time as the server takes it; nothing where agents take as long as they like.
   * @returns {string | undefined}
   */
  get timeText() {
    return (chosen(this.time) === 'own' ? this.ownTime.value.trim() : chosen(this.time)) || undefined;
  }

  /** What is wrong with what is filled in, in words. @returns {string[]} */
  wrong() {
    const game = this.games.find((game) => game.id === chosen(this.game));
    const seats = game?.seats.length ?? 2;
    const { entrants } = this;
    const isCount = (/** @type {HTMLInputElement} */ input, /** @type {number} */ low) => {
      const value = Number(input.value);
      return input.value !== '' && Number.isInteger(value) && value >= low && value <= Number(input.max);
    };
    const isTime =
      chosen(this.time) !== 'own' ||
      /^\d+(\.\d+)?(ms|s|m)(\/(move|game)|\+\d+(\.\d+)?(ms|s))$/.test(this.ownTime.value.trim());
    return [
      this.name.value.trim() ? '' : 'The tournament needs a name.',
      entrants.length >= seats ? '' : `${game?.title} has ${seats} seats: choose at least ${seats} agents.`,
      entrants.length <= MOST_AGENTS ? '' : `At most ${MOST_AGENTS} agents can take part.`,
      isTime ? '' : 'Write the time as in 2s/move, 30s/game or 60s+0.5s.',
      isCount(this.blocks, 1) ? '' : 'The number of meetings is a whole number from 1 to 10000.',
      isCount(this.opening, 0) ? '' : 'The random moves at the beginning are a whole number from 0 to 100.',
      isCount(this.atOnce, 1) ? '' : 'From 1 to 4 matches can be played at the same time.',
      chosen(this.format) !== 'swiss' || isCount(this.rounds, 1) ? '' : 'A Swiss has from 1 to 100 rounds.',
      this.matches <= MOST_MATCHES
        ? ''
        : `That would be ${this.matches.toLocaleString('en')} matches; at most a million can be played.`,
    ].filter(Boolean);
  }

  /** How many matches there are. */
  get matches() {
    const seats = this.games.find((game) => game.id === chosen(this.game))?.seats.length ?? 2;
    return matchesOf(
      chosen(this.format),
      this.entrants.length,
      seats,
      Number(this.blocks.value),
      Number(this.rounds.value),
    );
  }

  /** Something was filled in: says how long it takes, or what is missing. */
  changed() {
    this.formatWords.textContent = FORMATS.find(([value]) => value === chosen(this.format))?.[2] ?? '';
    this.roundsLabel.hidden = chosen(this.format) !== 'swiss';
    this.ownLabel.hidden = chosen(this.time) !== 'own';
    put(this.faults);
    const wrong = this.wrong();
    if (wrong.length > 0) return void put(this.estimate, wrong[0]);
    const game = this.games.find((game) => game.id === chosen(this.game));
    const length = duration({
      matches: this.matches,
      plies: this.levels.usual_plies,
      isSimultaneous: game?.is_simultaneous ?? false,
      seats: game?.seats.length ?? 2,
      specs: this.entrants,
      time: this.timeText,
      atOnce: Number(this.atOnce.value),
    });
    const { matches } = this;
    return void put(
      this.estimate,
      `${matches.toLocaleString('en')} ${matches === 1 ? 'match' : 'matches'}, about `,
      h('strong', {}, durationText(length)),
      '.',
    );
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const wrong = this.wrong();
    put(this.faults, wrong.join(' '));
    if (wrong.length > 0) return;
    try {
      const { id } = await api.makeTournament({
        name: this.name.value.trim(),
        game: chosen(this.game),
        agents: this.entrants,
        format: /** @type {NewTournament['format']} */ (chosen(this.format)),
        blocks: Number(this.blocks.value),
        opening: Number(this.opening.value),
        seed: 1 + Math.floor(Math.random() * 1e9),
        concurrency: Number(this.atOnce.value),
        ...(this.timeText ? { time: this.timeText } : {}),
        ...(chosen(this.format) === 'swiss' ? { rounds: Number(this.rounds.value) } : {}),
      });
      go(`/watch/${id}`);
    } catch (error) {
      put(this.faults, error instanceof Error ? error.message : String(error));
    }
  }
}

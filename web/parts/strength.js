// Who plays in a seat: strengths as people know them first, any other agent behind one
// more choice, a typed spec for experts.
/** @import { AgentView, LevelView } from '../types.js' */
import { h, put } from '../dom.js';

/** Times for a move that can be chosen. */
export const MOVE_TIMES = /** @type {const} */ ([
  ['100ms', '0.1 s a move'],
  ['500ms', 'half a second a move'],
  ['1s', '1 s a move'],
  ['5s', '5 s a move'],
  ['20s', '20 s a move'],
]);

/** A sentence of what is written as a clause. @param {string} text */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

/**
 * What an agent does in plain words, with the technical sentence behind a click.
 * @param {string} plain
 * @param {string} about
 */
export function plainly(plain, about) {
  return [
    h('span', {}, plain || sentence(about)),
    ' ',
    about && plain
      ? h('details', { class: 'technical' }, h('summary', {}, 'How it works'), h('p', {}, sentence(about)))
      : null,
  ];
}

export class StrengthPicker {
  /**
   * @param {string} title whose agent it is, for labels
   * @param {AgentView[]} agents
   * @param {LevelView[]} levels
   * @param {string} first the agent to begin with
   * @param {boolean} isPerson whether a person can be chosen, and is at first
   */
  constructor(title, agents, levels, first, isPerson) {
    this.agents = agents;
    this.levels = levels;
    const isLevel = levels.some((level) => level.name === first);
    this.kind = h(
      'select',
      {
        'aria-label': `Who has ${title}`,
        value: isPerson ? 'person' : isLevel ? first : 'another',
        onchange: () => this.adapt(),
      },
      h('option', { value: 'person' }, 'Person'),
      ...levels.map(({ name, title }) => h('option', { value: name }, title)),
      h('option', { value: 'another' }, 'Another agent …'),
    );
    this.time = h(
      'select',
      { 'aria-label': `Time of ${title}`, value: '1s' },
      ...MOVE_TIMES.map(([value, name]) => h('option', { value }, name)),
    );
    this.agent = h(
      'select',
      { 'aria-label': `Agent of ${title}`, value: isLevel ? agents[0]?.name : first, onchange: () => this.adapt() },
      ...agents.map(({ name }) => h('option', { value: name }, name)),
      h('option', { value: 'own' }, 'Typed spec …'),
    );
    this.name = h('input', { 'aria-label': `Name of ${title}`, placeholder: 'Name', maxlength: 40 });
    this.spec = h('input', {
      'aria-label': `Spec of ${title}`,
      placeholder: 'mcts:time=2s,c=0.7',
      class: 'mono',
      maxlength: 1000,
    });
    this.about = h('small', { class: 'about' });
    this.element = h('div', { class: 'row' }, this.kind, this.name, this.agent, this.time, this.spec, this.about);
    this.adapt();
  }

  /** The level that is chosen, if it is one. */
  get level() {
    return this.levels.find((level) => level.name === this.kind.value);
  }

  /** The agent that is chosen by its name, if one is. */
  get known() {
    return this.kind.value === 'another' ? this.agents.find((agent) => agent.name === this.agent.value) : undefined;
  }

  /** Whether what is chosen plays better with more time. */
  get hasTime() {
    return this.level?.has_time ?? this.known?.params.some((param) => param.name === 'time') ?? false;
  }

  adapt() {
    const isOther = this.kind.value === 'another';
    const isOwn = isOther && this.agent.value === 'own';
    this.name.hidden = this.kind.value !== 'person';
    this.agent.hidden = !isOther;
    this.spec.hidden = !isOwn;
    this.time.hidden = !this.hasTime;
    const { level, known } = this;
    const champion = level && this.agents.find((agent) => agent.name === level.spec.split(':')[0]);
    if (level)
      put(
        this.about,
        ...plainly(
          level.plain + (level.has_time ? '' : ' Moves at once.'),
          champion ? `\`${level.spec}\`: ${champion.about}` : '',
        ),
      );
    else if (known) put(this.about, ...plainly(known.plain, known.about));
    else put(this.about, isOwn ? 'An agent as `truel agents` lists them, with what is set about it.' : null);
  }

  /** @returns {import('../types.js').SeatConfig} */
  get sitter() {
    if (this.kind.value === 'person') return { kind: 'person', name: this.name.value.trim() };
    if (this.kind.value === 'another' && this.agent.value === 'own')
      return { kind: 'agent', agent: this.spec.value.trim() };
    const name = this.kind.value === 'another' ? this.agent.value : this.kind.value;
    return { kind: 'agent', agent: this.hasTime ? `${name}:time=${this.time.value}` : name };
  }
}

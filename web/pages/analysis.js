// Analysis: any position, an agent that thinks about it aloud, and a line that can be
// walked and changed.
/**
 * @import { AgentView, CandidateView, GameView, LegalMove, Moment, ThoughtView } from '../types.js'
 */
/** @import { Page } from '../main.js' */
import * as api from '../api.js';
import { BoardView } from '../board/board.js';
import { facing } from '../board/geometry.js';
import { button, h, note, put } from '../dom.js';
import { signButton } from '../icons.js';
import { hintsOf } from '../parts/hints.js';
import { Matrix } from '../parts/matrix.js';
import { MoveList, stepKeys } from '../parts/moves.js';
import { analysisLink } from '../parts/record.js';
import { Review } from '../parts/review.js';
import { gameTabs } from '../parts/tabs.js';
import { LineTexts } from '../parts/texts.js';
import { Thoughts } from '../parts/thoughts.js';
import { headlineOf } from '../parts/words.js';
import { opponent } from './home.js';

class AnalysisPage {
  /**
   * @param {GameView} game
   * @param {AgentView[]} agents
   * @param {Moment} start
   * @param {string | undefined} position
   * @param {string[]} moves
   */
  constructor(game, agents, start, position, moves) {
    this.game = game;
    this.agents = agents;
    /** The position that the line begins with. */
    this.position = position;
    this.moves = moves;
    /** @type {Moment[]} */
    this.moments = [];
    this.ply = moves.length;
    /** @type {LegalMove[]} */
    this.legal = [];
    /** Choices of this instant that wait for the others'. @type {LegalMove[]} */
    this.chosen = [];
    /** @type {ThoughtView | undefined} */
    this.thought = undefined;
    this.isOn = true;
    this.stop = () => {};
    this.visit = 0;
    this.board = new BoardView(game, { angle: facing(game, start.pieces, 0), onPlay: (move) => this.choose(move) });
    this.moveList = new MoveList(game, (ply) => void this.look(ply));
    this.thoughts = new Thoughts(game, {
      play: (mv, seat) => this.chooseText(mv, seat),
      follow: (line) => void this.follow(line),
      hover: (candidate, seat) => this.hover(candidate, seat),
      again: () => this.think(),
      lengthOf: (line, seat) => this.lengthOf(line, seat),
    });
    this.review = new Review(game, {
      look: (ply) => void this.look(ply),
      point: () => this.point(),
      board: this.board.element,
      moves: this.moveList,
      isAsked: true,
    });
    this.matrix = new Matrix(game, (joint) => void this.go(joint));
    this.headline = h('h1', { class: 'headline' });
    this.agent = h('select', { 'aria-label': 'Agent', onchange: () => this.think() }, ...this.agentOptions());
    this.spec = h('input', {
      class: 'mono',
      'aria-label': 'Agent spec',
      placeholder: 'mcts:c=0.7',
      hidden: true,
      onchange: () => this.think(),
    });
    this.toggle = button('Stop', () => this.switch());
    this.texts = new LineTexts(
      game,
      () => this.line(),
      () => this.ply,
    );
  }

  agentOptions() {
    const first = opponent(this.agents).split(':')[0] ?? '';
    const names = [first, ...this.agents.map((agent) => agent.name).filter((name) => name !== first)];
    return [...names.map((name) => h('option', { value: name }, name)), h('option', { value: 'own' }, 'any spec …')];
  }

  /** @param {HTMLElement} into @param {HTMLElement} tabs */
  build(into, tabs) {
    into.classList.add('table');
    const think = h(
      'div',
      { class: 'row controls' },
      this.agent,
      this.spec,
      this.toggle,
      signButton('turn', 'Turn the board', () => this.board.flip()),
    );
    const side = h(
      'aside',
      { class: 'side' },
      this.headline,
      think,
      this.thoughts.bars,
      this.thoughts.element,
      this.moveList.element,
    );
    put(
      into,
      h('div', { class: 'wide' }, tabs),
      h(
        'div',
        { class: 'board-column' },
        h('div', { class: 'board-box' }, this.board.element),
        this.board.choices.element,
      ),
      side,
      h('div', { class: 'below' }, this.matrix.element, this.texts.element),
      this.review.element,
    );
  }

  /** The line as the server takes it, up to a ply. @param {number} [plies] */
  line(plies = this.moves.length) {
    return {
      game: this.game.id,
      ...(this.position ? { start: this.position } : {}),
      moves: this.moves.slice(0, plies),
    };
  }

  /** Asks for the whole line and shows its end. */
  async open() {
    this.moments = await api.moments(this.line());
    await this.look(this.ply);
  }

  /** Looks at a ply of the line. @param {number} ply */
  async look(ply) {
    const before = ply === this.ply + 1 ? this.moments[this.ply] : undefined;
    const mine = ++this.visit;
    this.ply = Math.max(0, Math.min(this.moments.length - 1, ply));
    this.chosen = [];
    const moment = this.moments[this.ply];
    if (!moment) return;
    this.board.let(undefined, []);
    this.showMoment(moment, before);
    this.think();
    const { legal } = await api.position(this.line(this.ply));
    if (mine !== this.visit) return;
    this.legal = legal;
    this.turn();
  }

  /** @param {Moment} moment @param {Moment | undefined} before */
  showMoment(moment, before) {
    document.title = `${this.game.title} analysis · truel`;
    void this.board.show(moment, before ?? this.moments[this.ply - 1], before !== undefined);
    this.moveList.show(this.moments, this.ply);
    this.headline.textContent = headlineOf(this.game, moment);
    this.texts.show(moment.position);
    this.review.show('line', this.moments, this.ply);
    history.replaceState(null, '', analysisLink(this.game.id, this.position, this.moves));
  }

  /** Lets whoever has not chosen yet choose. */
  turn() {
    const acting = this.moments[this.ply]?.acting ?? [];
    const seat = acting.find((seat) => !this.chosen.some((move) => move.seat === seat));
    this.board.let(seat, this.legal);
    this.point();
    if (this.chosen.length > 0 && seat !== undefined) this.headline.textContent = `And ${this.game.seats[seat]?.name}?`;
  }

  /** @param {LegalMove} move */
  choose(move) {
    this.chosen = [...this.chosen.filter((other) => other.seat !== move.seat), move].toSorted(
      (a, b) => a.seat - b.seat,
    );
    const acting = this.moments[this.ply]?.acting ?? [];
    if (this.chosen.length < acting.length) return this.turn();
    return void this.go(this.chosen.map((chosen) => chosen.mv).join('|'));
  }

  /** @param {string} mv @param {number} seat */
  chooseText(mv, seat) {
    const move = this.legal.find((legal) => legal.seat === seat && legal.mv === mv);
    if (move) this.choose(move);
  }

  /**
   * Plays a joint move here; if the line goes on otherwise, the rest is given up.
   * @param {string} joint
   */
  async go(joint) {
    if (this.moves[this.ply] !== joint) {
      this.moves = [...this.moves.slice(0, this.ply), joint];
      const { moment } = await api.position(this.line());
      this.moments = [...this.moments.slice(0, this.ply + 1), moment];
    }
    await this.look(this.ply + 1);
  }

  /** Follows a line that the agent expects. @param {string[]} line */
  async follow(line) {
    const start = this.ply;
    const kept = this.moves;
    this.moves = [...this.moves.slice(0, this.ply), ...line];
    try {
      this.moments = await api.moments(this.line());
      await this.look(start + line.length);
    } catch {
      this.moves = kept;
      note('the agent’s line cannot be played from here');
    }
  }

  /**
   * Moves of a seat until a line from here ends the match.
   * @param {string[]} line
   * @param {number} seat
   */
  async lengthOf(line, seat) {
    const moments = await api.moments({
      game: this.game.id,
      start: this.moments[this.ply]?.position ?? '',
      moves: line,
    });
    if (!moments.at(-1)?.payoffs) return undefined;
    return moments.filter(({ acting }) => acting.includes(seat)).length;
  }

  switch() {
    this.isOn = !this.isOn;
    this.toggle.textContent = this.isOn ? 'Stop' : 'Think';
    this.think();
  }

  /** Sets the agent thinking about what is looked at. */
  think() {
    this.stop();
    this.matrix.clear();
    this.thought = undefined;
    this.spec.hidden = this.agent.value !== 'own';
    const moment = this.moments[this.ply];
    const agent = this.agent.value === 'own' ? this.spec.value.trim() : this.agent.value;
    const isWanted = this.isOn && moment && moment.acting.length > 0 && agent !== '';
    this.thoughts.clear(isWanted ? 'thinking …' : moment?.payoffs ? 'the match is over here' : '');
    this.point();
    if (!isWanted) return;
    const fail = () => this.thoughts.clear('this agent has no answer here; is its spec right?');
    const question = {
      game: this.game.id,
      position: moment.position,
      agent,
      time: '30s',
      candidates: this.thoughts.candidates,
    };
    this.stop = api.think(question, (thought) => this.hear(thought), fail);
  }

  /** @param {ThoughtView} thought */
  hear(thought) {
    this.thought = thought;
    this.thoughts.show(thought);
    this.matrix.offer(this.line(this.ply), thought);
    this.point();
  }

  /** Draws arrows and heat for what is thought, and what has been chosen. */
  point() {
    const { thought } = this;
    const chosen = this.chosen.map((move) => ({
      gesture: move.gesture,
      seat: move.seat,
      weight: 0.7,
      kind: 'committed',
    }));
    const reviewed = this.review.hintsAt(this.ply);
    const hints = thought && reviewed.length === 0 ? hintsOf(thought) : [];
    this.board.hint([...hints, ...reviewed, ...chosen], reviewed.length === 0);
  }

  /** @param {CandidateView | undefined} candidate @param {number} seat */
  hover(candidate, seat) {
    if (candidate) this.board.hint([{ gesture: candidate.gesture, seat, weight: 1, kind: 'tip' }], false);
    else this.point();
  }
}

/** @type {Page} */
export async function show(into, words, query) {
  const [id = 'chexers', what] = words;
  if (what === 'edit') return (await import('./edit.js')).show(into, words, query);
  const [game, agents, start] = await Promise.all([api.game(id), api.agents(id), api.start(id)]);
  const moves = query.get('moves')?.split(' ').filter(Boolean) ?? [];
  const page = new AnalysisPage(game, agents, start, query.get('position') ?? undefined, moves);
  page.build(into, await gameTabs('analyse', id));
  await page.open();
  const stopKeys = stepKeys(
    (way) => void page.look({ first: 0, back: page.ply - 1, on: page.ply + 1, last: page.moments.length - 1 }[way]),
  );
  return () => {
    page.stop();
    page.review.close();
    page.matrix.clear();
    page.moveList.replay.stop();
    stopKeys();
  };
}

// A position laid out by hand, to be looked at or played from.
/** @import { Page } from '../main.js' */
import * as api from '../api.js';
import { facing } from '../board/geometry.js';
import { button, h, link, put } from '../dom.js';
import { signButton } from '../icons.js';
import { go } from '../main.js';
import { Editor } from '../parts/editor.js';
import { analysisLink } from '../parts/record.js';
import { gameTabs } from '../parts/tabs.js';

/** @type {Page} */
export async function show(into, [id = 'chexers'], query) {
  const [game, start] = await Promise.all([api.game(id), api.start(id)]);
  if (!game.kit) throw new Error(`positions of ${game.title} are written as text, not laid out by hand`);
  document.title = `Lay out ${game.title} · truel`;
  const position = query.get('position') ?? undefined;
  const first = await api.layout({ game: id, ...(position ? { start: position } : {}), moves: [] });
  const editor = new Editor(game, game.kit, first, facing(game, start.pieces, 0));
  const look = button('Look at it', () => go(analysisLink(id, editor.position, [])), { class: 'main' });
  const play = button('Play from it', () =>
    go(`/play/${id}?${new URLSearchParams({ position: editor.position ?? '' })}`),
  );
  editor.onVerdict = () => {
    for (const node of [look, play]) node.disabled = editor.position === undefined;
  };
  const begin = async () => editor.lay(await api.layout({ game: id, moves: [] }));
  into.classList.add('table');
  put(
    into,
    h('div', { class: 'wide' }, await gameTabs('analyse', id)),
    h('div', { class: 'board-column' }, h('div', { class: 'board-box' }, editor.board.element)),
    h(
      'aside',
      { class: 'side' },
      h('h1', { class: 'headline' }, 'Lay out a position'),
      h(
        'section',
        { class: 'editor' },
        editor.palette,
        editor.fields,
        editor.verdict,
        h('div', { class: 'row' }, look, play),
        h(
          'div',
          { class: 'row small' },
          button('Empty board', () => editor.clear()),
          button('Start position', () => void begin()),
          signButton('turn', 'Turn the board', () => editor.board.flip()),
          link(analysisLink(id, position, []), { class: 'button' }, 'Cancel'),
        ),
        h('label', {}, 'Position text', editor.text),
      ),
    ),
  );
  await editor.changed();
}

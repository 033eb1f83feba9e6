// The parts of a running game, and how they are drawn from the screen.
import { fill, h, say, show } from '../base/dom';
import { makeBoard, type BoardActions } from '../ui/board';
import { makeLog } from '../ui/log';
import { isLong, voiceOf } from '../ui/referee';
import { reconnecting } from '../ui/words';
import type { Actions } from './actions';
import type { EntryForm } from './entry-form';
import { makeTray, type Tray, type TrayActions } from './phantoms';
import { makePlayerBar } from './players';
import { boardOf, factsOf, mayAskAny, type Screen } from './screen';
import { ownTurn, statusText, type State } from './state';

export interface TableActions {
  board: BoardActions;
  tray: Omit<TrayActions, 'drag'>;
  ask(what: 'any'): void;
  /** Begins or ends the editing of phantoms. */
  edit(): void;
}

export interface Table {
  element: HTMLElement;
  draw(screen: Screen): void;
  /** Draws what runs by itself. */
  tick(state: State, at: number): void;
  destroy(): void;
}

function makeVoice() {
  const text = h('p', { class: 'voice-text' });
  const status = h('p', { class: 'voice-status' });
  const lost = h('p', { class: 'lost', role: 'status' }, reconnecting);
  return {
    element: h('div', { class: 'voice' }, h('div', { 'aria-live': 'polite' }, text, status), lost),
    draw({ state, link }: Screen): void {
      show(lost, link === 'lost');
      say(status, statusText(state));
      if (!state.game || !state.now) return;
      const spoken = voiceOf(state.log, state.now.status);
      say(text, spoken.text);
      text.className = `voice-text ${spoken.tone}${isLong(spoken.text) ? ' long' : ''}`;
      status.classList.toggle('yours', ownTurn(state));
    },
  };
}

function makeFacts() {
  const facts = h('ul', { class: 'facts' });
  const complaint = h('p', { class: 'complaint', role: 'alert' });
  return {
    element: h('div', { class: 'place-facts' }, facts, complaint),
    draw(screen: Screen): void {
      fill(
        facts,
        factsOf(screen).map(({ text, alert }) => h('li', { class: alert && 'alert' }, text)),
      );
      say(complaint, screen.state.complaint ?? '');
    },
  };
}

/** Typing, "Any?", and the tray of phantoms, which is made when it is opened first. */
function makeTools(entry: EntryForm, actions: TableActions, drag: TrayActions['drag']) {
  const any = h('button', { type: 'button', class: 'any', onclick: () => actions.ask('any') }, 'Any?');
  const edit = h('button', { type: 'button', class: 'edit', onclick: actions.edit });
  const place = h('div', { class: 'tray-place' });
  let tray: Tray | null = null;
  return {
    element: h('div', { class: 'place-tools' }, entry.element, h('div', { class: 'row' }, any, edit), place),
    draw(screen: Screen): void {
      const { state, tool, lastTool } = screen;
      const [game, now] = [state.game!, state.now!];
      show(entry.element, now.status === 'playing');
      show(any, game.rules.any);
      any.disabled = !mayAskAny(screen);
      edit.setAttribute('aria-pressed', String(tool !== null));
      say(edit, tool === null ? 'Phantoms' : 'Done with phantoms');
      show(place, tool !== null);
      if (tool !== null && !tray) {
        tray = makeTray(game.side === 'white' ? 'black' : 'white', { ...actions.tray, drag });
        place.append(tray.element);
      }
      tray?.update({ game, now, phantoms: state.phantoms, tool: tool ?? lastTool });
    },
  };
}

export function makeTable(entry: EntryForm, buttons: Actions, actions: TableActions): Table {
  const board = makeBoard(actions.board);
  const opponent = makePlayerBar('opponent');
  const own = makePlayerBar('own');
  const log = makeLog();
  const voice = makeVoice();
  const facts = makeFacts();
  const tools = makeTools(entry, actions, board.dragPhantom);
  const element = h(
    'div',
    { class: 'table' },
    h('h1', { class: 'unseen' }, 'A game of Kriegspiel'),
    voice.element,
    h('div', { class: 'place-board' }, board.element),
    facts.element,
    h('div', { class: 'place-opponent' }, opponent.element),
    h('div', { class: 'place-notices' }, buttons.notices),
    h('div', { class: 'place-log' }, log.element),
    h('div', { class: 'place-own' }, own.element),
    tools.element,
    h('div', { class: 'place-actions' }, buttons.element),
  );
  return {
    element,
    draw(screen) {
      const { state, link } = screen;
      element.classList.toggle('is-lost', link === 'lost');
      voice.draw(screen);
      if (!state.game || !state.now) return;
      facts.draw(screen);
      board.show(boardOf(screen));
      for (const part of [opponent, own, buttons]) part.update(state);
      log.update(state.log, state.game.side);
      tools.draw(screen);
      element.classList.toggle('waiting', state.now.status === 'waiting');
    },
    tick(state, at) {
      for (const part of [opponent, own, buttons]) part.tick(state, at);
    },
    destroy: board.destroy,
  };
}

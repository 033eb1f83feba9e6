// A running game on the screen: the parts are made here, and drawn anew from the state whenever it changes.
import { checkAccount } from '../base/account';
import { fill, h, newId, say as write, show } from '../base/dom';
import type { ClientMessage, Kind, Phantoms, ServerMessage } from '../base/protocol';
import { connect, type Link } from '../base/socket';
import { makeBoard, type Tool } from '../ui/board';
import { makeLog } from '../ui/log';
import { readBoard } from '../ui/men';
import { choosePromotion } from '../ui/promotion';
import { isLong, pawnTriesText, voiceOf } from '../ui/referee';
import { play } from '../ui/sound';
import { makeActions, mayAskAny } from './actions';
import { readTry } from './entry';
import * as notes from './phantoms';
import { makePlayerBar } from './players';
import { soundOf } from './sounds';
import * as game from './state';

export interface Live {
  element: HTMLElement;
  state(): game.State;
  say(message: ClientMessage): void;
  close(): void;
}

export function liveGame(id: string, changed: (state: game.State) => void): Live {
  let state = game.nothingKnown;
  let link: Link = 'connecting';
  let tool: Tool | null = null;
  let lastTool: Tool = 'p';
  let choosing: string | null = null;

  const board = makeBoard({
    tried: (from, to) => void attempt(`${from}${to}`),
    phantomMoved: (from, to) => setPhantoms(notes.move(state.phantoms, from, to)),
    phantomDropped: (kind, square) => setPhantoms({ ...state.phantoms, [square]: kind }),
    phantomGone: (square) => setPhantoms(notes.remove(state.phantoms, square)),
    tapped: (square) => {
      if (tool === 'erase') setPhantoms(notes.remove(state.phantoms, square));
      else if (tool !== null && tool !== 'move') setPhantoms(notes.place(state.phantoms, square, tool));
    },
  });
  const opponent = makePlayerBar('opponent');
  const own = makePlayerBar('own');
  const log = makeLog();
  const voice = h('p', { class: 'voice-text' });
  const status = h('p', { class: 'voice-status' });
  const facts = h('ul', { class: 'facts' });
  const lost = h('p', { class: 'lost', role: 'status' }, 'Connection lost. Reconnecting …');
  const complaint = h('p', { class: 'complaint', role: 'alert' });
  const any = h('button', { type: 'button', class: 'any', onclick: () => ask('any') }, 'Any?');
  const actions = makeActions(id, say, complain);
  const trayPlace = h('div', { class: 'tray-place' });
  const edit = h('button', { type: 'button', class: 'edit', onclick: () => editPhantoms(tool === null) }, 'Phantoms');
  let tray: notes.Tray | null = null;
  const field = newId();
  const entry = h('input', {
    id: field,
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: 'e2e4 or Nf3',
    'aria-describedby': `${field}-problem`,
  });
  const problem = h('p', { id: `${field}-problem`, class: 'problem', 'aria-live': 'polite' });
  const form = h(
    'form',
    { class: 'entry', onsubmit: submit },
    h('label', { for: field }, 'Try'),
    entry,
    h('button', { type: 'submit' }, 'Ask'),
    problem,
  );
  const element = h(
    'div',
    { class: 'table' },
    h('h1', { class: 'unseen' }, 'A game of Kriegspiel'),
    h('div', { class: 'voice' }, h('div', { 'aria-live': 'polite' }, voice, status), lost),
    h('div', { class: 'place-board' }, board.element),
    h('div', { class: 'place-facts' }, facts, complaint),
    h('div', { class: 'place-opponent' }, opponent.element),
    h('div', { class: 'place-notices' }, actions.notices),
    h('div', { class: 'place-log' }, log.element),
    h('div', { class: 'place-own' }, own.element),
    h('div', { class: 'place-tools' }, form, h('div', { class: 'row' }, any, edit), trayPlace),
    h('div', { class: 'place-actions' }, actions.element),
  );

  const connection = connect<ServerMessage, ClientMessage>(`/ws/games/${encodeURIComponent(id)}`, hear, (next) => {
    if (next === 'lost') {
      state = game.unlink(state);
      void checkAccount();
    }
    if (next !== link) {
      link = next;
      render();
    }
  });
  const ticking = setInterval(() => {
    for (const part of [opponent, own, actions]) part.tick(state, Date.now());
  }, 100);

  function hear(message: ServerMessage): void {
    const before = state;
    state = game.fold(state, message, Date.now());
    const sound = soundOf(before, state);
    if (sound) play(sound);
    // Taking a man took a phantom off: that is a change of the notes like any other.
    if (message.type === 'answer' && !game.samePhantoms(before.phantoms, state.phantoms)) keepPhantoms();
    if (state.now?.turn !== before.now?.turn) write(problem, '');
    render();
    changed(state);
  }

  function say(message: ClientMessage): void {
    if (!connection.say(message)) complain('There is no connection at this moment.');
  }

  function complain(text: string): void {
    state = { ...state, complaint: text };
    render();
  }

  function ask(what: string): void {
    if (!game.ownTurn(state) || state.pending !== null) return render();
    const known = state.log.length;
    const sent = connection.say(what === 'any' ? { type: 'any', known } : { type: 'try', move: what, known });
    state = {
      ...state,
      pending: sent ? what : null,
      complaint: sent ? null : 'There is no connection at this moment.',
    };
    render();
  }

  async function attempt(way: string): Promise<void> {
    const moves = state.now?.askable.filter((move) => move.startsWith(way)) ?? [];
    if (moves.length > 1) await promote(moves);
    else if (moves[0]) ask(moves[0]);
    else render();
  }

  async function promote(moves: string[]): Promise<void> {
    choosing = moves[0]!.slice(0, 4);
    render();
    const chosen = await choosePromotion(moves, state.game!.side);
    choosing = null;
    if (chosen && state.now?.askable.includes(chosen)) ask(chosen);
    else render();
  }

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (!state.now) return;
    if (!game.ownTurn(state)) return write(problem, 'It is not your turn.');
    const { askable, refused, may_ask_any: mayAsk, board: men } = state.now;
    const reading = readTry(entry.value, { men: readBoard(men), askable, refused, mayAskAny: mayAsk });
    write(problem, 'problem' in reading ? reading.problem : '');
    if ('problem' in reading) return;
    entry.value = '';
    if ('any' in reading) ask('any');
    else if ('found' in reading) ask(reading.found);
    else await promote(reading.promotions);
  }

  function setPhantoms(next: Phantoms): void {
    const men = game.ownMen(state);
    const kept = Object.fromEntries(Object.entries(next).filter(([square]) => !men.has(square))) as Record<
      string,
      Kind
    >;
    const differ = !game.samePhantoms(kept, state.phantoms);
    state = { ...state, phantoms: kept };
    if (differ) keepPhantoms();
    render();
  }

  function keepPhantoms(): void {
    say({ type: 'phantoms', phantoms: state.phantoms });
  }

  function editPhantoms(on: boolean): void {
    if (on && !tray && state.game) {
      tray = notes.makeTray(state.game.side === 'white' ? 'black' : 'white', {
        choose: (next) => {
          lastTool = next;
          if (tool !== null) tool = next;
          render();
        },
        drag: (kind, event) => board.dragPhantom(kind, event),
        setUp: () => setPhantoms(notes.openingSetUp(state.game!, game.ownMen(state))),
        clear: () => setPhantoms({}),
      });
      trayPlace.append(tray.element);
    }
    tool = on ? lastTool : null;
    render();
  }

  function render(): void {
    show(lost, link === 'lost');
    element.classList.toggle('is-lost', link === 'lost');
    const { now } = state;
    if (!state.game || !now) return write(status, game.statusText(state));
    const spoken = voiceOf(state.log, now.status);
    write(voice, spoken.text);
    voice.className = `voice-text ${spoken.tone}${isLong(spoken.text) ? ' long' : ''}`;
    write(status, game.statusText(state));
    status.classList.toggle('yours', game.ownTurn(state));
    const mine = game.ownTurn(state);
    const tries = mine ? pawnTriesText(now.pawn_tries) : null;
    fill(
      facts,
      state.game.rated && h('li', {}, 'Rated'),
      mine && now.check.length > 0 && h('li', { class: 'alert' }, 'You are in check'),
      now.capture && h('li', {}, `Capture on ${now.capture}`),
      tries && h('li', {}, tries),
    );
    write(complaint, state.complaint ?? '');
    const held = choosing ?? (state.pending === 'any' ? null : state.pending);
    board.show({
      side: state.game.side,
      men: game.ownMen({ ...state, pending: held }),
      askable: link === 'open' && choosing === null && state.pending === null ? now.askable : [],
      phantoms: state.phantoms,
      tool,
      lastMove: held ? null : now.last_own_move,
      checkSquares: mine ? now.check_squares : [],
      capture: now.capture,
      pawnTries: mine && Array.isArray(now.pawn_tries) ? now.pawn_tries : [],
      refused: mine ? now.refused : [],
      pending: held,
    });
    for (const part of [opponent, own, actions]) part.update(state);
    log.update(state.log, state.game.side);
    show(any, state.game.rules.any);
    any.disabled = !mayAskAny(state);
    show(trayPlace, tool !== null);
    edit.setAttribute('aria-pressed', String(tool !== null));
    write(edit, tool === null ? 'Phantoms' : 'Done with phantoms');
    element.classList.toggle('waiting', now.status === 'waiting');
    tray?.update({ game: state.game, now, phantoms: state.phantoms });
    show(form, now.status === 'playing');
  }

  render();
  return {
    element,
    state: () => state,
    say,
    close() {
      clearInterval(ticking);
      connection.close();
      board.destroy();
    },
  };
}

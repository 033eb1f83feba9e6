// A problem: what is possible is put on the board or written, the server says what that is and whether there is a sure mate,
// and its plan is walked through.
import * as api from '../base/api';
import { fill, h, say, show } from '../base/dom';
import type { Options, PlanStep, Search, Source, StudyMessage, StudyRequest } from '../base/protocol';
import { remember, remembered } from '../base/settings';
import { connect, type Link } from '../base/socket';
import { askAt, placeAt, type Place } from '../plan/walk';
import { linkBox } from '../ui/dialog';
import { picks, select } from '../ui/fields';
import { sharesOf } from '../ui/heat';
import { makeHeatChoice } from '../ui/heat-choice';
import { readBoard, type Men } from '../ui/men';
import { makePositions } from '../ui/positions';
import { makeAnswer } from './answer';
import { makeStudyBoard, type Tool } from './board';
import { makeMenPanel } from './men-panel';
import { makeSearchCard } from './search';
import { emptySetup, missing, moveMan, ownMen, paint, putMan, setupSource, takeMan, type Setup } from './setup';
import * as study from './state';
import { makeGamePanel, makePositionsPanel, makeProblemPanel, type GameWish } from './text-panels';
import type { Reading } from './texts';
import { posedText } from './words';

type Way = 'board' | 'positions' | 'game' | 'problem';

const ways: { value: Way; label: string }[] = [
  { value: 'board', label: 'Board' },
  { value: 'positions', label: 'Positions' },
  { value: 'game', label: 'Game' },
  { value: 'problem', label: 'Problem' },
];

/** How long nothing must change before a problem is posed. */
const pause = 400;

export interface Wish {
  way: Way;
  game: GameWish;
  /** The ID of a saved problem. */
  problem: string;
}

export interface Study {
  element: HTMLElement;
  close(): void;
}

export function openStudy(options: Options, wish: Wish): Study {
  let state = study.nothing;
  let link: Link = 'connecting';
  let way = wish.way;
  let setup: Setup = emptySetup;
  let tool: Tool = 'k';
  let rules = remembered('study-rules', 'berkeley');
  if (!options.rules.some(({ name }) => name === rules)) rules = options.rules[0]!.name;
  /** What was posed last, as text. */
  let posedLast = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const board = makeStudyBoard({
    put: (square, kind) => changeSetup((now) => putMan(now, square, kind)),
    moved: (from, to) => changeSetup((now) => moveMan(now, from, to)),
    taken: (square) => changeSetup((now) => takeMan(now, square)),
    painted: (brush, square, on) => changeSetup((now) => paint(now, brush, square, on)),
  });
  const heat = makeHeatChoice('Where the defender can be', render);
  const positions = makePositions(render);
  const men = makeMenPanel(setup, {
    choose(next) {
      tool = next;
      // Only the problem itself can be changed, no place of its plan.
      state = study.walkTo(state, []);
      render();
    },
    drag: board.drag,
    change: changeSetup,
  });
  const written = makePositionsPanel(changed);
  const texts = {
    positions: written,
    game: makeGamePanel(wish.game, changed),
    problem: makeProblemPanel(wish.problem, changed),
  };
  const panels: Record<Way, HTMLElement> = {
    board: men.element,
    positions: texts.positions.element,
    game: texts.game.element,
    problem: texts.problem.element,
  };
  const wayPlace = h('div', { class: 'study-ways' });
  const rulesPlace = h('div', { class: 'study-rules' });
  const posed = h('p', { class: 'posed', role: 'status' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const asPositions = h('button', { type: 'button', class: 'link', onclick: writeOut }, 'Edit as positions');
  const search = makeSearchCard(options, solve, () => void tell({ type: 'stop' }));
  const answer = makeAnswer(walk);
  const saveButton = h('button', { type: 'button', onclick: save }, 'Save the problem');
  const saved = h('div', { class: 'saved' });
  const lost = h('p', { class: 'connection-lost', role: 'status' }, 'Connection lost. Reconnecting …');
  const element = h(
    'div',
    { class: 'study' },
    h(
      'div',
      { class: 'study-board' },
      wayPlace,
      board.element,
      heat.element,
      h('div', { class: 'posed-line' }, posed, problem, asPositions),
      h('div', { class: 'positions-place' }, positions.element),
    ),
    h(
      'div',
      { class: 'study-side' },
      lost,
      h('section', { class: 'card given', 'aria-label': 'Problem' }, Object.values(panels), rulesPlace),
      search.element,
      answer.element,
      h(
        'section',
        { class: 'card keep', 'aria-label': 'Save' },
        saveButton,
        h('p', { class: 'hint' }, 'It gets a link that anybody can open.'),
        saved,
      ),
    ),
  );

  const connection = connect<StudyMessage, StudyRequest>(
    '/ws/study',
    (message) => {
      state = study.fold(state, message);
      if (message.type === 'posed' && message.ply !== null) search.setPly(message.ply);
      render();
      if (message.type === 'solution') answer.element.scrollIntoView({ block: 'nearest' });
    },
    (next) => {
      if (next === 'connecting') return;
      if (next === 'lost' && link === 'open') state = study.lost(state);
      link = next;
      render();
    },
    pose,
  );

  function tell(message: StudyRequest): boolean {
    const sent = connection.say(message);
    if (!sent) state = { ...state, complaint: 'There is no connection at this moment.' };
    render();
    return sent;
  }

  function read(): Reading {
    if (way !== 'board') return texts[way].read();
    const lacking = missing(setup);
    return lacking ? { missing: lacking } : { source: setupSource(setup) };
  }

  const requestOf = (source: Source): StudyRequest =>
    'fens' in source || 'own' in source ? { type: 'pose', rules, source } : { type: 'pose', source };

  function pose(): void {
    clearTimeout(timer);
    const reading = read();
    if ('missing' in reading) return;
    const request = requestOf(reading.source);
    const text = JSON.stringify(request);
    if (!connection.say(request)) return;
    // A new connection knows nothing of a problem that was posed before.
    state = text === posedLast ? study.posingAgain(state) : study.posing(state);
    posedLast = text;
    render();
  }

  function changed(): void {
    clearTimeout(timer);
    const reading = read();
    const isOther = 'missing' in reading || JSON.stringify(requestOf(reading.source)) !== posedLast;
    if (isOther) {
      if (state.solving) connection.say({ type: 'stop' });
      state = study.without(state, null);
      posedLast = '';
      if ('source' in reading) timer = setTimeout(pose, pause);
    }
    render();
  }

  function changeSetup(change: (setup: Setup) => Setup): void {
    setup = change(setup);
    if (typeof tool === 'number' && !setup.brushes.some(({ number }) => number === tool)) tool = 0;
    changed();
  }

  function choose(next: Way): void {
    way = next;
    drawPanels();
    changed();
  }

  function writeOut(): void {
    if (!state.posed) return;
    written.write(state.posed.fens);
    choose('positions');
    drawWays();
  }

  function solve(wanted: Search): void {
    if (!tell({ type: 'solve', ...wanted })) return;
    state = study.solvingNow(state);
    render();
  }

  function walk(path: PlanStep[]): void {
    state = study.walkTo(state, path);
    if (study.beliefAt(state) === null && state.walkable) connection.say({ type: 'walk', path });
    render();
  }

  function save(): void {
    tell({ type: 'save', ply: search.ply });
  }

  function drawSaved(): void {
    const id = state.saved ?? '';
    if (saved.dataset['drawn'] === id) return;
    saved.dataset['drawn'] = id;
    if (!id) return fill(saved);
    fill(
      saved,
      linkBox('Link of the problem', `/study/${id}`),
      h('a', { href: api.problemAddress(id), download: `blindmate-${id}.jsonl` }, 'Download the problem line'),
    );
  }

  function drawWays(): void {
    fill(wayPlace, picks('What is possible, given by', ways, way, choose));
  }

  function drawPanels(): void {
    for (const [name, panel] of Object.entries(panels)) show(panel, name === way);
  }

  function drawRules(): void {
    const own = way === 'board' || way === 'positions';
    const drawn = JSON.stringify([own, !own && state.posed?.rules]);
    if (rulesPlace.dataset['drawn'] === drawn) return;
    rulesPlace.dataset['drawn'] = drawn;
    const choices = options.rules.map(({ name }) => ({ value: name, label: name }));
    const choice = select('Rules', choices, rules, (next) => {
      rules = next;
      remember('study-rules', rules);
      changed();
    });
    fill(rulesPlace, own ? choice : state.posed && h('p', { class: 'hint' }, `Rules: ${state.posed.rules}`));
  }

  /** Where the plan was walked to. */
  function place(): Place | null {
    const { solution, posed: beginning, path } = state;
    return solution?.plan && beginning ? placeAt(solution.plan, readBoard(beginning.own), path) : null;
  }

  /** What stands on the board when it cannot be changed there. */
  function standing(): Men {
    const belief = study.beliefAt(state);
    if (positions.fen) return readBoard(positions.fen);
    if (!belief) return place()?.men ?? new Map();
    // The only position that is possible is known.
    return readBoard(belief.states === 1 && belief.fens[0] ? belief.fens[0] : belief.own);
  }

  function arrow(): string | null {
    const here = place();
    const ask = here && askAt(here);
    return ask === 'any' || positions.fen ? null : ask;
  }

  function render(): void {
    show(lost, link === 'lost');
    const belief = study.beliefAt(state);
    positions.show(belief?.fens ?? [], belief?.states ?? 0);
    show(positions.element, belief !== null);
    const editable = way === 'board' && state.path.length === 0 && !positions.fen;
    board.show({
      side: way === 'board' ? setup.side : (state.posed?.side ?? 'white'),
      men: editable ? ownMen(setup) : standing(),
      brushes: editable ? setup.brushes : [],
      tool: editable ? tool : null,
      kind: heat.kind,
      shares: belief && heat.kind && !positions.fen ? sharesOf(belief.men, heat.kind) : null,
      arrow: arrow(),
    });
    men.show(setup, tool);
    const reading = read();
    say(problem, state.problem ?? '');
    say(
      posed,
      state.problem
        ? ''
        : 'missing' in reading
          ? reading.missing
          : state.posed && state.awaited === 0
            ? posedText(state.posed, belief)
            : 'Counting …',
    );
    posed.classList.toggle('hint', state.posed === null);
    const isWhole = state.posed !== null && state.posed.fens.length === state.posed.states;
    show(asPositions, isWhole && way !== 'positions' && state.path.length === 0);
    drawRules();
    search.update(state);
    answer.update(state);
    element.classList.toggle('solved', state.solution !== null);
    drawSaved();
    saveButton.disabled = state.posed === null || state.awaited > 0;
  }

  drawWays();
  drawPanels();
  // The board needs its place on the page.
  queueMicrotask(render);

  return {
    element,
    close() {
      clearTimeout(timer);
      connection.close();
      board.destroy();
    },
  };
}

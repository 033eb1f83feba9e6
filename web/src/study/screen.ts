// A study on the screen: the problem that is given, what the server has said of it, and what is looked at. Pure.
import type { PlanStep, Source, StudyMessage, StudyRequest } from '../base/protocol';
import type { Link } from '../base/socket';
import { askAt, placeAt, type Place } from '../plan/walk';
import { sharesOf, type HeatKind } from '../ui/heat';
import { readBoard, type Men } from '../ui/men';
import type { Shown, Tool } from './board';
import { emptySetup, missing, ownMen, setupSource, type Setup } from './setup';
import * as study from './state';
import type { Reading } from './texts';
import { posedText } from './words';

/** How a problem is given. */
export type Way = 'board' | 'positions' | 'game' | 'problem';

export interface Screen {
  state: study.State;
  link: Link;
  way: Way;
  setup: Setup;
  tool: Tool;
  /** For problems that do not say their rules themselves. */
  rules: string;
  /** The request that posed the problem last, as text. */
  posedBy: string;
  /** The possible position that is looked at. */
  position: string | null;
}

export const firstScreen = (way: Way, rules: string): Screen => ({
  state: study.nothing,
  link: 'connecting',
  way,
  setup: emptySetup,
  tool: 'k',
  rules,
  posedBy: '',
  position: null,
});

export const heard = (screen: Screen, message: StudyMessage): Screen => ({
  ...screen,
  state: study.fold(screen.state, message),
});

export const linked = (screen: Screen, link: Link): Screen => ({
  ...screen,
  link,
  state: link === 'lost' && screen.link === 'open' ? study.lost(screen.state) : screen.state,
});

export const complain = (screen: Screen, complaint: string): Screen => ({
  ...screen,
  state: { ...screen.state, complaint },
});

/** The brush of a man who is removed is laid down. */
export function changeSetup(screen: Screen, change: (setup: Setup) => Setup): Screen {
  const setup = change(screen.setup);
  const { tool } = screen;
  const isGone = typeof tool === 'number' && !setup.brushes.some(({ number }) => number === tool);
  return { ...screen, setup, tool: isGone ? 0 : tool };
}

/** Only the problem itself can be changed, no place of its plan. */
export const chooseTool = (screen: Screen, tool: Tool): Screen => ({ ...walkTo(screen, []), tool });
export const chooseWay = (screen: Screen, way: Way): Screen => ({ ...screen, way });
export const chooseRules = (screen: Screen, rules: string): Screen => ({ ...screen, rules });
export const atPosition = (screen: Screen, position: string | null): Screen => ({ ...screen, position });
export const solving = (screen: Screen): Screen => ({ ...screen, state: study.solvingNow(screen.state) });
export const walkTo = (screen: Screen, path: PlanStep[]): Screen => ({
  ...screen,
  state: study.walkTo(screen.state, path),
});

export function readSetup({ setup }: Screen): Reading {
  const lacking = missing(setup);
  return lacking ? { missing: lacking } : { source: setupSource(setup) };
}

export const requestOf = ({ rules }: Screen, source: Source): StudyRequest =>
  'fens' in source || 'own' in source ? { type: 'pose', rules, source } : { type: 'pose', source };

/** A new connection knows nothing of a problem that was posed before: the same is posed again. */
export function posing(screen: Screen, request: StudyRequest): Screen {
  const posedBy = JSON.stringify(request);
  const pose = posedBy === screen.posedBy ? study.posingAgain : study.posing;
  return { ...screen, posedBy, state: pose(screen.state) };
}

/** Whether what is given now was posed already. */
export const isPosed = (screen: Screen, reading: Reading): boolean =>
  'source' in reading && JSON.stringify(requestOf(screen, reading.source)) === screen.posedBy;

/** Another problem is given, and not posed yet. */
export const unposed = (screen: Screen): Screen => ({
  ...screen,
  posedBy: '',
  state: study.without(screen.state, null),
});

export const mayEdit = ({ way, state, position }: Screen): boolean =>
  way === 'board' && state.path.length === 0 && !position;

/** Where the plan was walked to. */
function placeIn({ state: { solution, posed, path } }: Screen): Place | null {
  return solution?.plan && posed ? placeAt(solution.plan, readBoard(posed.own), path) : null;
}

/** What stands on the board when it cannot be changed there. */
function standing(screen: Screen): Men {
  const belief = study.beliefAt(screen.state);
  if (screen.position) return readBoard(screen.position);
  if (!belief) return placeIn(screen)?.men ?? new Map();
  // The only position that is possible is known.
  return readBoard(belief.states === 1 && belief.fens[0] ? belief.fens[0] : belief.own);
}

function arrowIn(screen: Screen): string | null {
  const here = placeIn(screen);
  const ask = here && askAt(here);
  return ask === 'any' || screen.position ? null : ask;
}

export function boardOf(screen: Screen, kind: HeatKind | null): Shown {
  const { state, way, setup, tool, position } = screen;
  const belief = study.beliefAt(state);
  const editable = mayEdit(screen);
  return {
    side: way === 'board' ? setup.side : (state.posed?.side ?? 'white'),
    men: editable ? ownMen(setup) : standing(screen),
    brushes: editable ? setup.brushes : [],
    tool: editable ? tool : null,
    kind,
    shares: belief && kind && !position ? sharesOf(belief.men, kind) : null,
    arrow: arrowIn(screen),
  };
}

/** The line below the board: what is missing, or how many positions are possible. */
export function posedLine({ state }: Screen, reading: Reading): string {
  if (state.problem) return '';
  if ('missing' in reading) return reading.missing;
  return state.posed && state.awaited === 0 ? posedText(state.posed, study.beliefAt(state)) : 'Counting …';
}

/** Whether all positions of the problem are there to be written out. */
export const mayWriteOut = ({ state: { posed, path }, way }: Screen): boolean =>
  posed !== null && posed.fens.length === posed.states && way !== 'positions' && path.length === 0;

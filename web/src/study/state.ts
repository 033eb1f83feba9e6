// What the server has said about the problem of a study, folded. Pure.
import type { Belief, PlanStep, Posed, Progress, Solution, StudyMessage, Walked } from '../base/protocol';

export interface State {
  posed: Posed | null;
  /** Poses that are not answered yet: everything else that comes before is about an older problem. */
  awaited: number;
  /** Whether the last one still matters. */
  wanted: boolean;
  /** Why there is no problem. */
  problem: string | null;
  solving: boolean;
  progress: Progress | null;
  solution: Solution | null;
  /** Whether the server still has the solution, which it forgets with the connection. */
  walkable: boolean;
  path: PlanStep[];
  /** By paths. */
  walks: Record<string, Walked>;
  saved: string | null;
  complaint: string | null;
}

export const nothing: State = {
  posed: null,
  awaited: 0,
  wanted: true,
  problem: null,
  solving: false,
  progress: null,
  solution: null,
  walkable: false,
  path: [],
  walks: {},
  saved: null,
  complaint: null,
};

const keyOf = (path: PlanStep[]): string => path.join(',');

/** Another problem is posed. */
export const posing = (state: State): State => ({ ...nothing, posed: state.posed, awaited: state.awaited + 1 });

/** The same problem is posed again after a loss of the connection; what is known of it stays. */
export const posingAgain = (state: State): State => ({ ...state, awaited: 1, wanted: true });

/** Nothing is posed, for this reason. */
export const without = (state: State, problem: string | null): State => ({
  ...nothing,
  awaited: state.awaited,
  wanted: false,
  problem,
});

export const solvingNow = (state: State): State => ({
  ...state,
  solving: true,
  progress: null,
  solution: null,
  path: [],
  walks: {},
  complaint: null,
});

export const lost = (state: State): State => ({
  ...state,
  awaited: 0,
  solving: false,
  progress: null,
  walkable: false,
  complaint: state.solving ? 'The connection was lost while solving. Solve again.' : state.complaint,
});

export const walkTo = (state: State, path: PlanStep[]): State => ({ ...state, path });

export function fold(state: State, message: StudyMessage): State {
  const isPose = message.type === 'posed' || (message.type === 'error' && message.code !== 'not-now');
  if (isPose && state.awaited > 0) {
    const isLast = state.awaited === 1 && state.wanted;
    const answered = { ...state, awaited: state.awaited - 1 };
    if (!isLast) return answered;
    if (message.type === 'error') return without(answered, message.message);
    const { type, ...posed } = message;
    return { ...answered, posed, problem: null };
  }
  if (message.type === 'error') return { ...state, solving: false, progress: null, complaint: message.message };
  if (state.awaited > 0) return state;
  switch (message.type) {
    case 'posed':
      return state;
    case 'progress': {
      const { type, ...progress } = message;
      return state.solving ? { ...state, progress } : state;
    }
    case 'solution': {
      const { type, ...solution } = message;
      if (!state.solving) return state;
      return { ...state, solving: false, progress: null, solution, walkable: true };
    }
    case 'walked': {
      const { type, ...walked } = message;
      return { ...state, walks: { ...state.walks, [keyOf(walked.path)]: walked } };
    }
    case 'saved':
      return { ...state, saved: message.problem };
  }
}

/** What is known at the place of the walk; null when the server has not told it. */
export const beliefAt = ({ posed, path, walks }: State): Belief | null =>
  path.length === 0 ? posed : (walks[keyOf(path)] ?? null);

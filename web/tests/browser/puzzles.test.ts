// Puzzles: given up, failed, and solved by the plan that is told at the end.
import { expect, it, vi } from 'vitest';
import { readBoard } from '../../src/ui/men';
import { askAt, placeAt } from '../../src/plan/walk';
import type { Announced, Heard, Plan, PlanStep, PuzzleMessage } from '../../src/base/protocol';
import { pointOf, promotions, width, type Person } from './player';
import { phone, stage } from './stage';

const { enter } = stage();

const patience = { timeout: 60_000, interval: 20 };

/** What a person hears of puzzles. */
function listen({ page }: Person): PuzzleMessage[] {
  const messages: PuzzleMessage[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/ws/puzzles')) return;
    socket.on('framereceived', ({ payload }) => messages.push(JSON.parse(String(payload))));
  });
  return messages;
}

type Of<T extends PuzzleMessage['type']> = Extract<PuzzleMessage, { type: T }>;

const last = <T extends PuzzleMessage['type']>(messages: PuzzleMessage[], type: T): Of<T> | undefined =>
  messages.findLast((message): message is Of<T> => message.type === type);

const hear = <T extends PuzzleMessage['type']>(messages: PuzzleMessage[], type: T, from: number): Promise<Of<T>> =>
  vi.waitUntil(() => last(messages.slice(from), type), patience) as Promise<Of<T>>;

async function begin(person: Person, messages: PuzzleMessage[], path = '/puzzles'): Promise<Of<'puzzle'>> {
  const from = messages.length;
  await person.open(path);
  await person.page.getByText('Small', { exact: true }).click();
  await person.press('Start');
  const puzzle = await hear(messages, 'puzzle', from);
  await person.page.locator('.puzzle cg-board').waitFor();
  return puzzle;
}

/** A try on the board; returns what the referee has said to it. */
async function tries(person: Person, messages: PuzzleMessage[], ask: string): Promise<Of<'answered'>> {
  const { page } = person;
  const { side } = last(messages, 'puzzle')!;
  await page.locator('.voice-status.yours').waitFor();
  const from = messages.length;
  if (ask === 'any') await person.press('Any?');
  else {
    for (const square of [ask.slice(0, 2), ask.slice(2, 4)])
      await page.mouse.click(...(await pointOf(page, square, side)));
    if (ask[4]) await page.getByRole('dialog').getByRole('button', { name: promotions[ask[4]]! }).click();
  }
  return hear(messages, 'answered', from);
}

const usual = { capture: null, check: [], en_passant: false, promotion: false, pawn_tries: null };

function isSame(announced: Announced, { capture, check, en_passant, promotion, pawn_tries }: Heard): boolean {
  const { capture: taken, ...rest } = { ...usual, ...announced };
  const square = (one: { square: string; kind?: string | null } | null) => one && [one.square, one.kind ?? null];
  return (
    JSON.stringify([square(taken), rest.check, rest.en_passant, rest.promotion, rest.pawn_tries]) ===
    JSON.stringify([square(capture), check, en_passant, promotion, pawn_tries])
  );
}

/** The steps of the plan that are what was heard. */
function stepsOf(plan: Plan, { heard, reply }: Of<'answered'>): PlanStep[] {
  if ('ask' in plan) return [heard.answer === 'any-yes' ? 'yes' : 'no'];
  if (heard.answer !== 'ok') return ['refused'];
  const mates = heard.end === 'checkmate';
  const played = plan.played.findIndex(
    ({ announced, mate }) => (mate ?? false) === mates && (mates || isSame(announced, heard)),
  );
  if (!reply) return [`played ${played}`];
  const replies = plan.played[played]!.replies ?? [];
  return [`played ${played}`, `reply ${replies.findIndex(({ announced }) => isSame(announced, reply.heard))}`];
}

it('is given up, failed and solved', async () => {
  const person = await enter();
  const { page } = person;
  const messages = listen(person);
  await person.signUp('paula');
  const puzzle = await begin(person, messages);
  expect(puzzle.counts).toBe(true);
  expect(new URL(page.url()).search).toBe(`?puzzle=${puzzle.puzzle}`);
  await page.getByRole('heading', { name: /to move and mate in \d/ }).waitFor();
  await page.locator('.positions summary').click();
  await page.locator('.positions .fen').first().waitFor();
  expect(await page.locator('.positions .fen').allTextContents()).toEqual(puzzle.now.fens);
  await page.locator('.positions summary').click();

  await person.press('Give up');
  const { plan } = await hear(messages, 'ended', 0);
  const ending = page.getByRole('region', { name: 'Result' });
  await ending.getByRole('heading', { name: 'Failed' }).waitFor();
  await ending.getByText(/^Your puzzle rating: \d+\?? \(−\d+\)/).waitFor();
  await page.locator('.tally', { hasText: 'Failed1' }).waitFor();
  await page.locator('.graph').waitFor();
  // The plan can be walked through.
  await ending.getByRole('group', { name: 'What the referee says' }).getByRole('button').first().click();
  await ending.getByRole('button', { name: 'Back' }).click();

  // Any other try, until it is lost.
  let from = messages.length;
  await person.press('Retry');
  expect((await hear(messages, 'puzzle', from)).counts).toBe(false);
  let { now } = last(messages, 'puzzle')!;
  const key = 'ask' in plan ? 'any' : plan.try;
  // Nothing can be asked when it is over.
  while (now.askable.length > 0) {
    const kings = [...readBoard(now.own)].filter(([, { kind }]) => kind === 'k').map(([square]) => square);
    const others = now.askable.filter((ask) => ask !== key);
    const other = others.find((ask) => kings.includes(ask.slice(0, 2))) ?? others[0]!;
    ({ now } = await tries(person, messages, other));
  }
  const failed = await hear(messages, 'ended', from);
  expect(failed.solved).toBe(false);
  await ending.getByRole('heading', { name: 'Failed' }).waitFor();
  await ending.getByText('This attempt did not count').waitFor();
  const shown = await person.shown();
  expect(Object.values(shown).filter((man) => man.endsWith('king'))).toHaveLength(failed.position ? 2 : 1);

  from = messages.length;
  await person.press('Retry');
  await hear(messages, 'puzzle', from);
  await ending.waitFor({ state: 'hidden' });
  const own = readBoard(puzzle.now.own);
  let path: PlanStep[] = [];
  ({ now } = last(messages, 'puzzle')!);
  while (now.askable.length > 0) {
    const place = placeAt(plan, own, path)!;
    expect(place?.kind, path.join(', ')).toBe('ask');
    const answer = await tries(person, messages, askAt(place)!);
    path = [...path, ...stepsOf((place as { plan: Plan }).plan, answer)];
    ({ now } = answer);
  }
  expect(await hear(messages, 'ended', from)).toMatchObject({ solved: true, reason: 'checkmate' });
  await ending.getByRole('heading', { name: 'Solved' }).waitFor();
  expect(placeAt(plan, own, path)?.kind).toBe('mate');

  from = messages.length;
  await person.press('Next puzzle');
  expect((await hear(messages, 'puzzle', from)).puzzle).not.toBe(puzzle.puzzle);
  await ending.waitFor({ state: 'hidden' });
});

it('opens by its link, and says when there is none', async () => {
  const person = await enter();
  const messages = listen(person);
  const { puzzle } = await begin(person, messages);
  const other = await enter();
  const heard = listen(other);
  await other.open(`/puzzles?puzzle=${puzzle}`);
  expect((await hear(heard, 'puzzle', 0)).puzzle).toBe(puzzle);
  await other.open('/puzzles?puzzle=nothing');
  await other.page.locator('.problem').filter({ hasText: /./ }).waitFor();
  await other.page.getByRole('button', { name: 'Start' }).waitFor();
});

it('can be a classic, which names its composer', async () => {
  const person = await enter();
  const { page } = person;
  const messages = listen(person);
  await person.open('/puzzles');
  await page.getByText('Classics', { exact: true }).click();
  await page.getByText('49 puzzles of this kind').waitFor();
  await person.press('Start');
  const { origin } = await hear(messages, 'puzzle', 0);
  await page.getByText(`${origin!.source}. Rules: Berkeley.`).waitFor();
});

it('fits a phone', async () => {
  const person = await enter({ ...phone, viewport: { width: 390, height: 780 } });
  const messages = listen(person);
  await person.open('/puzzles');
  await person.page.getByRole('button', { name: 'Start' }).waitFor();
  expect(await width(person)).toBe(390);
  await begin(person, messages);
  expect(await width(person)).toBe(390);
  await person.press('Give up');
  await person.page.getByRole('heading', { name: 'Failed' }).waitFor();
  expect(await width(person)).toBe(390);
});

it('begins anew after a lost connection', async () => {
  const person = await enter();
  const { page } = person;
  const messages: PuzzleMessage[] = [];
  let hangUp = () => {};
  await page.routeWebSocket(/ws\/puzzles/, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((message) => {
      messages.push(JSON.parse(String(message)));
      socket.send(message);
    });
    hangUp = () => void socket.close();
  });
  const { puzzle } = await begin(person, messages);
  const from = messages.length;
  hangUp();
  await page.getByText('Reconnecting').waitFor();
  expect((await hear(messages, 'puzzle', from)).puzzle).toBe(puzzle);
  await page.getByText('The puzzle starts again').waitFor();
});

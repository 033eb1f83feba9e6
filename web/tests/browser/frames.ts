// What a seat may be sent while its game runs, checked word by word. Any field that the contract does not name, and any
// square that is not the seat's own or announced, is a leak.
import { expect } from 'vitest';
import type { Entry, Heard, LobbyMessage, Now, ServerMessage, Side } from '../../src/base/protocol';

const viewKeys = ['type', 'from', 'log', 'now', 'game', 'phantoms'];
const entryKeys = ['by', 'ask', 'heard', 'times', 'phrase'];
const heardKeys = ['answer', 'capture', 'check', 'en_passant', 'promotion', 'pawn_tries', 'end'];
const nowKeys = [
  'status',
  'turn',
  'board',
  'askable',
  'may_ask_any',
  'capture_duty',
  'check',
  'check_squares',
  'capture',
  'pawn_tries',
  'last_own_move',
  'refused',
  'opponent_men',
  'clock',
  'draw_offer',
  'may_abort',
  'may_offer_draw',
  'opponent_here',
  'claim_in_ms',
  'end',
  'rematch',
];
const gameKeys = ['id', 'rules', 'rated', 'side', 'start', 'white', 'black', 'clock', 'invitation'];
const playerKeys = ['kind', 'name', 'account', 'rating', 'provisional'];
const challengeKeys = ['game', 'by', 'rules', 'clock', 'rated', 'colour', 'to', 'yours'];
const openings = ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'];

const squaresIn = (text: string): string[] => text.match(/[a-h][1-8]/g) ?? [];

function only(allowed: string[], object: object, where: string): void {
  const others = Object.keys(object).filter((key) => !allowed.includes(key));
  expect(others, `${where} has more than the contract allows`).toEqual([]);
}

function checkHeard(heard: Heard, phrase: string, where: string): void {
  only(heardKeys, heard, where);
  if (heard.capture) only(['square', 'kind'], heard.capture, `${where}.capture`);
  const announced = [heard.capture?.square, ...(Array.isArray(heard.pawn_tries) ? heard.pawn_tries : [])];
  expect(announced, `${where}: the phrase names a square that was not announced`).toEqual(
    expect.arrayContaining(squaresIn(phrase)),
  );
}

function checkEntry(entry: Entry, side: Side): void {
  only(entryKeys, entry, 'log entry');
  checkHeard(entry.heard, entry.phrase, 'heard');
  if (entry.by !== side) expect(entry.ask, "the opponent's try").toBeNull();
}

function checkNow(now: Now, side: Side, ownMoves: (string | null)[]): void {
  only(nowKeys, now, 'now');
  only(['total', 'pawns', 'pieces'], now.opponent_men, 'opponent_men');
  if (now.clock) only(['white_ms', 'black_ms', 'running'], now.clock, 'clock');
  if (now.end) only(['reason', 'winner', 'phrase'], now.end, 'end');
  expect(now.board, 'men of the opponent').toMatch(side === 'white' ? /^[1-8PNBRQK/]+$/ : /^[1-8pnbrqk/]+$/);
  const own = new Set(ownSquares(now.board));
  for (const move of now.askable) expect(own.has(move.slice(0, 2)), `${move} is askable without an own man`).toBe(true);
  if (now.status !== 'playing' || now.turn !== side) expect(now.askable).toEqual([]);
  if (now.check.length === 0) expect(now.check_squares).toEqual([]);
  expect([...ownMoves, null], 'a move that the seat has not asked').toContain(now.last_own_move);
  for (const refused of now.refused) expect(ownMoves).toContain(refused);
}

function ownSquares(board: string): string[] {
  return board.split('/').flatMap((row, index) => {
    let file = 0;
    return [...row].flatMap((letter) => {
      if (/\d/.test(letter)) {
        file += Number(letter);
        return [];
      }
      return [`${'abcdefgh'[file++]}${8 - index}`];
    });
  });
}

/** Checks all that came through one connection, whose first message says which seat it is. */
export function checkFrames(frames: ServerMessage[]): void {
  const first = frames[0];
  if (first?.type !== 'view' || !first.game || !first.phantoms)
    return expect.fail('the first message is not the whole view');
  const { side } = first.game;
  let log: Entry[] = [];
  for (const frame of frames) {
    switch (frame.type) {
      case 'view': {
        only(viewKeys, frame, 'view');
        if (frame.game) {
          only(gameKeys, frame.game, 'game');
          for (const player of [frame.game.white, frame.game.black]) if (player) only(playerKeys, player, 'player');
          expect(frame.game.side).toBe(side);
          expect(openings).toContain(frame.game.start);
        }
        frame.log.forEach((entry) => checkEntry(entry, side));
        log = [...log.slice(0, frame.from), ...frame.log];
        const asked = log.filter(({ by }) => by === side).map(({ ask }) => ask);
        checkNow(frame.now, side, asked);
        const last = log.findLast(({ heard }) => heard.answer === 'ok');
        expect(frame.now.capture, 'the capture').toBe(last?.heard.capture?.square ?? null);
        break;
      }
      case 'answer':
        only(['type', 'ask', 'heard', 'phrase'], frame, 'answer');
        checkHeard(frame.heard, frame.phrase, 'answer.heard');
        break;
      case 'phantoms':
        only(['type', 'phantoms'], frame, 'phantoms');
        break;
      case 'error':
        only(['type', 'code', 'message'], frame, 'error');
        expect(squaresIn(frame.message)).toEqual([]);
        break;
      default:
        expect.fail(`a message of an unknown type: ${JSON.stringify(frame)}`);
    }
  }
}

/** Checks what the lobby says: offers and names, nothing of games. */
export function checkLobby(message: LobbyMessage): void {
  switch (message.type) {
    case 'lobby':
      only(['type', 'challenges', 'players'], message, 'lobby');
      for (const challenge of message.challenges) {
        only(challengeKeys, challenge, 'challenge');
        only(playerKeys, challenge.by, 'challenger');
      }
      for (const player of message.players) only(['name', 'kind', 'rating', 'provisional'], player, 'present');
      break;
    case 'started':
      only(['type', 'game'], message, 'started');
      break;
    default:
      expect.fail(`a message of an unknown type: ${JSON.stringify(message)}`);
  }
}

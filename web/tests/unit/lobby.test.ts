import { describe, expect, it } from 'vitest';
import type { Challenge } from '../../src/base/protocol';
import { begun, emptyLobby, fold, inOrder, opened, vanished, visited, withdrawn } from '../../src/lobby/state';
import { challenge } from './samples';

const told = (state = emptyLobby, ...challenges: Challenge[]) =>
  fold(state, { type: 'lobby', challenges, players: [] });

describe('own challenges', () => {
  const mine = challenge('mine', { yours: true });

  it('are open from the moment they are made until they are withdrawn', () => {
    const made = opened(emptyLobby, 'mine');
    expect(made.open).toEqual(['mine']);
    const listed = told(made, challenge('other'), mine);
    expect(listed.open).toEqual(['mine']);
    const gone = withdrawn(listed, 'mine');
    expect(gone.open).toEqual([]);
    expect(gone.challenges.map(({ game }) => game)).toEqual(['other']);
    expect(vanished(gone, told(gone, challenge('other')))).toEqual([]);
  });

  it('begin once, in whichever way it was learnt', () => {
    const listed = told(emptyLobby, mine);
    const started = fold(listed, { type: 'started', game: 'mine' });
    expect(started).toMatchObject({ open: [], started: ['mine'], challenges: [] });
    expect(begun(started, 'mine').started).toEqual(['mine']);
    expect(vanished(listed, told(started))).toEqual([]);
    expect(visited(started, 'mine').started).toEqual([]);
  });

  it('are missed when they are gone without a word', () => {
    const made = opened(told(emptyLobby, mine), 'another');
    expect(vanished(made, told(made, mine))).toEqual(['another']);
    expect(vanished(made, told(made))).toEqual(['mine', 'another']);
    expect(vanished(made, told(made, mine, challenge('another', { yours: true })))).toEqual([]);
  });

  it('keep what the server complains about until something else is done', () => {
    const refused = { ...emptyLobby, complaint: 'No.' };
    expect(told(refused).complaint).toBe('No.');
    expect(opened(refused, 'mine').complaint).toBeNull();
    expect(withdrawn(refused, 'mine').complaint).toBeNull();
  });
});

describe('the list', () => {
  it('begins with what is for oneself', () => {
    const all = [
      challenge('old'),
      challenge('own', { yours: true, to: 'bert' }),
      challenge('mine', { to: 'anna' }),
      challenge('new'),
    ];
    expect(inOrder(all).map(({ game }) => game)).toEqual(['mine', 'old', 'own', 'new']);
  });
});

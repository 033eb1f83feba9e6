import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDrawing } from '../../src/game/drawing';

describe('drawing', () => {
  let frames: (() => void)[] = [];
  const nextFrame = () => frames.splice(0).forEach((frame) => frame());
  const drawn: string[] = [];
  const drawing = () => {
    drawn.length = 0;
    return makeDrawing<string>(
      (state) => drawn.push(state),
      (a, b) => a.toLowerCase() === b.toLowerCase(),
    );
  };

  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  });
  afterEach(() => {
    frames = [];
    vi.unstubAllGlobals();
  });

  it('happens once for all that is said before the next frame', () => {
    const { soon } = drawing();
    soon('view');
    soon('answer');
    expect(drawn).toEqual([]);
    nextFrame();
    expect(drawn).toEqual(['answer']);
  });

  it('leaves out what looks like what was drawn last', () => {
    const { now, soon } = drawing();
    now('asked');
    soon('ASKED');
    nextFrame();
    expect(drawn).toEqual(['asked']);
    soon('answered');
    nextFrame();
    soon('Answered');
    nextFrame();
    expect(drawn).toEqual(['asked', 'answered']);
  });

  it('happens at once, and always, after what the player does', () => {
    const { now, soon } = drawing();
    soon('view');
    now('taken back');
    now('taken back');
    nextFrame();
    expect(drawn).toEqual(['taken back', 'taken back']);
  });

  it('stops when it is closed', () => {
    const { soon, close } = drawing();
    soon('view');
    close();
    nextFrame();
    expect(drawn).toEqual([]);
  });
});

// What the referee has said at the step that is shown, and the clocks beside it.
import { h, say } from '../base/dom';
import { isLong } from '../ui/referee';
import { makeClocks } from './clocks';
import type { Step } from './steps';

export interface Voice {
  element: HTMLElement;
  update(step: Step): void;
  /** The smaller line below. */
  status(text: string): void;
}

export function makeVoice(...more: HTMLElement[]): Voice {
  const phrase = h('p', { class: 'voice-text', 'aria-live': 'polite' });
  const status = h('p', { class: 'voice-status' });
  const clocks = makeClocks();
  return {
    element: h('div', { class: 'voice' }, h('div', {}, phrase, status), clocks.element, more),
    update(step) {
      say(phrase, step.phrase);
      const refused = step.answer === 'no' || step.answer === 'nonsense';
      phrase.className = `voice-text ${refused ? 'no' : ''} ${isLong(step.phrase) ? 'long' : ''}`;
      clocks.update(step);
    },
    status: (text) => say(status, text),
  };
}

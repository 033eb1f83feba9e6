// Short sounds made on the spot, so that no files are needed. Muting is remembered.
import { fill, h } from '../base/dom';
import { remember, remembered } from '../base/settings';
import { soundOff, soundOn } from './icons';

export type Sound = 'own-move' | 'opponent-moved' | 'no' | 'capture' | 'check' | 'end';

interface Tone {
  hertz: number;
  after: number;
  lasts: number;
  shape: OscillatorType;
  volume: number;
}

const tone = (hertz: number, after = 0, lasts = 0.09, shape: OscillatorType = 'triangle', volume = 0.16): Tone => ({
  hertz,
  after,
  lasts,
  shape,
  volume,
});

const sounds: Record<Sound, Tone[]> = {
  'own-move': [tone(330, 0, 0.06)],
  'opponent-moved': [tone(440, 0, 0.07), tone(554, 0.08, 0.1)],
  no: [tone(165, 0, 0.1, 'sawtooth', 0.07), tone(131, 0.11, 0.14, 'sawtooth', 0.07)],
  capture: [tone(220, 0, 0.05, 'square', 0.06), tone(294, 0.06, 0.12)],
  check: [tone(659, 0, 0.09), tone(659, 0.13, 0.16)],
  end: [tone(392, 0, 0.16), tone(330, 0.17, 0.16), tone(262, 0.34, 0.4)],
};

let muted = remembered('muted', false);
let context: AudioContext | null = null;

export function play(name: Sound): void {
  // A page that has not been touched yet may not make sounds; waiting would only play it too late.
  if (muted || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const { hertz, after, lasts, shape, volume } of sounds[name]) {
    const start = context.currentTime + after;
    const oscillator = new OscillatorNode(context, { type: shape, frequency: hertz });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + lasts);
  }
}

export function soundButton(): HTMLElement {
  const button = h('button', { class: 'quiet', type: 'button' });
  const label = () => {
    fill(button, muted ? soundOff() : soundOn());
    button.title = muted ? 'Sound off' : 'Sound on';
    button.setAttribute('aria-pressed', String(!muted));
  };
  button.addEventListener('click', () => {
    muted = !muted;
    remember('muted', muted);
    label();
    play('own-move');
  });
  label();
  return button;
}

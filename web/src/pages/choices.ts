// What a new game is made of. What was chosen last is remembered.
import { fill, h, show } from '../base/dom';
import type { Machine, Options, Settings, Side } from '../base/protocol';
import { remember, remembered } from '../base/settings';
import { amount, picks, select, toggle } from '../ui/fields';
import { capital } from '../ui/names';
import { clockName } from './words';

export interface Chosen {
  against: 'machine' | 'anyone' | 'person';
  player: string;
  level: number;
  rules: string;
  colour: Side | 'random';
  clocked: boolean;
  minutes: number;
  increment: number;
  rated: boolean;
}

const usualLevel = 2;

const usual: Chosen = {
  against: 'machine',
  player: 'champion',
  level: usualLevel,
  rules: 'berkeley',
  colour: 'random',
  clocked: false,
  minutes: 15,
  increment: 10,
  rated: false,
};

/** What was chosen last, as far as this server still has it. */
export function chosenFrom(options: Options): Chosen {
  const chosen = { ...usual, ...remembered<Partial<Chosen>>('choices', {}) };
  if (!options.players.some(({ name }) => name === chosen.player))
    chosen.player = options.players.find(({ name }) => name === usual.player)?.name ?? options.players[0]!.name;
  if (!options.levels.some(({ level }) => level === chosen.level)) chosen.level = options.levels[0]!.level;
  if (!options.rules.some(({ name }) => name === chosen.rules)) chosen.rules = options.rules[0]!.name;
  return chosen;
}

export const keep = (chosen: Chosen): void => remember('choices', chosen);

/** Who plays: the machine, or whoever comes; `named` is a challenge to somebody. */
export type Against = Chosen['against'] | 'named';

/** Why a game cannot be rated, or null when it can. */
export function whyCasual(against: Against, clocked: boolean, signedIn: boolean): string | null {
  if (!signedIn) return 'Sign in to play rated games.';
  if (against === 'person') return 'Games by private link are not rated.';
  return clocked ? null : 'A rated game needs a clock.';
}

export function settingsOf(
  chosen: Chosen,
  against: Against,
  opponent: Settings['opponent'],
  signedIn: boolean,
): Settings {
  return {
    rules: chosen.rules,
    colour: chosen.colour,
    clock: chosen.clocked ? { minutes: chosen.minutes, increment: chosen.increment } : null,
    opponent,
    rated: chosen.rated && whyCasual(against, chosen.clocked, signedIn) === null,
  };
}

/** A game in a line. */
export const inShort = (opponent: string, { rules, colour, clock, rated }: Settings): string =>
  [
    opponent,
    `${capital(rules)} rules`,
    colour === 'random' ? 'random colour' : `you play ${capital(colour)}`,
    clockName(clock).toLowerCase(),
    ...(rated ? ['rated'] : []),
  ].join(' · ');

/** "Novice", or "Club, medium" of those that were chosen under "Advanced". */
export function machineText(options: Options, { player, level }: Machine): string {
  const usually = level === usualLevel && options.players.some(({ name, strength }) => name === player && strength > 0);
  return usually ? capital(player) : `${capital(player)}, ${options.levels.find((one) => one.level === level)?.name ?? ''}`;
}

export interface MachineFields {
  element: HTMLElement;
  draw(player: string): void;
}

/** How strong the machine is to play; under "Advanced" any player, and how long it may think. */
export function machineFields(
  options: Options,
  chosen: Machine,
  change: (part: Partial<Machine>) => void,
): MachineFields {
  const summary = h('p', { class: 'hint' });
  const strengths = options.players.filter(({ strength }) => strength > 0);
  const player = select(
    'Player',
    options.players.map(({ name }) => ({ value: name, label: capital(name) })),
    chosen.player,
    (name) => change({ player: name }),
  );
  const level = select(
    'Level',
    options.levels.map(({ level: number, name }) => ({ value: String(number), label: capital(name) })),
    String(chosen.level),
    (value) => change({ level: Number(value) }),
  );
  const strength = picks(
    'Strength',
    strengths.map(({ name }) => ({ value: name, label: capital(name) })),
    chosen.player,
    (name) => change({ player: name, level: usualLevel }),
  );
  const isStrength = (name: string) => strengths.some((one) => one.name === name);
  return {
    element: h(
      'div',
      { class: 'machine' },
      strength,
      summary,
      h(
        'details',
        { open: !isStrength(chosen.player) || chosen.level !== usualLevel },
        h('summary', {}, 'Advanced'),
        h('div', { class: 'fields' }, player, level),
      ),
    ),
    draw(name) {
      fill(summary, options.players.find((one) => one.name === name)?.summary);
      strength.querySelectorAll('input').forEach((input, i) => (input.checked = strengths[i]!.name === name));
      player.querySelector('select')!.value = name;
      level.querySelector('select')!.value = String(chosen.level);
    },
  };
}

export interface Choices {
  elements: HTMLElement[];
  draw(against: Against, signedIn: boolean): void;
}

/** Rules, colour, clock, and whether it counts. */
export function gameChoices(options: Options, chosen: Chosen, change: (part: Partial<Chosen>) => void): Choices {
  const summary = h('p', { class: 'hint' });
  const why = h('p', { class: 'hint' });
  const times = h(
    'div',
    { class: 'fields' },
    amount('Minutes', chosen.minutes, options.clock.most_minutes, 1, (minutes) => change({ minutes })),
    amount('Seconds per move', chosen.increment, options.clock.most_increment, 0, (increment) => change({ increment })),
  );
  const rated = toggle('Rated', (on) => change({ rated: on }));
  return {
    elements: [
      select(
        'Rules',
        options.rules.map(({ name }) => ({ value: name, label: capital(name) })),
        chosen.rules,
        (rules) => change({ rules }),
      ),
      summary,
      picks(
        'Your colour',
        [
          { value: 'white', label: 'White' },
          { value: 'random', label: 'Random' },
          { value: 'black', label: 'Black' },
        ],
        chosen.colour,
        (colour) => change({ colour }),
      ),
      picks(
        'Clock',
        [
          { value: 'none', label: 'None' },
          { value: 'clock', label: 'With a clock' },
        ],
        chosen.clocked ? 'clock' : 'none',
        (value) => change({ clocked: value === 'clock' }),
      ),
      times,
      h('div', { class: 'rated-choice' }, rated.element, why),
    ],
    draw(against, signedIn) {
      const reason = whyCasual(against, chosen.clocked, signedIn);
      fill(summary, options.rules.find(({ name }) => name === chosen.rules)?.summary);
      show(times, chosen.clocked);
      rated.show(chosen.rated, reason === null);
      fill(why, reason ?? (chosen.rated ? 'The result changes your rating.' : 'The result does not change any rating.'));
    },
  };
}

// The own bots, a part of the page of the account. Tokens are shown once, when they are made.
import * as api from '../base/api';
import { fill, h, say } from '../base/dom';
import type { Account } from '../base/protocol';
import { confirmed, copyBox } from '../ui/dialog';
import { line, newName } from '../ui/fields';
import { serverForm } from '../ui/form';
import { playerPath, ratingText } from '../ui/names';

const tokenNotice = (bot: string, token: string): HTMLElement =>
  h(
    'div',
    { class: 'notice' },
    h('p', {}, `Token of ${bot}. Copy it now, because it is shown only once. Anyone who has it can play as ${bot}.`),
    copyBox(`Token of ${bot}`, token),
  );

function botRow(bot: Account, renew: () => void, remove: () => void): HTMLElement {
  const tag = h(
    'span',
    { class: 'player-tag' },
    h('a', { href: playerPath(bot.name) }, bot.name),
    h('span', { class: 'rating' }, ratingText(bot)),
  );
  return h(
    'li',
    { class: 'bot' },
    h('span', { class: 'who' }, tag),
    h(
      'span',
      { class: 'row' },
      h('button', { type: 'button', onclick: renew }, 'New token'),
      h('button', { type: 'button', onclick: remove }, 'Delete'),
    ),
  );
}

/** The list, with what can be done to its bots. */
function makeList(tell: (bot: string, token: string) => void, deleted: () => void) {
  const list = h('ul', { class: 'rows', hidden: true });
  const problem = h('p', { class: 'problem', role: 'alert' });

  async function attempt(act: () => Promise<void>): Promise<void> {
    say(problem, '');
    try {
      await act();
    } catch (error) {
      say(problem, (error as Error).message);
    }
  }

  async function renew(bot: string): Promise<void> {
    const question = `Create a new token for ${bot}? The old one will stop working.`;
    if (await confirmed(question, 'New token', 'Cancel')) tell(bot, (await api.newToken(bot)).token);
  }

  async function remove(bot: string): Promise<void> {
    const question = `Delete ${bot}? Its name and rating are deleted. Its games stay.`;
    if (!(await confirmed(question, 'Delete', 'Cancel'))) return;
    await api.deleteBot(bot);
    deleted();
    await load();
  }

  async function load(): Promise<void> {
    const { bots } = await api.bots();
    const row = (bot: Account) =>
      botRow(
        bot,
        () => void attempt(() => renew(bot.name)),
        () => void attempt(() => remove(bot.name)),
      );
    fill(list, bots.map(row));
    list.hidden = bots.length === 0;
  }
  void attempt(load);
  return { elements: [list, problem], load };
}

export function botsCard(): HTMLElement {
  const secret = h('div', { class: 'secret', role: 'status' });
  const tell = (bot: string, token: string) => fill(secret, tokenNotice(bot, token));
  const list = makeList(tell, () => fill(secret));
  const form = serverForm(
    'Create bot',
    undefined,
    [line('Bot name', { ...newName, autocomplete: 'off' })],
    async ({ name }) => {
      const { account, token } = await api.makeBot(name!);
      tell(account.name, token);
      await list.load();
    },
  );
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Your bots'),
    h('p', {}, 'A bot is a program of yours. It plays here under its own name and has its own rating.'),
    list.elements,
    secret,
    form,
  );
}

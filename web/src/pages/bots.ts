// The own bots, a part of the page of the account. Tokens are shown once, when they are made.
import * as api from '../base/api';
import { fill, h, say } from '../base/dom';
import type { Account } from '../base/protocol';
import { confirmed, copyBox } from '../ui/dialog';
import { line, newName } from '../ui/fields';
import { serverForm } from '../ui/form';
import { playerPath, ratingText } from '../ui/names';

export function botsCard(): HTMLElement {
  const list = h('ul', { class: 'rows' });
  const secret = h('div', { class: 'secret', role: 'status' });
  const problem = h('p', { class: 'problem', role: 'alert' });

  function tell(bot: string, token: string): void {
    fill(
      secret,
      h(
        'div',
        { class: 'notice' },
        h('p', {}, `Token of ${bot}. Copy it now, because it is shown only once. Anyone who has it can play as ${bot}.`),
        copyBox(`Token of ${bot}`, token),
      ),
    );
  }

  async function attempt(act: () => Promise<void>): Promise<void> {
    say(problem, '');
    try {
      await act();
    } catch (error) {
      say(problem, (error as Error).message);
    }
  }

  const renew = (bot: string) =>
    attempt(async () => {
      const question = `Create a new token for ${bot}? The old one will stop working.`;
      if (await confirmed(question, 'New token', 'Cancel')) tell(bot, (await api.newToken(bot)).token);
    });

  const remove = (bot: string) =>
    attempt(async () => {
      const question = `Delete ${bot}? Its name and rating are deleted. Its games stay.`;
      if (!(await confirmed(question, 'Delete', 'Cancel'))) return;
      await api.deleteBot(bot);
      fill(secret);
      await load();
    });

  const row = (bot: Account): HTMLElement =>
    h(
      'li',
      { class: 'bot' },
      h(
        'span',
        { class: 'who' },
        h(
          'span',
          { class: 'player-tag' },
          h('a', { href: playerPath(bot.name) }, bot.name),
          h('span', { class: 'rating' }, ratingText(bot)),
        ),
      ),
      h(
        'span',
        { class: 'row' },
        h('button', { type: 'button', onclick: () => void renew(bot.name) }, 'New token'),
        h('button', { type: 'button', onclick: () => void remove(bot.name) }, 'Delete'),
      ),
    );

  async function load(): Promise<void> {
    const { bots } = await api.bots();
    fill(list, bots.map(row));
    list.hidden = bots.length === 0;
  }
  list.hidden = true;
  void attempt(load);

  return h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Your bots'),
    h('p', {}, 'A bot is a program of yours. It plays here under its own name and has its own rating.'),
    list,
    problem,
    secret,
    serverForm(
      'Create bot',
      undefined,
      [line('Bot name', { ...newName, autocomplete: 'off' })],
      async ({ name }) => {
        const { account, token } = await api.makeBot(name!);
        tell(account.name, token);
        await load();
      },
    ),
  );
}

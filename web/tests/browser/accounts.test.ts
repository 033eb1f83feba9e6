// Accounts: from guest to name, in and out, passwords, bots, and the end of an account.
import { expect, it } from 'vitest';
import { password, playOut, type Person } from './player';
import { stage } from './stage';

const { enter } = stage();

const name = (person: Person) => person.page.locator('.account-link .name');

async function signUpByForm(person: Person, who: string, word = password): Promise<void> {
  await person.open('/account');
  const form = person.page.locator('.card', { has: person.page.getByRole('heading', { name: 'Sign up' }) });
  await form.getByLabel('Name').fill(who);
  await form.getByLabel('Password').fill(word);
  await form.getByRole('button', { name: 'Sign up' }).click();
}

async function isGuest(person: Person): Promise<void> {
  await person.page.getByRole('link', { name: 'Sign in' }).waitFor();
}

it('gives a guest a name, and leaves him his games', async () => {
  const person = await enter();
  const { page } = person;
  await person.begin({});
  expect(await person.tries('e2e4')).toBe('ok');
  const game = new URL(page.url()).pathname;
  await signUpByForm(person, 'Anna');
  await page.getByRole('heading', { name: 'Anna' }).waitFor();
  expect(await name(person).textContent()).toBe('Anna');
  expect(page.url()).not.toContain(password);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    password,
  );
  await person.open('/');
  await page.locator('.own-games a').first().click();
  expect(new URL(page.url()).pathname).toBe(game);
  await person.sees('e4', 'white pawn');
  await page.locator('.player.own', { hasText: 'Anna' }).waitFor();
  // Not d4, where the machine could take the pawn.
  expect(await person.tries('d2d3')).toBe('ok');

  await person.open('/account');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await isGuest(person);
  person.expected.push(/404/, /WebSocket/);
  await person.open(game);
  await page.getByText('sign in first').waitFor();

  person.expected.push(/403/);
  await person.logIn('anna', 'not the password');
  await page.locator('.problem', { hasText: /\w/ }).waitFor();
  await isGuest(person);
  await person.logIn('anna');
  await name(person).waitFor();
  await person.open(game);
  await person.sees('d3', 'white pawn');

  const another = await enter();
  another.expected.push(/409/);
  await signUpByForm(another, 'ANNA');
  await another.page.locator('.problem', { hasText: /\w/ }).waitFor();
  await isGuest(another);
});

it('says what is wrong with a name or a password before it asks', async () => {
  const person = await enter();
  for (const [who, word] of [
    ['1st', password],
    ['b', password],
    ['bert', 'short'],
  ] as const) {
    await signUpByForm(person, who, word);
    expect(await person.page.locator('input:invalid').count()).toBeGreaterThan(2);
    await isGuest(person);
  }
});

it('logs other browsers out when the password changes, and all of them when asked to', async () => {
  const [first, second] = [await enter(), await enter()];
  await first.signUp('carl');
  await second.logIn('carl');
  await name(second).waitFor();
  await second.open('/');
  await second.page.locator('.here', { hasText: 'carl' }).waitFor();

  const { page } = first;
  await first.open('/account');
  first.expected.push(/403/);
  await page.getByLabel('Old password').fill('not the password');
  await page.getByLabel('New password').fill('another password');
  await first.press('Change password');
  await page.locator('.problem', { hasText: /\w/ }).waitFor();
  await page.getByLabel('Old password').fill(password);
  await page.getByLabel('New password').fill('another password');
  await first.press('Change password');
  await page.getByText('Password changed').waitFor();
  // Its connection to the lobby was closed, and so it has noticed.
  await isGuest(second);

  second.expected.push(/403/);
  await second.logIn('carl');
  await second.page.locator('.problem', { hasText: /\w/ }).waitFor();
  await second.logIn('carl', 'another password');
  await name(second).waitFor();
  await second.open('/');
  await second.page.locator('.here', { hasText: 'carl' }).waitFor();
  await first.press('Sign out everywhere');
  await isGuest(first);
  await isGuest(second);
});

it('leaves a running game behind when its account is logged out elsewhere', async () => {
  const [first, second] = [await enter(), await enter()];
  await first.signUp('dora');
  await second.logIn('dora');
  await name(second).waitFor();
  await second.begin({});
  second.expected.push(/404/, /WebSocket/);
  await first.open('/account');
  await first.press('Sign out everywhere');
  await second.page.getByText('sign in first').waitFor();
});

it('makes a bot, shows its token once, changes it, and deletes it', async () => {
  const person = await enter();
  const { page } = person;
  await person.signUp('emil');
  await person.open('/account');
  await page.getByLabel('Bot name').fill('emils-bot');
  await person.press('Create bot');
  const field = page.getByLabel('Token of emils-bot');
  await field.waitFor();
  const token = await field.inputValue();
  expect(token.length).toBeGreaterThan(20);
  await page.locator('.bot', { hasText: 'emils-bot' }).waitFor();
  await page.reload();
  await page.locator('.bot', { hasText: 'emils-bot' }).waitFor();
  expect(await page.content()).not.toContain(token);

  await person.press('New token');
  await person.press('Cancel');
  expect(await field.count()).toBe(0);
  await person.press('New token');
  await page.locator('dialog').getByRole('button', { name: 'New token' }).click();
  await field.waitFor();
  expect(await field.inputValue()).not.toBe(token);
  await page.locator('.bot a').click();
  await page.locator('.profile', { hasText: 'A bot by emil' }).waitFor();

  person.expected.push(/409/);
  await person.open('/account');
  await page.getByLabel('Bot name').fill('Emils-Bot');
  await person.press('Create bot');
  await page.locator('.problem', { hasText: /\w/ }).waitFor();
  await page.locator('.bot').getByRole('button', { name: 'Delete' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.locator('.bot').waitFor({ state: 'detached' });
});

it('deletes an account: the name goes, the games stay', async () => {
  const [white, black] = [await enter(), await enter()];
  await white.signUp('fritz');
  await black.accept((await white.begin({ opponent: 'person' }))!);
  await black.page.locator('.player.opponent', { hasText: 'fritz' }).waitFor();
  await playOut(white, black, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  await black.page.locator('.end-players', { hasText: 'fritz' }).waitFor();
  const game = new URL(black.page.url()).pathname;

  const { page } = white;
  white.expected.push(/40[34]/);
  await white.open('/account');
  const form = page.locator('.card', { has: page.getByRole('heading', { name: 'Delete account' }) });
  await form.getByLabel('Password').fill('not the password');
  await form.getByRole('button').click();
  await form.locator('.problem', { hasText: /\w/ }).waitFor();
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button').click();
  await page.getByRole('heading', { name: 'Chess in the dark' }).waitFor();
  await isGuest(white);
  await white.open('/player/fritz');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();

  await black.open(game);
  await black.page.locator('.end-players').waitFor();
  expect(await black.page.locator('main').textContent()).not.toContain('fritz');
  await black.sees('h4', 'black queen');
  await black.open('/');
  await black.page.locator('.own-games').waitFor();
  expect(await black.page.locator('main').textContent()).not.toContain('fritz');
});

// The lobby: challenges that others see live, accept and miss, waiting while something else is done, and rated games.
import { expect, it, vi } from 'vitest';
import { playOut, type Person } from './player';
import { stage } from './stage';

const { enter } = stage();

const challenges = (person: Person) => person.page.locator('.challenge');
const isAtBoard = (person: Person) => person.page.locator('.table cg-board piece').first().waitFor();

async function challenge(person: Person): Promise<void> {
  await person.open('/');
  await person.page.getByText('Anyone', { exact: true }).click();
  await person.press('Create a challenge');
  await challenges(person).and(person.page.locator('.own')).waitFor();
}

/** Everybody at the first page, where the lobby is. */
async function gather(count: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => enter()));
  for (const person of people) await person.open('/');
  return people;
}

it('shows a challenge to everybody at once, and takes it away when it is accepted', async () => {
  const [first, second, third] = (await gather(3)) as [Person, Person, Person];
  await challenge(first);
  for (const person of [second, third]) await challenges(person).getByText('A guest').waitFor();
  await second.press('Accept');
  await isAtBoard(second);
  await challenges(third).waitFor({ state: 'detached' });
  await isAtBoard(first);
  expect(first.page.url()).toBe(second.page.url());
  await vi.waitUntil(() => first.now?.status === 'playing' && second.now?.status === 'playing', { timeout: 30_000 });
  expect(first.side).not.toBe(second.side);
  await first.page.locator('.banner').waitFor({ state: 'detached' });
});

it('withdraws a challenge, in the lobby and from every page', async () => {
  const [first, second] = (await gather(2)) as [Person, Person];
  await challenge(first);
  await challenges(second).waitFor();
  await challenges(first).getByRole('button', { name: 'Withdraw' }).click();
  await challenges(second).waitFor({ state: 'detached' });
  await first.page.locator('.banner').waitFor({ state: 'detached' });

  await challenge(first);
  await challenges(second).waitFor();
  await first.page.getByRole('link', { name: 'Rules' }).click();
  await first.page.locator('.lesson piece').first().waitFor();
  // Also after loading the page anew, where nothing but the banner is about the lobby.
  await first.page.reload();
  await first.page.locator('.lesson piece').first().waitFor();
  await first.page.locator('.banner').getByRole('button', { name: 'Withdraw' }).click();
  await challenges(second).waitFor({ state: 'detached' });
  await first.page.locator('.banner').waitFor({ state: 'detached' });
});

it('takes a waiting reader to the board, but nobody out of a game', async () => {
  const [first, second] = (await gather(2)) as [Person, Person];
  await challenge(first);
  await first.page.getByRole('link', { name: 'Rules' }).click();
  await first.page.locator('.lesson').waitFor();
  await challenges(second).getByRole('button', { name: 'Accept' }).click();
  await first.page.waitForURL(/\/game\//);
  await isAtBoard(second);

  await challenge(first);
  await first.page.getByText('Bot', { exact: true }).click();
  await first.page.getByText('Advanced').click();
  await first.page.getByLabel('Player').selectOption('random');
  await first.press('Play');
  await first.turn();
  const bots = first.page.url();
  await second.open('/');
  await challenges(second).getByRole('button', { name: 'Accept' }).click();
  await isAtBoard(second);
  await first.page.locator('.banner', { hasText: 'accepted' }).waitFor();
  expect(first.page.url()).toBe(bots);
  const move = first.now!.askable.find((ask) => /^([a-h])[27]\1[36]$/.test(ask))!;
  expect(await first.tries(move)).toBe('ok');
  await first.page.getByRole('link', { name: 'Go to the game' }).click();
  await first.page.waitForURL(second.page.url());
  await isAtBoard(first);
  await first.page.locator('.banner').waitFor({ state: 'detached' });
});

it('finds out about a game that began while the page was away', async () => {
  const [first, second] = (await gather(2)) as [Person, Person];
  await challenge(first);
  await challenges(second).waitFor();
  await first.page.goto('about:blank');
  await challenges(second).getByRole('button', { name: 'Accept' }).click();
  await isAtBoard(second);
  await first.open('/rules');
  await first.page.waitForURL(second.page.url());
  await isAtBoard(first);
});

it('finds out about a game that began while the connection was lost', async () => {
  const [first, second] = (await gather(2)) as [Person, Person];
  let reachable = true;
  let lose = () => Promise.resolve();
  await first.page.routeWebSocket(/lobby/, (socket) => {
    if (!reachable) return void socket.close();
    socket.connectToServer();
    lose = () => socket.close();
  });
  await challenge(first);
  await challenges(second).waitFor();
  reachable = false;
  await lose();
  await first.page.locator('.lobby', { hasText: 'Reconnecting' }).waitFor();
  await challenges(second).getByRole('button', { name: 'Accept' }).click();
  await isAtBoard(second);
  reachable = true;
  await first.page.waitForURL(second.page.url());
  await isAtBoard(first);
});

it('sends a challenge to one account only', async () => {
  const [gus, hans, guest] = (await gather(3)) as [Person, Person, Person];
  await gus.signUp('gus');
  await hans.signUp('hans');
  await guest.page.locator('.here', { hasText: 'hans' }).waitFor();
  await gus.page.locator('.here').getByRole('link', { name: 'hans' }).click();
  await gus.press('Challenge');
  await gus.page.getByText('With a clock').click();
  await gus.press('Send challenge');
  await gus.page.getByText('Your challenge to hans is open').waitFor();
  await challenges(hans).getByText('for you').waitFor();
  // A public one comes later, so that what is not shown by now is never shown.
  await gus.post('/api/games', { rules: 'rand', colour: 'white', clock: null, opponent: 'anyone' });
  await challenges(guest).getByText('Rand').waitFor();
  expect(await challenges(guest).count()).toBe(1);
  await challenges(hans).filter({ hasText: 'for you' }).getByRole('button', { name: 'Accept' }).click();
  await isAtBoard(hans);
  await gus.page.waitForURL(hans.page.url());
  await isAtBoard(gus);
  await gus.page.locator('.player.opponent', { hasText: 'hans' }).waitFor();
  await gus.page.locator('.banner').getByRole('button', { name: 'Withdraw' }).click();
  await challenges(guest).waitFor({ state: 'detached' });
});

it('plays a rated game to mate, and tells what it did to both ratings', async () => {
  const [ida, jan, guest] = (await gather(3)) as [Person, Person, Person];
  await ida.signUp('ida');
  await jan.signUp('jan');
  const rated = guest.page.getByLabel('Rated');
  expect(await rated.isDisabled()).toBe(true);
  await guest.page.getByText('Sign in to play rated games').waitFor();

  await ida.page.getByText('Anyone', { exact: true }).click();
  await ida.page.getByText('A rated game needs a clock').waitFor();
  await ida.page.getByText('With a clock').click();
  await ida.page.locator('.choices').getByText('White', { exact: true }).click();
  await ida.page.getByLabel('Rated').check();
  await ida.press('Create a challenge');
  await challenges(guest).getByRole('link', { name: 'Sign in to accept' }).waitFor();
  await challenges(jan)
    .getByText(/15 min \+ 10 s · rated/)
    .waitFor();
  await challenges(jan).getByRole('button', { name: 'Accept' }).click();
  await isAtBoard(jan);
  await isAtBoard(ida);
  await ida.page.locator('.facts', { hasText: 'Rated' }).waitFor();
  await ida.page.locator('.player.opponent', { hasText: 'jan1500?' }).waitFor();
  expect(await ida.page.getByRole('button', { name: 'Play on another device' }).isVisible()).toBe(false);
  await playOut(ida, jan, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  for (const { page } of [ida, jan]) {
    await page.locator('.end-players li', { hasText: /ida1500 → 1[34]\d\d \(−\d+\)/ }).waitFor();
    await page.locator('.end-players li', { hasText: /jan1500 → 1[56]\d\d \(\+\d+\)/ }).waitFor();
  }
  // The name at the top has the new rating too.
  await jan.page.locator('.account-link', { hasText: /jan1[56][1-9]\d\?/ }).waitFor();

  await ida.open('/players');
  const names = ida.page.locator('.players tbody th a');
  await names.first().waitFor();
  expect(await names.allTextContents()).toEqual(['jan', 'ida']);
  await names.first().click();
  await ida.page.locator('.profile', { hasText: 'after one rated game' }).waitFor();
  expect(await ida.page.locator('.graph').getAttribute('aria-label')).toMatch(/1[56]\d\d/);
  expect(await ida.page.locator('.results tbody').textContent()).toBe('Berkeley100');
  await ida.page.locator('.rows .state', { hasText: /^Won \+\d+$/ }).click();
  await ida.page.locator('.end-card', { hasText: 'You lost' }).waitFor();
  await guest.open('/player/ida');
  await guest.page.locator('.rows .state', { hasText: /^Lost −\d+$/ }).waitFor();
  expect(await guest.page.getByRole('button', { name: 'Challenge' }).count()).toBe(0);
});

it('asks a guest to sign in before a rated game, and brings him back', async () => {
  const [karl, guest] = (await gather(2)) as [Person, Person];
  await karl.signUp('karl');
  await karl.begin({ opponent: 'anyone', clock: { minutes: 5, increment: 3 }, rated: true });
  const table = new URL(karl.page.url()).pathname;
  await guest.open(table.replace('/game/', '/join/'));
  await guest.page.getByText('karl1500? invites you to play.').waitFor();
  await guest.page.getByText('The game is rated').waitFor();
  await guest.page.getByRole('link', { name: 'Sign in to accept' }).click();
  const form = guest.page.locator('.card', { has: guest.page.getByRole('heading', { name: 'Sign up' }) });
  await form.getByLabel('Name').fill('lisa');
  await form.getByLabel('Password').fill('long enough');
  await form.getByRole('button').click();
  await guest.press('Accept and play');
  await isAtBoard(guest);
  await karl.page.locator('.player.opponent', { hasText: 'lisa' }).waitFor();
});

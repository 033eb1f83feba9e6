// Two people in two browsers: invitation, mate, promotion, offers, presence, a second device, and what each is sent.
import { expect, it, vi } from 'vitest';
import { playOut } from './player';
import { stage } from './stage';

const around = stage();
const { enter, meet } = around;

it('waits with a link, and begins when it is accepted', async () => {
  const white = await enter({ viewport: { width: 360, height: 740 }, hasTouch: true });
  const invitation = await white.begin({ opponent: 'person', clock: { minutes: 5, increment: 3 } });
  const link = await white.page.getByLabel('Invitation link').inputValue();
  expect(link).toBe(around.server.address + invitation);
  const black = await enter();
  await black.open(invitation!);
  await black.page.getByText('5 min + 3 s').waitFor();
  await black.accept(invitation!);
  expect(black.side).toBe('black');
  await white.turn();
  expect(await white.page.getByLabel('Invitation link').count()).toBe(0);
  expect(await white.page.locator('.player.own .clock').textContent()).toMatch(/^[45]:\d\d$/);
  // The link is gone, and the board has moved up.
  expect(await white.tries('e2e4', 'tap')).toBe('ok');
});

it('ends by the referee: mate in two moves', async () => {
  const [white, black] = await meet();
  await playOut(white, black, ['f2f3', 'e7e5', 'g2g4', 'd8h4']);
  for (const person of [white, black]) await person.page.locator('.review').waitFor();
  expect(await white.page.locator('.end-card h1').textContent()).toBe('You lost');
  expect(await black.page.locator('.end-card h1').textContent()).toBe('You won');
  expect(await white.page.locator('.end-card').textContent()).toContain('Checkmate');
  await white.sees('h4', 'black queen');

  const stranger = await enter();
  await stranger.open(new URL(white.page.url()).pathname);
  await stranger.page.locator('.review h1', { hasText: 'Black won' }).waitFor();
});

it('shows check lines and captures, and asks what a pawn becomes', async () => {
  const [white, black] = await meet();
  await playOut(white, black, ['a2a4', 'g8f6', 'a4a5', 'f6g8', 'a5a6', 'g8f6']);
  await white.turn();
  await white.press('Phantoms');
  await white.page.getByRole('button', { name: /^rook:/ }).click();
  await white.click('a8');
  await white.sees('a8', 'black rook');
  await white.press('Done with phantoms');
  await playOut(white, black, ['a6b7', 'f6g8']);
  await white.hears('Black has moved');
  expect(await black.page.locator('.log').textContent()).toContain('Capture on b7');

  await white.turn();
  await white.click('b7');
  await white.click('a8');
  await white.press('Cancel');
  await white.sees('b7', 'white pawn');
  await white.sees('a8', 'black rook');
  expect(await white.tries('b7a8q')).toBe('ok');
  await white.sees('a8', 'white queen');
  await white.page.locator('.log', { hasText: 'a8=Q' }).waitFor();
  await vi.waitUntil(() => white.sent.at(-1) === '{"type":"phantoms","phantoms":{}}', { timeout: 30_000 });
  await black.turn();
  await vi.waitFor(async () => expect(await black.marked('captured-here', 'a8')).toBe(true));

  await playOut(white, black, ['h7h6', 'a8b8', 'h6h5', 'b8c8', 'h5h4', 'c8d8']);
  await black.turn();
  expect(black.now!.check).toEqual(['rank']);
  await vi.waitFor(async () => expect(await black.marked('check-line', 'd8')).toBe(true));
  expect(await black.marked('checked-king', 'e8')).toBe(true);
  await black.page.getByText('You are in check').waitFor();
});

it('owes a pawn capture after “Any?” was answered with yes', async () => {
  const [white, black] = await meet({ rules: 'english' });
  await playOut(white, black, ['e2e4', 'd7d5']);
  await white.turn();
  await white.press('Any?');
  await white.hears('yes, a pawn can capture');
  await white.hears('try a pawn capture');
  expect(await white.tries('e4d5')).toBe('ok');
  await black.hears('Capture on d5');
  expect(await black.page.locator('.log').textContent()).toContain('Any?');
});

it.each([
  ['cincinnati', 'You have pawn tries'],
  ['wild16', 'One pawn try'],
  ['rand', 'Pawn tries from e4'],
])('tells pawn tries as %s does', async (rules, text) => {
  const [white, black] = await meet({ rules });
  await playOut(white, black, ['e2e4', 'd7d5']);
  await white.page.locator('.facts', { hasText: text }).waitFor();
  if (rules === 'rand') await vi.waitFor(async () => expect(await white.marked('pawn-try', 'e4')).toBe(true));
});

it('hears refusals of the other where the rules say so, and never otherwise', async () => {
  for (const [rules, heard] of [
    ['berkeley', true],
    ['wild16', false],
  ] as const) {
    const [white, black] = await meet({ rules });
    await vi.waitUntil(() => black.now?.opponent_here);
    const frames = black.frames.length;
    expect(await white.tries('e2d3')).toBe('no');
    expect(await white.tries('e2f3')).toBe('no');
    expect(await white.tries('e2e4')).toBe('ok');
    await black.turn();
    expect(black.frames.length - frames).toBe(heard ? 3 : 1);
    const log = await black.page.locator('.log').textContent();
    if (heard) expect(log).toContain('no, 2 times');
    else expect(log).not.toContain('no');
  }
});

it('offers, declines and agrees to a draw', async () => {
  const [white, black] = await meet();
  await playOut(white, black, ['e2e4', 'e7e5']);
  await white.turn();
  await white.press('Offer draw');
  await white.page.getByText('You offered a draw.').waitFor();
  await black.press('Decline');
  await white.page.getByText('You offered a draw.').waitFor({ state: 'detached' });
  await playOut(white, black, ['d2d4', 'd7d6']);
  await black.press('Offer draw');
  await white.press('Accept');
  await black.page.locator('.end-card h1', { hasText: 'Draw' }).waitFor();
  await white.press('Rematch');
  await white.page.getByRole('button', { name: 'Rematch offered' }).waitFor();
  await black.press('Accept rematch');
  await Promise.all(
    [white, black].map((person) => vi.waitUntil(() => person.now?.status === 'playing', { timeout: 30_000 })),
  );
  expect([white.side, black.side]).toEqual(['black', 'white']);
});

it('aborts before the first move', async () => {
  const [white, black] = await meet();
  await black.press('Abort');
  await white.page.locator('.end-card h1', { hasText: 'aborted' }).waitFor();
});

it('sees the other come and go', async () => {
  const [white, black] = await meet();
  await playOut(white, black, ['e2e4']);
  await white.page.locator('.presence', { hasText: 'online' }).waitFor();
  const at = new URL(black.page.url()).pathname;
  await black.open('/rules');
  await white.page.locator('.presence', { hasText: 'away' }).waitFor();
  expect(await white.page.getByRole('button', { name: 'Claim victory' }).isDisabled()).toBe(true);
  await black.open(at);
  await white.page.locator('.presence', { hasText: 'online' }).waitFor();
});

it('goes on at another device, which shares the notes', async () => {
  const [white, black] = await meet();
  await white.press('Play on another device');
  const link = await white.page.locator('dialog input').inputValue();
  await white.press('Close');
  const second = await enter();
  await second.open(new URL(link).pathname);
  await second.press('Play here');
  await second.page.locator('cg-board piece').first().waitFor();
  expect(await second.tries('e2e4')).toBe('ok');
  await white.sees('e4', 'white pawn');
  await white.press('Phantoms');
  await white.press('Starting position');
  await second.sees('e8', 'black king');
  await black.turn();
});

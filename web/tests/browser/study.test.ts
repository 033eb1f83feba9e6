// Problems: put on the board, solved, walked through to mate, saved and opened again.
import { expect, it, vi } from 'vitest';
import type { Side } from '../../src/base/protocol';
import { pointOf, width, type Person } from './player';
import { phone, stage } from './stage';

const { enter } = stage();

async function openStudy(options?: Parameters<typeof enter>[0]): Promise<Person> {
  const person = await enter(options);
  await person.open('/study');
  await person.page.locator('.study cg-board').waitFor();
  return person;
}

const put = async (person: Person, kind: string, square: string, side: Side = 'white') => {
  await person.press(`Place a ${kind}`);
  await person.page.mouse.click(...(await pointOf(person.page, square, side)));
};

async function paint(person: Person, squares: string[], side: Side = 'white'): Promise<void> {
  await person.press(/^Paint: King/);
  for (const square of squares) await person.page.mouse.click(...(await pointOf(person.page, square, side)));
}

const posed = (person: Person, text: string) => person.page.locator('.posed', { hasText: text }).waitFor();

async function solve(person: Person, ply: number): Promise<void> {
  await person.page.getByLabel('Mate in').selectOption(String(ply));
  await person.press('Solve');
}

const verdict = (person: Person, text: string) =>
  person.page.getByRole('heading', { name: text, exact: true }).waitFor();

/** King and rook against a king in the corner: mate on the rank, wherever it stands of the two squares. */
async function poseCorner(person: Person): Promise<void> {
  await put(person, 'king', 'g6');
  await put(person, 'rook', 'a1');
  await paint(person, ['g8', 'h8']);
  await posed(person, '2 positions.');
}

const fens = async (person: Person): Promise<string[]> => {
  const { page } = person;
  const list = page.locator('.positions');
  if ((await list.getAttribute('open')) === null) await list.locator('summary').click();
  await list.locator('.fen').first().waitFor();
  return list.locator('.fen').allTextContents();
};

it('finds a mate in one move, and shows it', async () => {
  const person = await openStudy();
  const { page } = person;
  await page.getByText('Place White’s king on the board.').waitFor();
  await put(person, 'king', 'b6');
  await put(person, 'rook', 'h1');
  await page.getByText('Paint the squares where Black’s king can be.').waitFor();
  await paint(person, ['a8']);
  await posed(person, '1 position.');
  await page.mouse.move(...(await pointOf(page, 'a8', 'white')));
  await page.locator('.heat-note', { hasText: 'a8: a man in 100% of the positions' }).waitFor();

  await page.getByText('All keys').click();
  await solve(person, 1);
  await verdict(person, 'Guaranteed mate in 1 ply');
  expect(await page.locator('.key').allTextContents()).toEqual(['Rh1–h8']);
  await page.locator('.walk-ask', { hasText: 'Try Rh1–h8.' }).waitFor();
  await vi.waitFor(async () => expect(await page.locator('.cg-shapes line').count()).toBe(1));
  await person.press('Referee: check on the rank: mate');
  await page.locator('.walk-ask.mates', { hasText: 'Checkmate.' }).waitFor();
  await page.locator('.walk-fact', { hasText: '1 position left.' }).waitFor();
  await person.sees('h8', 'white rook');
  await person.sees('a8', 'black king');
  await person.press('Back');
  await person.sees('h1', 'white rook');
});

it('mates in all of several positions, and is kept', async () => {
  const person = await openStudy();
  const { page } = person;
  await poseCorner(person);
  const shown = await fens(person);
  expect(shown.map((fen) => fen.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
    '6k1/8/6K1/8/8/8/8/R7 w',
    '7k/8/6K1/8/8/8/8/R7 w',
  ]);
  await solve(person, 3);
  await verdict(person, 'Guaranteed mate in 1 ply');
  await person.press('Referee: check on the rank: mate');
  await page.locator('.walk-fact', { hasText: '2 positions left.' }).waitFor();
  await person.press('First step');

  await person.press('Save problem');
  const link = await page.getByLabel('Link to the problem').inputValue();
  const download = page.getByRole('link', { name: 'Download the problem' });
  const line = JSON.parse(
    await page.evaluate(async (at) => (await fetch(at!)).text(), await download.getAttribute('href')),
  );
  expect(line).toMatchObject({ rules: 'berkeley', ply: 3 });
  expect([...line.states].sort()).toEqual([...shown].sort());

  const other = await enter();
  await other.open(new URL(link).pathname);
  await posed(other, '2 positions.');
  expect((await fens(other)).sort()).toEqual([...shown].sort());
  expect(await other.page.getByLabel('Mate in').inputValue()).toBe('3');
  await other.press('Solve');
  await verdict(other, 'Guaranteed mate in 1 ply');
});

it('says where there is no mate, and what is wrong with a problem', async () => {
  const person = await openStudy();
  const { page } = person;
  await put(person, 'king', 'e4');
  await put(person, 'rook', 'a1');
  await paint(person, ['h8', 'g8']);
  await posed(person, '2 positions.');
  await solve(person, 1);
  await verdict(person, 'No guaranteed mate in 1 ply');
  expect(await page.locator('.walker').isVisible()).toBe(false);

  // Beside the attacker's king no king can be: nothing is left.
  await person.press(/^Clear the squares of the king/);
  await paint(person, ['e5']);
  await page.locator('.posed-line .problem').filter({ hasText: /./ }).waitFor();
  expect(await page.getByRole('button', { name: 'Solve' }).isDisabled()).toBe(true);

  await page.getByText('Positions', { exact: true }).click();
  await page.getByLabel(/^Positions, one FEN/).fill('this is no position');
  await page.locator('.posed-line .problem').filter({ hasText: /./ }).waitFor();
  await page.getByLabel(/^Positions, one FEN/).fill('7k/8/6K1/8/8/8/8/R7 w - - 0 1\n6k1/8/6K1/8/8/8/8/R7 w - - 0 1\n');
  await posed(person, '2 positions.');
});

it('is set up with keys', async () => {
  const person = await openStudy();
  const { page } = person;
  const walk = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: 'Place a king' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.study .board').focus();
  await walk('ArrowUp', 'ArrowUp', 'Enter');
  await person.sees('e5', 'white king');
  await walk('Delete');
  await person.sees('e5', undefined);
  await walk('Enter');
  await page.getByRole('button', { name: /^Paint: King/ }).focus();
  await page.keyboard.press('Space');
  await page.locator('.study .board').focus();
  await walk('ArrowUp', 'Enter', 'ArrowRight', 'Enter');
  await page.getByRole('button', { name: 'Paint: King 2 squares' }).waitFor();
});

it('has Black as the attacker, and men that are dragged', async () => {
  const person = await openStudy();
  const { page } = person;
  await page.locator('.men-panel').getByText('Black', { exact: true }).click();
  await put(person, 'king', 'g3', 'black');
  const tray = (await page.getByRole('button', { name: 'Place a rook' }).boundingBox())!;
  await page.mouse.move(tray.x + tray.width / 2, tray.y + tray.height / 2);
  await page.mouse.down();
  await page.mouse.move(...(await pointOf(page, 'a7', 'black')), { steps: 8 });
  await page.mouse.up();
  await person.sees('a7', 'black rook');
  await page.mouse.move(...(await pointOf(page, 'a7', 'black')));
  await page.mouse.down();
  await page.mouse.move(...(await pointOf(page, 'a8', 'black')), { steps: 8 });
  await page.mouse.up();
  await person.sees('a8', 'black rook');
  await person.press(/^Paint: King/);
  await page.mouse.move(...(await pointOf(page, 'g1', 'black')));
  await page.mouse.down();
  await page.mouse.move(...(await pointOf(page, 'h1', 'black')), { steps: 8 });
  await page.mouse.up();
  await posed(person, '2 positions.');
  await solve(person, 1);
  await verdict(person, 'Guaranteed mate in 1 ply');
});

it('has the problems of composers', async () => {
  const person = await openStudy();
  const { page } = person;
  await page.getByText('Problem', { exact: true }).click();
  await page.getByLabel('Classic problems').selectOption({ label: 'G. F. Anderson, Are There Any? 1: mate in 2, 4 positions' });
  await posed(person, '4 positions.');
  await person.press('Solve');
  await verdict(person, 'Guaranteed mate in 3 ply');
});

it('reports to composers: keys, duals, other rules', async () => {
  const person = await openStudy();
  const { page } = person;
  await page.getByText('Problem', { exact: true }).click();
  await page.getByLabel('Classic problems').selectOption('classic-16');
  await posed(person, '1 position.');
  await page.getByText('Report: keys').click();
  await person.press('Solve');
  await verdict(person, 'Guaranteed mate in 5 ply');
  await page.getByText('Several keys: the problem is not sound.').waitFor();
  expect(await page.locator('.report tbody tr').count()).toBe(5);
  await page.locator('.report tr', { hasText: 'English' }).getByText('mate in 5 ply').waitFor();
  await page.locator('.duals button').first().click();
  await page.locator('.walk-fact', { hasText: 'left.' }).waitFor();
});

it('fits a phone', async () => {
  const person = await openStudy({ ...phone, viewport: { width: 390, height: 780 } });
  const { page } = person;
  await poseCorner(person);
  expect(await width(person)).toBe(390);
  await solve(person, 1);
  await verdict(person, 'Guaranteed mate in 1 ply');
  expect(await width(person)).toBe(390);
  for (const way of ['Positions', 'Game', 'Problem']) {
    await page.locator('.study-ways').getByText(way, { exact: true }).click();
    expect(await width(person)).toBe(390);
  }
});

it('poses its problem again after a lost connection', async () => {
  const person = await enter();
  const { page } = person;
  let connections = 0;
  let hangUp = () => {};
  await page.routeWebSocket(/ws\/study/, (socket) => {
    connections += 1;
    socket.connectToServer();
    hangUp = () => void socket.close();
  });
  await person.open('/study');
  await page.locator('.study cg-board').waitFor();
  await poseCorner(person);
  hangUp();
  await page.getByText('Reconnecting').waitFor();
  await page.getByText('Reconnecting').waitFor({ state: 'hidden' });
  expect(connections).toBe(2);
  await posed(person, '2 positions.');
  await solve(person, 1);
  await verdict(person, 'Guaranteed mate in 1 ply');
});

// The folders of src/ lie in layers. An import leads to the same folder or to a lower layer; folders of one layer do not know
// each other.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** From below. */
const layers = [
  ['base'],
  ['ui'],
  ['plan', 'replay'],
  ['game', 'lobby', 'machines', 'puzzle', 'review', 'rules', 'study'],
  ['pages'],
  ['main.ts'],
];

const source = join(import.meta.dirname, '../../src');

interface Import {
  file: string;
  to: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)].map(([, path]) => ({
    file,
    to: join(dirname(file), path!),
  }));
}

const folderOf = (file: string): string => file.split('/')[0]!;
const layerOf = (file: string): number => layers.findIndex((layer) => layer.includes(folderOf(file)));
const isAllowed = ({ file, to }: Import): boolean => folderOf(file) === folderOf(to) || layerOf(to) < layerOf(file);

/** The folders of a way that leads back to where it began, or nothing. */
function cycleIn(imports: Import[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { file, to } of imports)
    if (folderOf(file) !== folderOf(to))
      next.set(folderOf(file), (next.get(folderOf(file)) ?? new Set()).add(folderOf(to)));
  const done = new Set<string>();
  function visit(folder: string, way: string[]): string[] {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return [];
    for (const one of next.get(folder) ?? []) {
      const found = visit(one, [...way, folder]);
      if (found.length > 0) return found;
    }
    done.add(folder);
    return [];
  }
  for (const folder of next.keys()) {
    const found = visit(folder, []);
    if (found.length > 0) return found;
  }
  return [];
}

const text = ({ file, to }: Import): string => `${file} imports ${to}`;

describe('folders', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const imports = files.flatMap(importsOf).filter(({ to }) => !to.endsWith('.css'));

  it('are all in a layer', () => {
    expect(imports.length).toBeGreaterThan(files.length);
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
    expect(imports.filter(({ to }) => layerOf(to) < 0).map(text)).toEqual([]);
  });

  it('import from lower layers only', () => expect(imports.filter((one) => !isAllowed(one)).map(text)).toEqual([]));

  it('have no cycles', () => expect(cycleIn(imports)).toEqual([]));

  it('would be caught importing upwards, sideways or in a circle', () => {
    expect(isAllowed({ file: 'ui/board.ts', to: 'game/state' })).toBe(false);
    expect(isAllowed({ file: 'study/study.ts', to: 'puzzle/words' })).toBe(false);
    expect(isAllowed({ file: 'study/study.ts', to: 'plan/walk' })).toBe(true);
    const circle = [
      { file: 'game/a.ts', to: 'review/b' },
      { file: 'review/b.ts', to: 'study/c' },
      { file: 'study/c.ts', to: 'game/a' },
    ];
    expect(cycleIn(circle)).toEqual(['game', 'review', 'study', 'game']);
    expect(cycleIn(circle.slice(1))).toEqual([]);
  });
});

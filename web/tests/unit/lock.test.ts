import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const packages = (JSON.parse(text) as { packages: Record<string, { engines?: unknown }> }).packages;

it('names no registry', () => expect(text).not.toContain('"resolved"'));

// scripts/tidy-lock.mjs says why.
it('lets old versions of Node install the bundler', () => {
  const strict = Object.keys(packages).filter(
    (path) => path.startsWith('node_modules/@rolldown/binding-') && packages[path]!.engines,
  );
  expect(strict, 'run npm run lock').toEqual([]);
});

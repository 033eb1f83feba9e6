// Makes package-lock.json fit this project after a change of versions: npm run lock.
//
// Debian 12's npm runs on Node 18 and leaves out optional packages whose "engines" it does not meet. The bundler's native
// parts are such packages, although they are run by the pinned Node 20, so their "engines" are taken out of the lock.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path.startsWith('node_modules/@rolldown/binding-')) delete entry.engines;
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

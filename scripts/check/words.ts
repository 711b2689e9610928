/** Lists words in names that are neither English nor in words.txt: `node scripts/run.mjs scripts/check/words.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import english from 'an-array-of-english-words';

const checkout = resolve(import.meta.dirname, '../..');
const terms = readFileSync(join(import.meta.dirname, 'words.txt'), 'utf8').split(/\s+/);
const known = new Set([...english, ...terms]);

/** Comments, strings with their `${…}`, and text in JSX. */
const NO_CODE = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|>[^<>{}=;]*<\//g;

/** English words to avoid in code in favour of standard terms. */
const AVOIDED =
  'door spool seal letter forgive proven outdate tally stranger strangers complaint complaints patience entrance overtake'.split(
    ' ',
  );
for (const word of AVOIDED) known.delete(word);

const partsOf = (name: string) => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.map((part) => part.toLowerCase()) ?? [];

const found = new Map<string, string>();
for (const folder of ['src', 'test', 'e2e', 'scripts']) {
  for (const name of readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:tsx?|mjs)$/.test(name) || name.endsWith('tables.server.ts')) continue;
    const file = join(folder, name);
    const identifiers =
      readFileSync(join(checkout, file), 'utf8')
        .replace(NO_CODE, ' ')
        .match(/[A-Za-z]\w+/g) ?? [];
    for (const whole of [name, ...identifiers]) {
      for (const part of partsOf(whole)) {
        if (part.length > 2 && !known.has(part) && !found.has(part)) found.set(part, `${whole} in ${file}`);
      }
    }
  }
}
for (const [part, place] of [...found].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${part.padEnd(16)} ${place}`);
console.log(`${found.size} words to look at.`);

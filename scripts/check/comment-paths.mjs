/** Reports file names in comments that do not exist: a part of `npm run check`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const checkout = resolve(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: checkout,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])(?:\/\/|--) .*$/gm;
const NAME = /(?<![\w/.@*{-])[\w-][\w./-]*\.(?:tsx?|mjs|sql)\b/g;

let missing = 0;
for (const file of files.filter((name) => /^(?:src|test|e2e|scripts|database)\/.*\.(?:tsx?|mjs|sql)$/.test(name))) {
  const text = readFileSync(resolve(checkout, file), 'utf8');
  for (const [comment] of text.matchAll(COMMENT))
    for (const [name] of comment.matchAll(NAME)) {
      if (files.some((existing) => existing === name || existing.endsWith(`/${name}`))) continue;
      console.error(`${file}: there is no ${name}`);
      missing += 1;
    }
}
process.exitCode = missing > 0 ? 1 : 0;

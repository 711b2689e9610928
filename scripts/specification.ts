/** The specification check: `node scripts/run.mjs scripts/specification.ts`. Every line of docs/specification.md is proven by a test. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { specificationProblems } from './specification/statements.ts';

const SPECIFICATION = 'docs/specification.md';
const checkout = resolve(import.meta.dirname, '..');

function read(path: string): string | undefined {
  const file = join(checkout, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const tests = ['src', 'test', 'e2e', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  // The check's own tests speak of statements that do not exist.
  .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !file.startsWith('scripts/specification/'));

const { problems, count } = specificationProblems(read(SPECIFICATION) ?? '', read, tests);
for (const problem of problems) console.log(`${SPECIFICATION}, ${problem}`);
console.log(`${count} statements, ${problems.length} of them not proven.`);
process.exitCode = problems.length ? 1 : 0;

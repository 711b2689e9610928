/** Checks that a test proves each line of docs/specification.md, and that files named in docs/security.md exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { missingPaths, specificationProblems } from './specification/statements.ts';

const SPECIFICATION = 'docs/specification.md';
const SECURITY = 'docs/security.md';
const checkout = resolve(import.meta.dirname, '..');

function read(path: string): string | undefined {
  const file = join(checkout, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const tests = ['src', 'test', 'e2e', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  // The check's own tests mention fictitious statements.
  .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !file.startsWith('scripts/specification/'));

const { problems, count } = specificationProblems(read(SPECIFICATION) ?? '', read, tests);
for (const problem of problems) console.log(`${SPECIFICATION}, ${problem}`);
console.log(`${count} statements, ${problems.length} of them without proof.`);
const security = missingPaths(read(SECURITY) ?? '', read);
for (const problem of security.problems) console.log(`${SECURITY}, ${problem}`);
if (security.count === 0) console.log(`${SECURITY} names no test.`);
process.exitCode = problems.length || security.problems.length || security.count === 0 ? 1 : 0;

/** The shape check: `node scripts/run.mjs scripts/shape.ts`. Names, rooms, arrows, lengths and words that the house does not want. */
import { resolve } from 'node:path';
import { filesOf, report, shapeProblems } from './shape/house.ts';

const files = filesOf(resolve(import.meta.dirname, '..'));
const problems = shapeProblems(files);
for (const { path, message } of problems) console.log(`${path}: ${message}\n`);
console.log(
  problems.length ? `${problems.length} breaches of the shape of the house. ${report(files)}` : report(files),
);
process.exitCode = problems.length ? 1 : 0;

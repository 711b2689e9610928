/** The house as files, what is wrong with its shape, and how it does against the house's measures. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { arrowProblems, ringProblems } from './arrows.ts';
import { nameProblems } from './names.ts';
import type { Problem, SourceFile } from './source.ts';
import { linesOf, wordProblems } from './words.ts';

const FOLDERS = ['src', 'test', 'e2e', 'scripts', 'migrations'];
const SOURCE = /\.(?:tsx?|mjs|css|sql)$/;

export function shapeProblems(files: SourceFile[]): Problem[] {
  return [
    ...files.flatMap((file) => [...nameProblems(file), ...arrowProblems(file), ...wordProblems(file)]),
    ...ringProblems(files),
  ];
}

export function filesOf(checkout: string): SourceFile[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`),
  );
  return [...paths, ...readdirSync(checkout)]
    .filter((path) => SOURCE.test(path) && statSync(join(checkout, path)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(join(checkout, path), 'utf8') }));
}

/** How the source is doing against the house's measures: median at most 60 lines, tests at least half of the source. */
export function report(files: SourceFile[]): string {
  const source = files.filter(({ path }) => path.startsWith('src/'));
  const [tests, code] = [source.filter(isTest), source.filter((file) => !isTest(file))].map((some) =>
    some.map(({ text }) => linesOf(text)),
  );
  const sum = (lines: number[] = []) => lines.reduce((total, count) => total + count, 0);
  const middle = code?.sort((a, b) => a - b)[Math.floor(code.length / 2)] ?? 0;
  const others = sum(files.filter(({ path }) => /^(?:test|e2e)\//.test(path)).map(({ text }) => linesOf(text)));
  return `src: ${code?.length ?? 0} files, median ${middle} lines, longest ${code?.at(-1) ?? 0}; ${sum(code)} lines and ${sum(tests) + others} of tests.`;
}

function isTest({ path }: SourceFile): boolean {
  return path.includes('.test.');
}

/**
 * Each line of the specification needs proof: a test with its id in the title or a table row, a test named by the line,
 * or a decision that departs from it. Titles are written as in the source, optionally after describe titles.
 *
 *     - S1.4.1 A password has at most 128 characters
 *     - S1.4.2 A password has at least 6 characters | test: src/features/account/account.test.ts › refuses short ones
 *     - S1.9.1 Sign-up has a phone number | decision: docs/decisions/0005-departures-from-the-specification.md
 */
const LINE = /^- (S\d+(?:\.\d+)*[a-z]?) (.+)$/;

/** Reads a file of the checkout, or returns undefined if it is missing. */
export type Read = (path: string) => string | undefined;

/** Returns a message for each unproven line and each unknown id in `tests`; `count` is the number of statements. */
export function specificationProblems(
  text: string,
  read: Read,
  tests: string[],
): { problems: string[]; count: number } {
  const problems: string[] = [];
  const seen = new Set<string>();
  const fileById = new Map(tests.flatMap((file) => statementIds(read(file) ?? '').map((id) => [id, file])));
  for (const [index, line] of text.split('\n').entries()) {
    if (!/^\s*[-*] /.test(line)) continue;
    const problem = (words: string) => problems.push(`line ${index + 1}: ${words}`);
    const [statement = '', ...proofs] = line.split(' | ');
    const [, id] = LINE.exec(statement) ?? [];
    if (!id) {
      problem(
        `write it as '- S1.2.3 statement | test: file › title' or '… | decision: docs/decisions/NNNN-title.md': ${line}`,
      );
      continue;
    }
    if (seen.has(id)) problem(`${id} is already taken by another statement. Give this one the next free number.`);
    seen.add(id);
    if (proofs.length === 0 && !fileById.has(id))
      problem(`${id} has no test or decision. Write a test with ${id} in its title.`);
    for (const proof of proofs) {
      const words = proofProblem(proof.trim(), read);
      if (words) problem(`${id}: ${words}`);
    }
  }
  for (const [id, file] of fileById) {
    if (!seen.has(id)) problems.push(`there is no statement ${id}, whose id is in ${file}.`);
  }
  if (seen.size === 0 && problems.length === 0) problems.push('there is no statement at all.');
  return { problems, count: seen.size };
}

function proofProblem(proof: string, read: Read): string | null {
  const [, decision] = /^decision: (\S+)$/.exec(proof) ?? [];
  if (decision) return read(decision) === undefined ? `there is no ${decision}.` : null;

  const [, file, titlePath] = /^test: (\S+) › (.+)$/.exec(proof) ?? [];
  if (!file || !titlePath) return `'${proof}' is neither 'test: file › title' nor 'decision: file'.`;
  if (!/\.(?:test|spec)\.tsx?$/.test(file)) return `${file} is not run as a test: name a .test.ts or .spec.ts file.`;
  const source = read(file);
  if (source === undefined) return `there is no ${file}.`;
  const titles = testTitles(source);
  for (const part of titlePath.split(' › ')) {
    const found = titles.find(({ title }) => title === part);
    if (!found) return `${file} has no test called '${part}'. Name it exactly as in its source, or write it.`;
    if (found.skipped) return `'${part}' in ${file} is skipped, so it proves nothing.`;
  }
  return null;
}

type TestTitle = { title: string; skipped: boolean };

const QUOTED = String.raw`(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|\`((?:\\.|[^\`\\])*)\`)`;
/** Matches `it('…'` and `test.describe('…'`, also after a table or condition: `it.each<[…]>([…])('…'`. */
const TITLE = new RegExp(
  String.raw`\b(?:it|test|describe)((?:\.\w+)*)(?:\(\s*|(?<=\.(?:each|for|skipIf|runIf))(?:<[^]*?>)?\([^]*?\)\(\s*)${QUOTED}\s*[,)]`,
  'g',
);

export function testTitles(source: string): TestTitle[] {
  return [...source.matchAll(TITLE)].map(([, modifiers = '', ...quoted]) => ({
    title: (quoted.find((text) => text !== undefined) ?? '').replace(/\\(.)/g, '$1'),
    skipped: /\.(?:skip|todo|fixme)\b/.test(modifiers),
  }));
}

const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
/** A skipped call in Biome's layout: up to the line of the same indentation that ends the statement. */
const SKIPPED = /^( *)(?:it|test|describe)(?:\.\w+)*\.(?:skip|todo|fixme)\b(?:.*;$|[\s\S]*?\n\1\S.*;$)/gm;

/** Returns the ids (S1.2.3) in titles and table rows, except in skipped tests. */
function statementIds(source: string): string[] {
  const run = source.replace(COMMENT, '').replace(SKIPPED, '');
  return [...run.matchAll(/\bS\d+(?:\.\d+)+[a-z]?\b/g)].map(([id]) => id);
}

/** Matches a path from the checkout's root. */
const PATH = /(?<![\w/.-])(?:src|test|e2e|scripts|docs|database|public)\/[\w./-]*\w\.\w+/g;

/** Returns a message for each path in `text` without a file; `count` is the number of paths. */
export function missingPaths(text: string, read: Read): { problems: string[]; count: number } {
  const references = text
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(PATH)].map(([path]) => ({ path, line: index + 1 })));
  const missing = references.filter(({ path }) => read(path) === undefined);
  return { problems: missing.map(({ path, line }) => `line ${line}: there is no ${path}.`), count: references.length };
}

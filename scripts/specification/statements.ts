/**
 * The specification as lines that are proven: by a test that carries the statement's id in its title or in a row of its table, by a test
 * that the line names, or by the decision that departs from it.
 *
 *     - S1.4.1 A password has at most 128 characters
 *     - S1.4.2 A password has at least 6 characters | test: src/features/account/account.test.ts › refuses a short password
 *     - S1.9.1 Sign-up asks for a phone number | decision: docs/decisions/0004-no-phone-number.md
 *
 * A line may name several, each after a bar of its own. Titles are written as in the test's source, `%s` included; describe titles
 * may stand before them.
 */
const LINE = /^- (S\d+(?:\.\d+)*[a-z]?) (.+)$/;

/** How the check reads a file of the checkout: its text, or undefined if there is none. */
export type Read = (path: string) => string | undefined;

/** One sentence for each line that is not proven, and for each id in one of the `tests` that no line has; `count` is the number of statements. */
export function specificationProblems(
  text: string,
  read: Read,
  tests: string[],
): { problems: string[]; count: number } {
  const problems: string[] = [];
  const seen = new Set<string>();
  const carriedBy = new Map(tests.flatMap((file) => statementIds(read(file) ?? '').map((id) => [id, file])));
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
    if (proofs.length === 0 && !carriedBy.has(id))
      problem(`${id} is proven by no test and no decision. Write the test that reaches it, with ${id} in its title.`);
    for (const proof of proofs) {
      const words = proofProblem(proof.trim(), read);
      if (words) problem(`${id}: ${words}`);
    }
  }
  for (const [id, file] of carriedBy) {
    if (!seen.has(id)) problems.push(`there is no statement ${id}, whose id stands in ${file}.`);
  }
  if (seen.size === 0 && problems.length === 0) problems.push('there is no statement at all.');
  return { problems, count: seen.size };
}

function proofProblem(proof: string, read: Read): string | null {
  const [, decision] = /^decision: (\S+)$/.exec(proof) ?? [];
  if (decision) return read(decision) === undefined ? `there is no ${decision}.` : null;

  const [, file, wanted] = /^test: (\S+) › (.+)$/.exec(proof) ?? [];
  if (!file || !wanted) return `'${proof}' is neither 'test: file › title' nor 'decision: file'.`;
  if (!/\.(?:test|spec)\.tsx?$/.test(file)) return `${file} is not run as a test: name a .test.ts or .spec.ts file.`;
  const source = read(file);
  if (source === undefined) return `there is no ${file}.`;
  const titles = testTitles(source);
  for (const part of wanted.split(' › ')) {
    const found = titles.find(({ title }) => title === part);
    if (!found) return `${file} has no test called '${part}'. Name it exactly as in its source, or write it.`;
    if (found.skipped) return `'${part}' in ${file} is skipped, so it proves nothing.`;
  }
  return null;
}

type TestTitle = { title: string; skipped: boolean };

const QUOTED = String.raw`(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|\`((?:\\.|[^\`\\])*)\`)`;
/** `it('…'`, `test.describe('…'`, and with a table or a condition first: `it.each([…])('…'`, `it.each<[…]>([…])('…'`. */
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
/** A skipped call as Biome lays it out: from its line to the next one of the same indentation that ends the statement. */
const SKIPPED = /^( *)(?:it|test|describe)(?:\.\w+)*\.(?:skip|todo|fixme)\b(?:.*;$|[\s\S]*?\n\1\S.*;$)/gm;

/** The ids of statements (S1.2.3) in titles and table rows, those of skipped tests not among them. */
function statementIds(source: string): string[] {
  const run = source.replace(COMMENT, '').replace(SKIPPED, '');
  return [...run.matchAll(/\bS\d+(?:\.\d+)+[a-z]?\b/g)].map(([id]) => id);
}

/** A file of ours, by its path from the checkout's root. */
const PATH = /(?<![\w/.-])(?:src|test|e2e|scripts|docs|database|public)\/[\w./-]*\w\.\w+/g;

/** One sentence for each path in the `text` of a document that leads to no file, with its line; `count` is the number of paths. */
export function missingPaths(text: string, read: Read): { problems: string[]; count: number } {
  const named = text
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(PATH)].map(([path]) => ({ path, line: index + 1 })));
  const missing = named.filter(({ path }) => read(path) === undefined);
  return { problems: missing.map(({ path, line }) => `line ${line}: there is no ${path}.`), count: named.length };
}

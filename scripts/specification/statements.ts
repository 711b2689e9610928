/**
 * The specification as lines that are proven: each names the test that reaches it, or the decision that departs from it.
 *
 *     - S1.4.2 A password has at least 6 characters | test: src/features/account/account.test.ts › refuses a short password
 *     - S1.9.1 Sign-up asks for a phone number | decision: docs/decisions/0004-no-phone-number.md
 *
 * A line may name several, each after a bar of its own. Titles are written as in the test's source, `%s` included; describe titles
 * may stand before them.
 */
import { testTitles } from './titles.ts';

const LINE = /^- (S\d+(?:\.\d+)*[a-z]?) (.+)$/;

/** How the check reads a file of the checkout: its text, or undefined if there is none. */
export type Read = (path: string) => string | undefined;

/** One sentence for each line that is not proven; `count` is the number of statements. */
export function specificationProblems(text: string, read: Read): { problems: string[]; count: number } {
  const problems: string[] = [];
  const seen = new Set<string>();
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
    if (proofs.length === 0)
      problem(`${id} names no test and no decision. Write the test that reaches it and name it here.`);
    for (const proof of proofs) {
      const words = proofProblem(proof.trim(), read);
      if (words) problem(`${id}: ${words}`);
    }
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

/** What may not stand in a file, how it begins, and how long it may be. */
import type { Problem, SourceFile } from './source.ts';

const MAX_LINES = 400;

/** Written so that no pattern matches itself: this file is checked like every other. */
const FORBIDDEN: { pattern: RegExp; where?: RegExp; message: string }[] = [
  {
    pattern: /@ts-(?:ignore|expect-error|nocheck)/,
    message: 'A silenced type error is still an error: give the value its type.',
  },
  {
    pattern: /(?:biome(?:-)ignore|(?:oxlint|eslint)-disable)(?:\b|-)/,
    message: 'No check is switched off in a file. Change the code, or argue the rule in its configuration.',
  },
  {
    pattern: /(?:\bas|:|<|\{)\s?any\b(?=[\s;,)>\]}=|&]|$)(?!\s+[a-z]+)/,
    where: /\.(?:tsx?|mjs)$/,
    message: "'any' switches the type checker off. Say 'unknown' and look, or parse with zod.",
  },
  {
    pattern: /\b(?:TO(?:DO)|FIX(?:ME)|HA(?:CK)|XX(?:X))\b/,
    message: 'Do it, or write it down where work is planned. The source tells what is, not what should be.',
  },
  {
    pattern: /\b(?:it|test|describe)(?:\.[a-z]+)*\.(?:only|fixme|todo)\b/,
    message: 'Every test runs, always. Remove .only, .fixme and .todo.',
  },
  {
    pattern: /['"`]\/(?:work|tmp|home|Users)\//,
    message: 'A path of one machine. Derive it from import.meta.url, os.tmpdir() or a setting.',
  },
  {
    pattern: /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})\s*from\b/m,
    where: /^src\//,
    message: 'No barrels: import a thing from the file that makes it.',
  },
];

const OPENS_WITH_COMMENT: Record<string, RegExp> = {
  ts: /^(?:#!.*\n)?\/[*/]/,
  tsx: /^\/[*/]/,
  mjs: /^(?:#!.*\n)?\/[*/]/,
  css: /^\/\*/,
  sql: /^--/,
};

export function wordProblems({ path, text }: SourceFile): Problem[] {
  const problems = FORBIDDEN.flatMap(({ pattern, where, message }) => {
    const found = where && !where.test(path) ? null : pattern.exec(text);
    if (!found) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`line ${line}, '${found[0].trim()}': ${message}`];
  });
  const lines = linesOf(text);
  if (lines > MAX_LINES)
    problems.push(`${lines} lines. No file has more than ${MAX_LINES}: what in it has a name of its own?`);
  const opening = OPENS_WITH_COMMENT[path.split('.').at(-1) ?? ''];
  if (opening && !opening.test(text) && !/\.(?:test|spec)\.tsx?$/.test(path)) {
    problems.push('Begin with one sentence, in a comment, that says what the file is.');
  }
  return problems.map((message) => ({ path, message }));
}

export function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

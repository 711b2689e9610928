/**
 * Checks the English of comments, test titles, sentences on screen and documents against habits of foreign syntax.
 * `node scripts/check/prose.mjs [paths…]` prints findings and a count per folder; `--clean` checks CLEAN_PATHS.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';
import { ALLOWED, HABITS } from './prose-habits.mjs';
import { children, hasSentences, nameOf, sentencesOf, textOf } from './sentences.mjs';

/** Checked by `npm run check`, as paths of `git ls-files`. */
const CLEAN_PATHS = ['.'];

const MAX_COMMENT_LINE = 120;
const MAX_CHANGELOG_LINE = 100;
/** Maximum sentences in a paragraph on screen, except on pages that are read as documents. */
const MAX_SENTENCES = 3;
const LONG_FORM = /^src\/(?:features\/landing|server\/http\/pages|outside)\//;
/** Maximum words in a sentence, by kind. */
const MAX_WORDS = { comment: 30, title: 30, document: 30, sentence: 25 };

/** @typedef {'comment' | 'title' | 'document' | 'sentence'} Kind */
/** @typedef {{ line: number, kind: Kind, text: string }} Prose */
/** @typedef {{ file: string, line: number, habit: string, text: string, cure: string }} Finding */

const checkout = resolve(import.meta.dirname, '../..');
const GENERATED = /^docs\/(?:specification\.md|bench\/)|^database\/schema\.sql|tables\.server\.ts$|^src\/.*\.svg$/;

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  const findings = filesIn(args.includes('--clean') ? CLEAN_PATHS : args).flatMap((file) =>
    check(file, readFileSync(resolve(checkout, file), 'utf8')),
  );
  for (const { file, line, habit, text, cure } of findings) console.log(`${file}:${line}: ${habit}: ${text} → ${cure}`);
  printCounts(findings);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

/** @param {string[]} paths @returns {string[]} */
function filesIn(paths) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: checkout,
    encoding: 'utf8',
  }).split('\n');
  return [...new Set(listed)].filter(
    (file) => /\.(?:tsx?|mjs|sql|css|md|example)$/.test(file) && !GENERATED.test(file),
  );
}

/** @param {Finding[]} findings */
function printCounts(findings) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { file } of findings) {
    const folder = file.split('/').slice(0, -1).slice(0, 3).join('/') || '.';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
    console.log(`${String(count).padStart(6)}  ${folder}`);
  if (findings.length > 0) console.log(`${String(findings.length).padStart(6)}  in all`);
}

/** @param {string} file @param {string} source @returns {Finding[]} */
export function check(file, source) {
  return [...proseOf(file, source).flatMap((prose) => checkProse(file, prose)), ...checkLines(file, source)];
}

/** @param {string} file @param {string} source @returns {Prose[]} */
function proseOf(file, source) {
  if (file.endsWith('.md')) return documentProse(source);
  if (file.endsWith('.sql')) return commentProse(source, sqlComments(source));
  if (file.endsWith('.example')) return exampleProse(source);
  if (file.endsWith('.css')) return commentProse(source, matches(source, /\/\*[\s\S]*?\*\//g));
  const { comments, program } = parseSync(file, source);
  const prose = commentProse(source, comments);
  if (/\.(?:test|spec)\.tsx?$|^test\/|^e2e\//.test(file))
    collectTitles(program, (at, text) => prose.push({ line: lineAt(source, at), kind: 'title', text }));
  if (hasSentences(file)) {
    for (const { at, text, isFixed } of sentencesOf(program))
      if (!isFixed) prose.push({ line: lineAt(source, at), kind: 'sentence', text });
  }
  return prose;
}

/** @typedef {{ start: number, end: number }} Span */
/** @param {string} source @param {RegExp} pattern @returns {Span[]} */
function matches(source, pattern) {
  return [...source.matchAll(pattern)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }));
}

/** SQL comments, including those in function bodies, but not text in strings. @param {string} source */
function sqlComments(source) {
  const blank = source.replace(/'(?:[^'\n]|'')*'|"[^"\n]*"/g, (text) => ' '.repeat(text.length));
  // An apostrophe in a comment would open a string, so comments on their own line are found in the source.
  const own = matches(source, /^[ \t]*--.*|\/\*[\s\S]*?\*\//gm);
  const trailing = matches(blank, /(?<=\S[ \t]*)--.*/g).filter(
    ({ start }) => !own.some((comment) => start < comment.end && start >= comment.start),
  );
  return [...own, ...trailing].sort((a, b) => a.start - b.start);
}

/** Joins line comments that follow each other. @param {string} source @param {Span[]} comments @returns {Prose[]} */
function commentProse(source, comments) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const blocks = [];
  for (const { start, end } of comments) {
    const text = source.slice(start, end);
    const last = blocks.at(-1);
    const isOnOwnLine = /(?:^|\n)[ \t]*$/.test(source.slice(Math.max(0, start - 80), start));
    if (last && isOnOwnLine && !text.startsWith('/*') && /^[ \t]*\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += `\n${text}`;
      last.end = end;
    } else blocks.push({ start, end, text });
  }
  return blocks.flatMap(({ start, text }) => {
    const lines = text.replace(/^[ \t]*(?:\/\*+|\*\/|\*|\/\/|--|#)|\*\/\s*$/gm, '').split('\n');
    return paragraphs(lines, lineAt(source, start), 'comment');
  });
}

/** Reads the comment on each line of settings. @param {string} source @returns {Prose[]} */
function exampleProse(source) {
  return source.split('\n').map((text, index) => ({
    line: index + 1,
    kind: 'comment',
    text: plain(
      text
        .split(/(?:^|\s)#\s/)
        .at(-1)
        ?.replace(/^\w+=.*/, '') ?? '',
    ),
  }));
}

/** @param {string} source @returns {Prose[]} */
function documentProse(source) {
  const blank = (/** @type {string} */ text) => text.replace(/[^\n]/g, ' ');
  const lines = source.replace(/^```[\s\S]*?^```/gm, blank).split('\n');
  const split = lines.flatMap((line, index) => (line.includes('|') ? cells(line, index) : []));
  return [
    ...paragraphs(
      lines.map((line) => (line.includes('|') ? '' : line)),
      1,
      'document',
    ),
    ...split,
  ];
}

/** @param {string} line @param {number} index @returns {Prose[]} */
function cells(line, index) {
  return line.split('|').map((cell) => ({ line: index + 1, kind: 'document', text: plain(cell) }));
}

/**
 * A blank line, a list item, a heading and a tag each begin a paragraph.
 * @param {string[]} lines @param {number} first @param {Kind} kind @returns {Prose[]}
 */
function paragraphs(lines, first, kind) {
  /** @type {Prose[]} */
  const found = [];
  let isOpen = false;
  for (const [index, raw] of lines.entries()) {
    const begins = /^\s*(?:[-*] |\d+\. |#|@\w|> )/.test(raw);
    const last = found.at(-1);
    if (!raw.trim()) isOpen = false;
    else if (last && isOpen && !begins) last.text += ` ${raw.trim()}`;
    else {
      found.push({ line: first + index, kind, text: raw.trim() });
      isOpen = !raw.trim().startsWith('#');
    }
  }
  return found.map((prose) => ({ ...prose, text: plain(prose.text) }));
}

/** Removes code, URLs, JSDoc tags and Markdown. @param {string} text */
function plain(text) {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`]*`/g, 'X')
    .replace(
      /@(?:param|returns?|type|typedef|template|throws)\s*(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})?(?:\s+\[?[\w.]+\]?(?=\s|$))?/g,
      '. ',
    )
    .replace(/https?:\S+/g, 'X')
    .replace(/^\s*(?:[-*>]|\d+\.|#+)\s+|\*+(?=\S)|(?<=\S)\*+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @param {unknown} node @param {(at: number, text: string) => void} add */
function collectTitles(node, add) {
  const at = /** @type {import('./sentences.mjs').Node} */ (node);
  if (at.type === 'CallExpression') {
    const callee = /** @type {import('./sentences.mjs').Node} */ (at.callee);
    const name = nameOf(callee) || nameOf(callee.callee) || nameOf(callee.tag);
    const [title] = /** @type {import('./sentences.mjs').Node[]} */ (at.arguments);
    if (/^(?:test|it|describe|journey)\b/.test(name) && title && /^(?:Literal|TemplateLiteral)$/.test(title.type))
      add(title.start, textOf(title));
  }
  for (const child of children(at)) collectTitles(child, add);
}

/** @param {string} file @param {Prose} prose @returns {Finding[]} */
function checkProse(file, { line, kind, text: whole }) {
  const text = ALLOWED.reduce((rest, [pattern]) => rest.replace(pattern, 'X'), whole);
  /** @type {Finding[]} */
  const found = [];
  for (const { habit, pattern, cure } of HABITS) {
    for (const match of text.matchAll(pattern)) found.push({ file, line, habit, text: around(text, match), cure });
  }
  const sentences = text.split(/(?<=[.!?:;])\s+|\s[·—→]\s/);
  for (const sentence of sentences) {
    const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
    if (words > MAX_WORDS[kind] && (kind !== 'sentence' || /^[A-Z£‘“…]/.test(text)))
      found.push({
        file,
        line,
        habit: 'long sentence',
        text: `${sentence.slice(0, 80)}… (${words} words)`,
        cure: 'split it',
      });
  }
  if (kind === 'sentence' && !LONG_FORM.test(file) && text.split(/(?<=[.!?])\s+/).length > MAX_SENTENCES)
    found.push({ file, line, habit: 'long paragraph', text: `${text.slice(0, 80)}…`, cure: 'at most three sentences' });
  return found;
}

/** @param {string} text @param {RegExpMatchArray} match */
function around(text, { 0: found, index = 0 }) {
  const start = Math.max(0, index - 40);
  const end = index + found.length + 40;
  return `${start > 0 ? '…' : ''}${text.slice(start, index)}«${found}»${text.slice(index + found.length, end)}${end < text.length ? '…' : ''}`;
}

/** @param {string} file @param {string} source @returns {Finding[]} lines that are too long */
function checkLines(file, source) {
  const isLog = file === 'CHANGELOG.md';
  if (file.endsWith('.md') && !isLog) return [];
  const maxLength = isLog ? MAX_CHANGELOG_LINE : MAX_COMMENT_LINE;
  return source.split('\n').flatMap((text, index) => {
    const isProse = isLog || /^\s*(?:\/\/|\/?\*|--|#)/.test(text);
    if (!isProse || text.length <= maxLength || /https?:\/\/\S{60}/.test(text)) return [];
    return {
      file,
      line: index + 1,
      habit: 'long line',
      text: `${text.trim().slice(0, 60)}… (${text.length})`,
      cure: 'wrap or shorten it',
    };
  });
}

/** @param {string} source @param {number} offset */
function lineAt(source, offset) {
  let line = 1;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}

/**
 * Finds sentences and labels on screen. `prose.mjs` checks those that the specification does not fix.
 * `node scripts/check/sentences.mjs [part of a path]` prints them by file; `=` marks fixed ones.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';

/** @typedef {{ type: string, start: number, [key: string]: unknown }} Node */

const checkout = resolve(import.meta.dirname, '../..');
const specification = readFileSync(join(checkout, 'docs/specification.md'), 'utf8');

/** Attributes and properties whose text is not displayed. */
const MACHINE_KEYS = new Set(
  `className key id type role href to path name value inputMode autoComplete autoCapitalize variant size tone kind seed width head
  narrow scope rel target method operationId htmlFor d viewBox fillRule draft bucket queryKey mutationKey accept style`.split(
    /\s+/,
  ),
);
/** Calls and tags whose text is not displayed, or only to operators. */
const MACHINE_CALLS =
  /^(?:sql|cx|css|import|require|console\.\w+|(?:\w+\.)*log\.\w+|RegExp|\w+\.(?:query|path|regex|match|replace|split))$/;
/** SQL, classes, media queries, content security policies, headers and SVG paths. */
const MACHINE_TEXT =
  /^(?:select|insert|update|delete|with|begin|set|fetch|order by|case|and|to_char|pg_)\b|(?:^|\s)[!-]*(?:\[?[\w-]+:|[a-z]+-(?:\d|\[)|(?:max|min)-[a-z]|(?:flex|grid|inline-\w+|absolute|relative)(?:\s|$))|^\(|'(?:none|self)'|=\d|^M\d/;

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;
/** @param {unknown} value @returns {Node[]} */
const nodes = (value) => [value].flat().filter(isNode);
/** @param {Node} node @returns {Node[]} */
export function children(node) {
  /** @type {Node[]} */
  const found = [];
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) found.push(one);
    } else if (isNode(value)) found.push(value);
  }
  return found;
}

/** @param {unknown} node @returns {string} for example `test.each` */
export function nameOf(node) {
  if (!isNode(node)) return '';
  const { name, value, object, property } = node;
  if (object) return `${nameOf(object)}.${nameOf(property)}`;
  if (isNode(name)) return nameOf(name);
  for (const text of [name, value]) if (typeof text === 'string') return text;
  return '';
}

/** Returns the text on screen, with '…' for each expression. @param {Node} node @returns {string} */
export function textOf(node) {
  if (node.type === 'JSXText' || node.type === 'Literal') return String(node.value);
  if (node.type === 'JSXExpressionContainer') return nodes(node.expression).map(textOf).join('');
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return nodes(node.children).map(textOf).join('');
  if (node.type === 'TemplateLiteral') {
    const quasis = /** @type {{ value: { cooked: string } }[]} */ (node.quasis);
    return quasis.map(({ value }) => value.cooked).join('…');
  }
  return node.type === 'JSXEmptyExpression' ? '' : '…';
}

/** @param {string} text */
function isSentence(text) {
  if (MACHINE_TEXT.test(text)) return false;
  return /^[A-Z£'"‘“…][^_/{}[\]]*[a-z]/.test(text) || /^[a-z][^_/{}<>=;[\]]* [a-z]/i.test(text);
}

/** @param {Node} node @param {(at: number, text: string) => void} add */
function collect(node, add) {
  const { type } = node;
  if (/^(?:Import|Export(?:All|Named)Declaration$|TS(?:Type|Interface|Literal))/.test(type) && !node.declaration)
    return;
  if (type === 'JSXAttribute' && MACHINE_KEYS.has(nameOf(node.name))) return;
  if (type === 'Property' && MACHINE_KEYS.has(nameOf(node.key)) && !nodes(node.value).flatMap(children).length) return;
  if (type === 'CallExpression' && MACHINE_CALLS.test(nameOf(node.callee))) return;
  if (type === 'TaggedTemplateExpression' && MACHINE_CALLS.test(nameOf(node.tag))) return;
  const texts = type === 'JSXElement' || type === 'JSXFragment' ? nodes(node.children) : [];
  if (texts.some((child) => child.type === 'JSXText' && /\w/.test(String(child.value)))) add(node.start, textOf(node));
  else if (type === 'TemplateLiteral' || (type === 'Literal' && typeof node.value === 'string'))
    add(node.start, textOf(node));
  for (const child of children(node)) if (child.type !== 'JSXText') collect(child, add);
}

/**
 * @typedef {{ at: number, text: string, isFixed: boolean }} Sentence `isFixed` if the specification contains it
 *   word for word
 */
/** @param {unknown} program @returns {Sentence[]} */
export function sentencesOf(program) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const node of nodes(program)) {
    collect(node, (at, raw) => {
      const text = raw
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      if (isSentence(text) && !found.has(text)) found.set(text, at);
    });
  }
  return [...found].map(([text, at]) => ({ at, text, isFixed: specification.includes(text) }));
}

/** Whether sentences of this file are shown to people. @param {string} file */
export const hasSentences = (file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.|tables\.server/.test(file);

if (process.argv[1] === import.meta.filename) {
  const part = process.argv[2] ?? '';
  let count = 0;
  for (const name of readdirSync(join(checkout, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join('src', name);
    if (!hasSentences(file) || !file.includes(part)) continue;
    const source = readFileSync(join(checkout, file), 'utf8');
    const sentences = sentencesOf(parseSync(file, source).program);
    if (sentences.length === 0) continue;
    console.log(`\n${file}`);
    for (const { at, text, isFixed } of sentences)
      console.log(`${isFixed ? '=' : ' '} ${String(source.slice(0, at).split('\n').length).padStart(4)}  ${text}`);
    count += sentences.length;
  }
  console.log(`\n${count} sentences and labels.`);
}

/**
 * Prints every sentence that a person can read, by the file it stands in, with its line: `node scripts/run.mjs scripts/check/sentences.ts
 * [part of a path]`. `=` marks those that the specification fixes word for word. To be read as an editor would; no check.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';

type Node = { type: string; start: number; [key: string]: unknown };

const checkout = resolve(import.meta.dirname, '../..');
const fixed = readFileSync(join(checkout, 'docs/specification.md'), 'utf8');

/** Attributes and properties whose text is for machines. */
const NOT_READ = new Set(
  `className key id type role href to path name value inputMode autoComplete autoCapitalize variant size tone kind seed width head
  narrow scope rel target method operationId htmlFor d viewBox fillRule draft bucket queryKey mutationKey accept style`.split(
    /\s+/,
  ),
);
/** Calls and tags whose text is for machines, or for who runs the server. */
const NOT_SAID =
  /^(?:sql|cx|css|import|require|console\.\w+|(?:\w+\.)*log\.\w+|RegExp|\w+\.(?:query|path|regex|match|replace|split))$/;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const children = (node: Node) => Object.values(node).flat().filter(isNode);
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  const { name, value, object, property } = node;
  if (object) return `${nameOf(object)}.${nameOf(property)}`;
  if (isNode(name)) return nameOf(name);
  return [name, value].find((one) => typeof one === 'string') ?? '';
};

/** Text as it is seen: what an expression puts there is '…'. */
function seen(node: Node): string {
  if (node.type === 'JSXText' || node.type === 'Literal') return String(node.value);
  if (node.type === 'JSXExpressionContainer') return seen(node.expression as Node);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return (node.children as Node[]).map(seen).join('');
  if (node.type === 'TemplateLiteral') {
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
  }
  return node.type === 'JSXEmptyExpression' ? '' : '…';
}

/** SQL, classes, media queries, content security policies and headers. */
const NO_WORDS =
  /^(?:select|insert|update|delete|with|begin|set|fetch|order by|case|and|to_char|pg_)\b|(?:^|\s)[!-]*(?:\[?[\w-]+:|[a-z]+-(?:\d|\[)|(?:max|min)-[a-z]|(?:flex|grid|inline-\w+|absolute|relative)(?:\s|$))|^\(|'(?:none|self)'|=\d/;

/** A sentence or a label: it begins as one, or has several words. */
function isRead(text: string): boolean {
  if (NO_WORDS.test(text)) return false;
  return /^[A-Z£'"‘“…][^_/{}[\]]*[a-z]/.test(text) || /^[a-z][^_/{}<>=;[\]]* [a-z]/i.test(text);
}

function collect(node: Node, tell: (at: number, text: string) => void): void {
  const { type } = node;
  if (/^(?:Import|Export(?:All|Named)Declaration$|TS(?:Type|Interface|Literal))/.test(type) && !node.declaration)
    return;
  if (type === 'JSXAttribute' && NOT_READ.has(nameOf(node.name))) return;
  if (type === 'Property' && NOT_READ.has(nameOf(node.key)) && !children(node.value as Node).length) return;
  if (type === 'CallExpression' && NOT_SAID.test(nameOf(node.callee))) return;
  if (type === 'TaggedTemplateExpression' && NOT_SAID.test(nameOf(node.tag))) return;
  const texts = type === 'JSXElement' || type === 'JSXFragment' ? (node.children as Node[]) : [];
  if (texts.some((child) => child.type === 'JSXText' && /\w/.test(String(child.value)))) tell(node.start, seen(node));
  else if (type === 'TemplateLiteral' || (type === 'Literal' && typeof node.value === 'string'))
    tell(node.start, seen(node));
  for (const child of children(node)) if (child.type !== 'JSXText') collect(child, tell);
}

const [, , part = ''] = process.argv;
let count = 0;
for (const name of readdirSync(join(checkout, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
  const file = join('src', name);
  if (!/\.tsx?$/.test(name) || /\.test\.|tables\.server/.test(name) || !file.includes(part)) continue;
  const source = readFileSync(join(checkout, file), 'utf8');
  const found = new Map<string, number>();
  collect(parseSync(file, source).program as unknown as Node, (at, raw) => {
    const text = raw
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (isRead(text) && !found.has(text)) found.set(text, source.slice(0, at).split('\n').length);
  });
  if (found.size === 0) continue;
  console.log(`\n${file}`);
  for (const [text, line] of found)
    console.log(`${fixed.includes(text) ? '=' : ' '} ${String(line).padStart(4)}  ${text}`);
  count += found.size;
}
console.log(`\n${count} sentences and labels.`);

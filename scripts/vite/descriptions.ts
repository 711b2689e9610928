/** Removes API descriptions from the web app's schemas: `.describe('…')` and `.meta({ id: '…' })`. */
import type { Plugin } from 'vite';

type Node = { type: string; start: number; end: number };
type Call = Node & { callee: Node & { object?: Node; property?: Node & { name?: string } }; arguments: Node[] };

export function withoutDescriptions(): Plugin {
  return {
    name: 'tenure:without-descriptions',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/src\/(features|shared)\/.*\.ts$/, code: /\.(describe|meta)\(/ },
      handler(code) {
        return { code: cut(code, this.parse(code)), map: null };
      },
    },
  };
}

/** The code without these calls, which return the schema they are called on. */
export function cut(code: string, program: Node): string {
  const gone: [from: number, to: number][] = [];
  walk(program, (call) => {
    const { object, property } = call.callee;
    const [argument, ...more] = call.arguments;
    if (!object || !argument || more.length > 0) return;
    const text = argument.type === 'Literal' || argument.type === 'TemplateLiteral';
    const named = argument.type === 'ObjectExpression';
    if ((property?.name === 'describe' && text) || (property?.name === 'meta' && named))
      gone.push([object.end, call.end]);
  });
  return gone
    .sort(([one], [other]) => other - one)
    .reduce((left, [from, to]) => left.slice(0, from) + left.slice(to), code);
}

function walk(node: unknown, found: (call: Call) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, found);
  else if (isNode(node)) {
    if (node.type === 'CallExpression') found(node as Call);
    for (const value of Object.values(node)) walk(value, found);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

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

/** Removes calls of `describe` and `meta`, which return the schema on which they are called. */
export function cut(code: string, program: Node): string {
  const removals: [from: number, to: number][] = [];
  walk(program, (call) => {
    const { object, property } = call.callee;
    const [argument, ...more] = call.arguments;
    if (!object || !argument || more.length > 0) return;
    const text = argument.type === 'Literal' || argument.type === 'TemplateLiteral';
    const named = argument.type === 'ObjectExpression';
    if ((property?.name === 'describe' && text) || (property?.name === 'meta' && named))
      removals.push([object.end, call.end]);
  });
  return removals
    .sort(([one], [other]) => other - one)
    .reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), code);
}

function walk(node: unknown, onCall: (call: Call) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, onCall);
  else if (isNode(node)) {
    if (node.type === 'CallExpression') onCall(node as Call);
    for (const value of Object.values(node)) walk(value, onCall);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

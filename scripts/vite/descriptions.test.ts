import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { cut } from './descriptions.ts';

it('removes only the schemas’ API descriptions', () => {
  const code = `z.object({ a: z.string().max(3).describe('A text').optional(), b: c.describe(\`of \${d}\`) }).meta({ id: 'E' });
describe('a test', () => {}); f.describe(words); g.meta({}, 1);`;
  expect(cut(code, parseAst(code))).toBe(`z.object({ a: z.string().max(3).optional(), b: c });
describe('a test', () => {}); f.describe(words); g.meta({}, 1);`);
});

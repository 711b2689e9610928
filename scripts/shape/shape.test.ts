import { describe, expect, it } from 'vitest';
import { shapeProblems } from './house.ts';

/** The check's answer to one file, as text; a good opening comment is put before what the test plants. */
const about = (path: string, text = '') =>
  shapeProblems([{ path, text: `/** A file. */\n${text}` }])
    .map(({ message }) => message)
    .join('\n');

/** Put together here, so that this file does not itself hold what it plants. */
const planted = (...parts: string[]) => parts.join('');

const imports = (path: string, target: string) => about(path, `import { x } from '${target}';`);

describe('names and rooms', () => {
  it.each([
    'src/features/supplier/supplier.ts',
    'src/features/supplier/store.server.ts',
    'src/features/supplier/api.server.test.ts',
    'src/features/supplier/queries.client.ts',
    'src/features/supplier/SupplierList.tsx',
    'src/features/account/my-data.server.ts',
    'src/app/web/main.tsx',
    'src/web/ui/display/Button.tsx',
    'test/database.ts',
  ])('has nothing against %s', (path) => {
    expect(about(path)).toBe('');
  });

  it.each([
    ['src/lib/money.ts', 'src has six folders'],
    ['src/money.ts', 'src has six folders'],
    ['src/features/supplier/supplierList.ts', 'kebab-case.ts'],
    ['src/features/supplier/store.ts', 'called store.server.ts'],
    ['src/features/supplier/queries.server.ts', 'called queries.client.ts'],
    ['src/features/supplier/repository.server.ts', 'called store.server.ts'],
    ['src/shared/date-utils.ts', 'says nothing'],
    ['src/web/index.ts', 'says nothing'],
    ['scripts/helpers/run.mjs', 'says nothing'],
    ['src/shared/files.server.ts', 'plain files only'],
  ])('says what to do about %s', (path, words) => {
    expect(about(path)).toContain(words);
  });
});

describe('arrows', () => {
  it.each([
    ['src/features/supplier/supplier.ts', '../../shared/money.ts'],
    ['src/features/supplier/supplier.ts', 'zod'],
    ['src/features/supplier/store.server.ts', '../../server/landlord.server.ts'],
    ['src/features/supplier/store.server.ts', '../property/property.ts'],
    ['src/features/supplier/queries.client.ts', '../../web/api.client.ts'],
    ['src/features/supplier/SupplierList.tsx', '../../web/ui/Table.tsx'],
    ['src/features/supplier/api.server.test.ts', '../../../test/database.ts'],
    ['src/app/server/app.server.ts', '../features/supplier/api.server.ts'],
    ['src/features/supplier/SupplierList.tsx', '../../web/paths.ts'],
    ['src/features/supplier/SupplierList.tsx', '../../web/records/RecordList.tsx'],
    ['src/web/records/RecordList.tsx', '../links.client.ts'],
    ['src/app/web/routes.tsx', '../features/supplier/SupplierList.tsx'],
  ])('%s may import %s', (path, target) => {
    expect(imports(path, target)).toBe('');
  });

  it.each([
    ['src/features/supplier/supplier.ts', './store.server.ts', 'A plain file runs anywhere'],
    ['src/features/supplier/supplier.ts', 'node:fs', 'A plain file runs anywhere'],
    ['src/features/supplier/supplier.ts', 'react', 'A plain file runs anywhere'],
    ['src/features/supplier/SupplierList.tsx', './store.server.ts', 'Ask the server over HTTP'],
    ['src/features/supplier/queries.client.ts', 'node:crypto', 'Ask the server over HTTP'],
    ['src/features/supplier/queries.client.ts', './SupplierList.tsx', 'Screens import queries'],
    ['src/features/supplier/api.server.ts', './SupplierList.tsx', 'runs on the server'],
    ['src/features/supplier/SupplierList.tsx', '../../web/Shell.tsx', 'never its routes or components'],
    ['src/features/supplier/link.server.ts', '../property/api.server.ts', 'Only the server mounts'],
    ['src/features/supplier/store.server.ts', './link.server.ts', 'A store is SQL only'],
    ['src/web/ui/table/Table.tsx', '../../features/supplier/supplier.ts', 'knows no landlord'],
    ['src/web/ui/table/Table.tsx', '../records/RecordTable.tsx', 'knows no landlord'],
    ['src/web/records/RecordList.tsx', '../../features/supplier/supplier.ts', 'knows none of them'],
    ['src/web/records/RecordList.tsx', '../Shell.tsx', 'knows none of them'],
    ['src/shared/money.ts', '../outside/clock.ts', 'shared imports nothing of ours'],
    ['src/outside/mail/smtp.server.ts', '../../server/env.server.ts', 'outside speaks to the world'],
    ['src/app/server/app.server.ts', '../../test/database.ts', 'src stands on its own'],
    ['src/app/server/app.server.ts', './app.server.test.ts', 'Nobody imports a test'],
  ])('%s may not import %s', (path, target, words) => {
    expect(imports(path, target)).toContain(words);
  });

  it('leaves out the types of a package, which vanish, but not our own', () => {
    const path = 'src/features/supplier/supplier.ts';
    expect(about(path, "import type { Pool } from 'pg';")).toBe('');
    expect(about(path, "import type { Row } from './store.server.ts';")).toContain('A plain file');
  });

  it('sees an import over several lines, for its effect only, and on demand', () => {
    const path = 'src/features/supplier/supplier.ts';
    expect(about(path, "import {\n  x,\n  y,\n} from './store.server.ts';")).toContain('A plain file');
    expect(about(path, "import './store.server.ts';")).toContain('A plain file');
    expect(about(path, "const x = await import('./store.server.ts');")).toContain('A plain file');
  });

  it('finds features that import each other in a ring, and says it once', () => {
    const plain = (noun: string, other: string) => ({
      path: `src/features/${noun}/${noun}.ts`,
      text: `// A noun.\nimport { x } from '../${other}/${other}.ts';\n`,
    });
    const problems = shapeProblems([plain('lease', 'tenant'), plain('property', 'lease'), plain('tenant', 'property')]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('lease → tenant → property → lease'),
    ]);
  });
});

describe('words and lengths', () => {
  const path = 'src/shared/money.ts';
  it.each([
    [planted('// @ts-', 'ignore'), 'give the value its type'],
    [planted('// biome-', 'ignore lint: x'), 'No check is switched off'],
    [planted('// oxlint-', 'disable-next-line'), 'No check is switched off'],
    [planted('const x = y as ', 'any;'), "Say 'unknown'"],
    [planted('function f(x: ', 'any) {}'), "Say 'unknown'"],
    [planted('// TO', 'DO: later'), 'Do it, or write it down'],
    [planted("const file = '/", "tmp/x';"), 'A path of one machine'],
    ["export * from './dates.ts';", 'No barrels'],
    ["export { x } from './dates.ts';", 'No barrels'],
    ['x;\n'.repeat(400), '401 lines'],
  ])('refuses %j', (text, words) => {
    expect(about(path, text)).toContain(words);
  });

  it('refuses a test that keeps the others from running', () => {
    expect(about('src/shared/money.test.ts', planted('it.', "only('x', () => {});"))).toContain('Every test runs');
  });

  it('asks for a sentence atop a file, but not of a test', () => {
    const bare = (name: string) => shapeProblems([{ path: name, text: 'const x = 1;\n' }]);
    expect(bare('src/shared/money.ts')).toHaveLength(1);
    expect(bare('src/shared/money.test.ts')).toHaveLength(0);
  });

  it('takes "any" as a word of a sentence', () => {
    expect(about(path, '// One rule: any amount is pence.\nconst x = 1;')).toBe('');
  });
});

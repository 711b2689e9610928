import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const arrows = resolve(import.meta.dirname, '../scripts/check/arrows.mjs');

/** Returns the violations in a source tree with these imports, as 'rule: file → file'. */
async function broken(imports: [from: string, to: string][]): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'tenure-arrows-'));
  try {
    await mkdir(join(root, 'scripts'));
    for (const file of imports.flat().filter((name) => name.includes('/'))) {
      const targets = imports.filter(([from]) => from === file).map(([, to]) => to);
      const lines = targets.map((to, place) => {
        const name = to.includes('/') ? `./${relative(dirname(file), to)}` : to;
        return `import type { T as T${place} } from '${name}';`;
      });
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), [...lines, 'export type T = 1;'].join('\n'));
    }
    const out = await new Promise<string>((done) => {
      execFile(process.execPath, [arrows, root], (_, stdout) => done(stdout));
    });
    return out
      .trim()
      .split('\n')
      .map((line) => line.replace(/ {3}.*/, ''))
      .sort();
  } finally {
    await rm(root, { recursive: true });
  }
}

const PLANTED: [rule: string, from: string, to: string][] = [
  ['src', 'src/app/server/main.server.ts', 'test/servers/server.ts'],
  ['shared', 'src/shared/a.ts', 'src/features/tenant/tenant.ts'],
  ['outside', 'src/outside/mail/mail.server.ts', 'src/server/env.server.ts'],
  ['server', 'src/server/jobs/jobs.server.ts', 'src/features/tenant/tenant.server.ts'],
  ['server', 'src/server/http/http.server.ts', 'src/app/server/main.server.ts'],
  ['web', 'src/web/records/list/RecordList.tsx', 'src/features/tenant/tenant.ts'],
  ['web', 'src/web/http/query.client.ts', 'src/app/web/addresses.ts'],
  ['features', 'src/features/tenant/list/order.ts', 'src/app/web/addresses.ts'],
  ['screens', 'src/features/tenant/form/TenantForm.tsx', 'src/features/property/PropertyForm.tsx'],
  ['plain', 'src/features/tenant/tenant.ts', 'src/features/tenant/tenant.server.ts'],
  ['plain', 'src/features/tenant/labels.ts', 'src/features/tenant/tenant.client.ts'],
  ['plain-packages', 'src/features/tenant/rules.ts', 'node:fs'],
  ['browser', 'src/features/tenant/TenantList.tsx', 'src/features/tenant/tenant.server.ts'],
  ['browser', 'src/features/tenant/tenant.client.ts', 'src/server/env.server.ts'],
  ['browser-node', 'src/features/tenant/lists.client.ts', 'node:fs'],
  ['server-screens', 'src/features/tenant/tenant.server.ts', 'src/features/tenant/form/TenantForm.tsx'],
  ['cycle', 'src/shared/b.ts', 'src/shared/c.ts'],
];

it('finds every forbidden import, and no others', async () => {
  const allowed: [string, string][] = [
    ['src/web/http/api.client.ts', 'src/app/server/app.server.ts'],
    ['src/features/tenant/form/TenantForm.tsx', 'src/features/property/PropertyPicker.tsx'],
    ['src/features/tenant/tenant.server.ts', 'src/features/property/property.server.ts'],
    ['src/features/tenant/form/TenantForm.tsx', 'src/web/records/list/RecordList.tsx'],
    ['src/features/tenant/tenant.server.ts', 'src/server/env.server.ts'],
    ['src/features/tenant/tenant.ts', 'src/shared/a.ts'],
  ];
  const planted = PLANTED.map(([, from, to]): [string, string] => [from, to]);
  const found = await broken([...planted, ['src/shared/c.ts', 'src/shared/b.ts'], ...allowed]);
  expect(found.filter((line) => !line.startsWith('cycle:') || line.includes('shared/b.ts →'))).toEqual(
    PLANTED.map(([rule, from, to]) => `${rule}: ${from} → ${to}`).sort(),
  );
});

it('finds cycles of features', async () => {
  const ring: [string, string][] = [
    ['src/features/lease/lease.ts', 'src/features/tenant/tenant.ts'],
    ['src/features/tenant/labels.ts', 'src/features/property/property.ts'],
    ['src/features/property/rules.ts', 'src/features/lease/labels.ts'],
    ['src/features/supplier/supplier.ts', 'src/features/property/property.ts'],
  ];
  expect(await broken(ring)).toEqual([
    'feature-cycle: src/features/lease → src/features/tenant',
    'feature-cycle: src/features/property → src/features/lease',
    'feature-cycle: src/features/tenant → src/features/property',
  ]);
});

it('finds no noun in src/web, not even in a comment', async () => {
  const files = await readdir('src/web', { recursive: true });
  const named = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map(async (file) => {
      const source = await readFile(join('src/web', file), 'utf8');
      const nouns = source.match(
        /\b(?:propert(?:y|ies)|tenants?|suppliers?|certificates?|transactions?|tenanc(?:y|ies)|agents?)\b/gi,
      );
      return nouns ? [[file, ...nouns]] : [];
    });
  expect((await Promise.all(named)).flat()).toEqual([]);
});

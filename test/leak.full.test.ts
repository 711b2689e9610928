import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const checkout = resolve(import.meta.dirname, '..');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenure-leak-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function plant(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe('the web build', () => {
  const buildWith = (text: string) => {
    const input = plant('src/web/Planted.tsx', text);
    const client = { build: { write: false, rolldownOptions: { input } } };
    return build({ root: checkout, logLevel: 'silent', environments: { client } });
  };
  const server = join(checkout, 'src/server/env.server.ts');

  it('rejects an import of server code with instructions', async () => {
    await expect(buildWith(`import { readSettings } from '${server}'; readSettings({});`)).rejects.toThrow(
      /runs in the browser and imports src\/server\/env\.server\.ts.+queries\.client\.ts/,
    );
  });

  it('rejects server code imported dynamically or for side effects', async () => {
    await expect(buildWith(`await import('${server}');`)).rejects.toThrow(/which runs on the server only/);
    await expect(buildWith(`import '${server}';`)).rejects.toThrow(/which runs on the server only/);
  });

  it('rejects Node’s modules, with and without prefix', async () => {
    await expect(buildWith("import { readFile } from 'node:fs'; readFile;")).rejects.toThrow(
      /node:fs, which only Node has/,
    );
    await expect(buildWith("import { readFile } from 'fs'; readFile;")).rejects.toThrow(/fs, which only Node has/);
  });

  it('accepts shared modules and type imports', async () => {
    const [money, app] = ['src/shared/money.ts', 'src/app/web/main.tsx'].map((path) => join(checkout, path));
    const text = `import type { Settings } from '${server}'; import '${money}'; import '${app}';`;
    await expect(buildWith(text)).resolves.toBeDefined();
  });
});

describe('lint', () => {
  const lint = (path: string, text: string): string => {
    plant(path, text);
    try {
      return execFileSync(join(checkout, 'node_modules/.bin/oxlint'), [path], { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };

  it('rejects unhandled promises and explicit any', () => {
    for (const file of ['.oxlintrc.json', 'tsconfig.json']) cpSync(join(checkout, file), join(folder, file));
    symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
    const loose = `export const f = (x: ${['a', 'ny'].join('')}) => x;\n`;
    const output = lint(
      'src/shared/late.ts',
      `async function save() {}\nexport function run() {\n  save();\n}\n${loose}`,
    );
    expect(output).toContain('no-floating-promises');
    expect(output).toContain('no-explicit-any');
    expect(lint('src/shared/fine.ts', 'export const double = (pence: number) => pence * 2;\n')).toContain('0 errors');
  });
});

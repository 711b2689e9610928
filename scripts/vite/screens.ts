/**
 * Lists each screen's files, so that a document can preload them together (`screens.json`).
 * The build fails if a screen exceeds its size limit.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const MAX_REQUESTS = 12;
/** Compressed JavaScript for each screen; others have the default. */
const MAX_BYTES: Readonly<Record<string, number>> = {
  '/login': 3_000,
  '/dashboard': 126_800,
  '/dashboard/properties': 151_300,
  '/dashboard/tenants': 151_300,
  '/dashboard/suppliers': 151_300,
  '/dashboard/rent': 165_000,
  '/dashboard/finance': 168_000,
};
const MAX_BYTES_ELSEWHERE = 256_000;

type ScreenScripts = Record<string, string[]>;

/** `...inside('tenants', …), … component: lazy(() => import('./TenantList.tsx')`, or a name imported above. */
const ROUTE = /\.\.\.inside\('([^']+)'.*?component: (?:lazy\(.*?import\('([^']+)'\)|(\w+))/gs;

/** The file of each screen below /dashboard, as its route imports it. */
export function screenFiles(): Record<string, string> {
  const nouns = readdirSync('src/features').map((noun) => `src/features/${noun}/parts.client.ts`);
  return Object.fromEntries(
    ['src/app/web/routes.tsx', ...nouns.filter((file) => existsSync(file))].flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      return [...source.matchAll(ROUTE)].map(([, path, lazy, name]) => {
        const imported = lazy ?? new RegExp(`import \\{ ${name} \\} from '([^']+)'`).exec(source)?.[1] ?? '';
        return [`/dashboard/${path}`.replace(/\/+$/, ''), join(dirname(file), imported)];
      });
    }),
  );
}

export function screens(): Plugin {
  let scripts: ScreenScripts | undefined;
  return {
    name: 'tenure:screens',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
      );
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
      const holder = (file: string) => [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(resolve(file)));
      const files = (names: Iterable<string>) => {
        const found = new Set(names);
        for (const name of found) for (const next of chunks.get(name)?.imports ?? []) found.add(next);
        return [...found];
      };
      scripts = Object.fromEntries(
        Object.entries(screenFiles()).map(([path, file]) => {
          const own = holder(file);
          if (!entry || !own) return this.error(`${file}, the screen at ${path}, is missing from the build.`);
          return [path, files([entry.fileName, own.fileName])];
        }),
      );
      const source = JSON.stringify(scripts);
      this.emitFile({ type: 'asset', fileName: 'screens.json', source });
    },
    // After the compression plugin.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const login = Object.keys(bundle).filter((file) => /^assets\/auth-.*\.js$/.test(file));
        for (const [path, files] of Object.entries({ ...scripts, '/login': login })) {
          const problem = await beyondLimits(path, files, dir);
          if (problem) this.error(problem);
        }
      },
    },
  };
}

async function beyondLimits(path: string, files: readonly string[], dir: string): Promise<string | undefined> {
  const sizes = await Promise.all(files.map(async (file) => [file, await sentBytes(join(dir, file))] as const));
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const most = MAX_BYTES[path] ?? MAX_BYTES_ELSEWHERE;
  if (files.length <= MAX_REQUESTS && total <= most) return undefined;
  const list = [...sizes].sort(([, a], [, b]) => b - a).map(([file, size]) => `  ${file} ${size}`);
  return (
    `${path} loads ${files.length} files of ${total} bytes, but the limit is ${MAX_REQUESTS} files of ${most}. ` +
    `Load parts that are not shown at first on demand.\n${list.join('\n')}`
  );
}

const sentBytes = async (file: string) => (await stat(`${file}.br`).catch(() => stat(file))).size;

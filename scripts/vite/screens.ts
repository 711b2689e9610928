/**
 * Lists each screen's files, so that a document can preload them together (`screens.json`).
 * The build fails if a screen exceeds its size limit.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const MAX_REQUESTS = 12;
/** Maximum bytes of compressed JavaScript, without `parts.client.ts` files. Other screens have the default. */
const MAX_BYTES: Readonly<Record<string, number>> = {
  '/login': 3_000,
  '/dashboard': 124_600,
  '/dashboard/properties': 149_300,
  '/dashboard/tenants': 149_300,
  '/dashboard/suppliers': 149_300,
  '/dashboard/rent': 162_700,
  '/dashboard/finance': 164_900,
};
const MAX_BYTES_ELSEWHERE = 255_000;
/** Maximum bytes of a noun's `parts.client.ts`, which is part of the first load. */
const MAX_BYTES_A_NOUN = 330;

type ScreenScripts = Record<string, string[]>;

/** Matches `...inside('tenants', …), … component: lazy(() => import('./TenantList.tsx')`, or `component: Name`. */
const ROUTE = /\.\.\.inside\('([^']+)'.*?component: (?:lazy\(.*?import\('([^']+)'\)|(\w+))/gs;

const partsOfNouns = () =>
  readdirSync('src/features')
    .map((noun) => `src/features/${noun}/parts.client.ts`)
    .filter((file) => existsSync(file));

/** Returns the file of each screen below /dashboard, by path. */
export function screenFiles(): Record<string, string> {
  return Object.fromEntries(
    ['src/app/web/routes.tsx', ...partsOfNouns()].flatMap((file) => {
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
      const chunkOf = (file: string) => [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(resolve(file)));
      const files = (names: Iterable<string>) => {
        const found = new Set(names);
        for (const name of found) for (const next of chunks.get(name)?.imports ?? []) found.add(next);
        return [...found];
      };
      scripts = Object.fromEntries(
        Object.entries(screenFiles()).map(([path, file]) => {
          const chunk = chunkOf(file);
          if (!entry || !chunk) return this.error(`${file}, the screen at ${path}, is missing from the build.`);
          return [path, files([entry.fileName, chunk.fileName])];
        }),
      );
      const source = JSON.stringify(scripts);
      this.emitFile({ type: 'asset', fileName: 'screens.json', source });
    },
    // Must run after the compression plugin, whose files it measures.
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
  const ofNouns = path.startsWith('/dashboard') ? partsOfNouns().length * MAX_BYTES_A_NOUN : 0;
  const maxBytes = (MAX_BYTES[path] ?? MAX_BYTES_ELSEWHERE) + ofNouns;
  if (files.length <= MAX_REQUESTS && total <= maxBytes) return undefined;
  const list = [...sizes].sort(([, a], [, b]) => b - a).map(([file, size]) => `  ${file} ${size}`);
  return (
    `${path} loads ${files.length} files of ${total} bytes, but the limit is ${MAX_REQUESTS} files of ${maxBytes}. ` +
    `Load parts that are not shown at first on demand.\n${list.join('\n')}`
  );
}

const sentBytes = async (file: string) => (await stat(`${file}.br`).catch(() => stat(file))).size;

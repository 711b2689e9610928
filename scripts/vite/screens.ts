/**
 * How the app's code is cut into files, and what a screen may weigh: a phone asks for few files, all of them at once, as the
 * document names them (`screens.json`). A build in which a screen has grown beyond its limit fails.
 */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { SCREEN_FILES } from '../../src/app/web/screen-files.ts';

const MAX_REQUESTS = 8;
/** Beside the shared files come those that every screen needs (entry, runtime, app), the tabs, and the screen's own. */
const MAX_SHARED = MAX_REQUESTS - 5;
/** Bytes of compressed JavaScript until a screen is there; where none is named, the last. */
const MAX_BYTES: Partial<Record<ScreenPath, number>> = { '/dashboard': 175_000 };
const MAX_BYTES_ELSEWHERE = 280_000;
/** The first screen after signing in: a byte too many in it weighs as much as one in each of so many others. */
const FIRST = { path: '/dashboard', weight: 20 } as const;

const ENTRY = 'src/app/web/main.tsx';

type ScreenPath = keyof typeof SCREEN_FILES;
/** Of each screen, the files of its code: what the server names in its document. */
type ScreenScripts = Record<ScreenPath, string[]>;

/** Writes `screens.json`, and refuses a build in which a screen is beyond its limits. */
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
        Object.entries(SCREEN_FILES).map(([path, file]) => {
          const own = holder(file);
          if (!entry || !own) return this.error(`${file}, the screen at ${path}, is in no file of the build.`);
          return [path, files([entry.fileName, own.fileName])];
        }),
      ) as ScreenScripts;
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(scripts) });
    },
    // After those that compress what was written.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        for (const [path, files] of Object.entries(scripts ?? {})) {
          const problem = await beyondLimits(path as ScreenPath, files, dir ?? '');
          if (problem) this.error(problem);
        }
      },
    },
  };
}

/** What has grown too large, or undefined. */
async function beyondLimits(path: ScreenPath, files: readonly string[], dir: string): Promise<string | undefined> {
  const sizes = await Promise.all(files.map(async (file) => [file, await sentBytes(join(dir, file))] as const));
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const most = MAX_BYTES[path] ?? MAX_BYTES_ELSEWHERE;
  if (files.length <= MAX_REQUESTS && total <= most) return undefined;
  const list = [...sizes].sort(([, a], [, b]) => b - a).map(([file, size]) => `  ${file} ${size}`);
  return (
    `${path} loads ${files.length} files of ${total} bytes, and may load ${MAX_REQUESTS} of ${most}. ` +
    `Let what it does not show at first come when it is opened.\n${list.join('\n')}`
  );
}

const sentBytes = async (file: string) => (await stat(`${file}.br`).catch(() => stat(file))).size;

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;
/** What will lie in one file, and the files that this one imports. */
type Part = { modules: string[]; size: number; imports: Set<Part> };

/** Names the file of a module; null leaves it to the one file that imports it. For one build: it looks at the modules once. */
export function chunkNames(): (id: string, graph: Graph) => string | null {
  let names: Map<string, string> | undefined;
  return (id, graph) => {
    names ??= namedParts(graph);
    // Its index files name far more than is used, which only the bundler sees.
    return id.includes('/@base-ui/') || id.includes('/@floating-ui/') ? null : (names.get(id) ?? null);
  };
}

function namedParts(graph: Graph): Map<string, string> {
  const entry = resolve(ENTRY);
  const app = reached(graph, entry);
  const code = new Map([...dynamicImports(graph, entry)].map((start) => [start, reached(graph, start)] as const));
  const neededBy = new Map<string, string[]>();
  for (const [start, modules] of code)
    for (const id of modules) if (!app.has(id)) neededBy.set(id, [...(neededBy.get(id) ?? []), start]);
  const byNeed = new Map<string, Part>();
  const partOf = new Map<string, Part>();
  for (const [id, needing] of neededBy) {
    if (needing.length === 1) continue;
    const part = byNeed.get(needing.join()) ?? { modules: [], size: 0, imports: new Set() };
    part.modules.push(id);
    part.size += graph.getModuleInfo(id)?.code?.length ?? 0;
    byNeed.set(needing.join(), part);
    partOf.set(id, part);
  }
  const partsOf = (ids: Iterable<string>) => new Set([...ids].flatMap((id) => partOf.get(id) ?? []));
  for (const part of byNeed.values())
    part.imports = partsOf(part.modules.flatMap((id) => graph.getModuleInfo(id)?.importedIds ?? []));
  const needs = Object.entries(SCREEN_FILES).map(([path, file]) => ({
    parts: partsOf(code.get(resolve(file)) ?? []),
    weight: path === FIRST.path ? FIRST.weight : 1,
  }));
  const files = fewer(new Set(byNeed.values()), needs).sort((one, other) => other.size - one.size);
  const named = files.flatMap(({ modules }, index) => modules.map((id) => [id, `shared-${index + 1}`] as const));
  // What the app uses lies in its own file; what it only names, with the largest.
  return new Map([...[...app].map((id) => [id, 'shared-1'] as const), ...named]);
}

type Need = { parts: ReadonlySet<Part>; weight: number };

/** Merges what costs the screens the fewest needless bytes, until none needs more files than it may. */
function fewer(parts: ReadonlySet<Part>, needs: readonly Need[]): Part[] {
  const all = [...parts];
  const crowded = needs.map(loaded).filter(({ size }) => size > MAX_SHARED);
  const couples = all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const));
  const ways = couples
    .filter(([one, other]) => crowded.some((files) => files.has(one) && files.has(other)))
    .map((couple) => merged(parts, needs, couple));
  const [first, ...others] = ways;
  if (!first) return all;
  const best = others.reduce((least, way) => (way.cost < least.cost ? way : least), first);
  return fewer(best.parts, best.needs);
}

function merged(parts: ReadonlySet<Part>, needs: readonly Need[], [one, other]: readonly [Part, Part]) {
  const together: Part = {
    modules: [...one.modules, ...other.modules],
    size: one.size + other.size,
    imports: new Set([...one.imports, ...other.imports]),
  };
  const copies = new Map<Part, Part>([...parts].map((part) => [part, { ...part }]));
  copies.set(one, together).set(other, together);
  const copied = (of: ReadonlySet<Part>) => new Set([...of].flatMap((part) => copies.get(part) ?? []));
  const made = new Set(copies.values());
  for (const part of made) part.imports = copied(part.imports);
  const after = needs.map((need) => ({ ...need, parts: copied(need.parts) }));
  const cost = after.reduce((sum, need) => sum + need.weight * bytes(loaded(need)), 0);
  return { parts: made, needs: after, cost };
}

const bytes = (parts: ReadonlySet<Part>) => [...parts].reduce((sum, { size }) => sum + size, 0);

/** The files that come for a screen, with those that they import in turn. */
function loaded({ parts }: Need): Set<Part> {
  const files = new Set(parts);
  for (const part of files) for (const next of part.imports) files.add(next); // a set is walked to what is added on the way
  return files;
}

/** A module and all that it imports, at once and not later. */
function reached(graph: Graph, start: string, found = new Set<string>()): Set<string> {
  if (found.has(start)) return found;
  found.add(start);
  for (const id of graph.getModuleInfo(start)?.importedIds ?? []) reached(graph, id, found);
  return found;
}

function dynamicImports(graph: Graph, entry: string): Set<string> {
  const starts = new Set<string>();
  const seen = new Set<string>();
  const look = (from: string) => {
    for (const id of reached(graph, from)) {
      if (seen.has(id)) continue;
      seen.add(id);
      for (const start of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        starts.add(start);
        look(start);
      }
    }
  };
  look(entry);
  return starts;
}

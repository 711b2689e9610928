/** Which way imports may point. Tests may look anywhere and are looked at by nobody. */
import { basename } from 'node:path';
import { importsOf, isOurs, nounOf, type Problem, roomOf, type SourceFile, sideOf } from './source.ts';

type Arrow = { from: string; to: string };

/** The one look from the browser at the server: at the type of its API, which vanishes in the build (the build's guard sees to that). */
const TYPED_CLIENT: Arrow = { from: 'src/web/http/api.client.ts', to: 'src/app/server/app.server.ts' };

/** Each rule answers with what to do instead, or null where the arrow may stand. */
const RULES: ((arrow: Arrow) => string | null | false)[] = [
  ({ to }) =>
    isOurs(to) && !to.startsWith('src/') && 'src stands on its own: nothing in it imports from test, e2e or scripts.',

  ({ to }) => sideOf(to) === 'test' && 'Nobody imports a test. Move what both need into test/ or a file of its own.',

  ({ from, to }) =>
    sideOf(from) === 'plain' &&
    (isOurs(to) ? sideOf(to) !== 'plain' : to !== 'zod') &&
    'A plain file runs anywhere: it imports zod, shared and other plain files only. Give it the suffix of the side it runs on, or pass in what it needs.',

  ({ from, to }) =>
    sideOf(from) === 'browser' &&
    !(from === TYPED_CLIENT.from && to === TYPED_CLIENT.to) &&
    (sideOf(to) === 'server' || to.startsWith('node:') || roomOf(to) === 'server' || roomOf(to) === 'outside') &&
    'This file runs in the browser. Ask the server over HTTP through queries.client.ts, or move what both sides need into a plain file of the feature or into shared.',

  ({ from, to }) =>
    sideOf(from) === 'server' &&
    (sideOf(to) === 'browser' || roomOf(to) === 'ui') &&
    'This file runs on the server and screens do not. Move what both sides need into a plain file.',

  ({ from, to }) =>
    roomOf(from) === 'features' &&
    roomOf(to) === 'web' &&
    to.endsWith('.tsx') &&
    'A feature uses web/ui, web/records and the shell’s plain and *.client.ts files, never its routes or components: those import the feature and hand it what it needs.',

  ({ from, to }) =>
    roomOf(from) === 'ui' &&
    isOurs(to) &&
    sideOf(to) !== 'style' &&
    !['ui', 'shared'].includes(roomOf(to) ?? '') &&
    'web/ui knows no landlord: it imports web/ui and shared only. Pass what it shows as props.',

  ({ from, to }) =>
    roomOf(from) === 'records' &&
    (roomOf(to) === 'features' || (roomOf(to) === 'web' && to.endsWith('.tsx'))) &&
    'web/records is the frame of every noun’s screens and knows none of them. Let the noun pass in what is its own.',

  ({ from, to }) =>
    roomOf(from) === 'shared' &&
    isOurs(to) &&
    roomOf(to) !== 'shared' &&
    'shared imports nothing of ours. Move this to the noun that needs it, or pass the value in.',

  ({ from, to }) =>
    roomOf(from) === 'outside' &&
    isOurs(to) &&
    !['outside', 'shared'].includes(roomOf(to) ?? '') &&
    'outside speaks to the world in our words and knows nothing of the house: it imports shared only. Let main.server.ts pass in what it needs.',

  ({ from, to }) =>
    basename(to) === 'api.server.ts' &&
    roomOf(from) === 'features' &&
    'Only the server mounts an api.server.ts. Call the store or a verb of that feature instead.',

  ({ from, to }) =>
    basename(from) === 'store.server.ts' &&
    roomOf(to) === 'features' &&
    sideOf(to) === 'server' &&
    basename(to) !== 'store.server.ts' &&
    'A store is SQL only: verbs and api import it, not the other way round.',

  ({ from, to }) =>
    from.endsWith('.client.ts') &&
    roomOf(to) === 'features' &&
    to.endsWith('.tsx') &&
    'Screens import queries, not the other way round.',
];

export function arrowProblems(file: SourceFile): Problem[] {
  const { path } = file;
  if (!path.startsWith('src/') || sideOf(path) === 'test' || sideOf(path) === 'style') return [];
  return importsOf(file).flatMap((to) =>
    RULES.map((rule) => rule({ from: path, to }))
      .filter((message) => typeof message === 'string')
      .map((message) => ({ path, message: `imports ${to}. ${message}` })),
  );
}

/** Features that import each other, in a ring: each ring once, told from its alphabetically first noun. */
export function ringProblems(files: SourceFile[]): Problem[] {
  const arrows = new Map<string, Map<string, string>>();
  for (const file of files) {
    const from = nounOf(file.path);
    if (!from || sideOf(file.path) === 'test') continue;
    for (const target of importsOf(file)) {
      const to = nounOf(target);
      if (to && to !== from) arrows.set(from, (arrows.get(from) ?? new Map<string, string>()).set(to, file.path));
    }
  }
  return [...arrows.keys()].sort().flatMap((start) => {
    const ring = wayBack({ start, at: start, arrows, seen: [] });
    return ring && ring.toSorted()[0] === start ? [told(ring, arrows)] : [];
  });
}

type Search = { start: string; at: string; arrows: Map<string, Map<string, string>>; seen: string[] };

function wayBack({ start, at, arrows, seen }: Search): string[] | null {
  for (const next of arrows.get(at)?.keys() ?? []) {
    if (next === start) return [...seen, at];
    if (seen.includes(next)) continue;
    const ring = wayBack({ start, at: next, arrows, seen: [...seen, at] });
    if (ring) return ring;
  }
  return null;
}

function told(ring: string[], arrows: Search['arrows']): Problem {
  const [first = '', second = first] = ring;
  return {
    path: arrows.get(first)?.get(second) ?? `src/features/${first}`,
    message:
      `${[...ring, first].join(' → ')}: features import each other in a ring. ` +
      'Let web/routes (screens) or the server (jobs, handlers) hand the one what it needs of the other.',
  };
}

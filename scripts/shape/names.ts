/** Where files may lie and what they may be called. */
import { basename } from 'node:path';
import { nounOf, type Problem, roomOf, type SourceFile } from './source.ts';

const ROOMS = ['app', 'features', 'outside', 'server', 'web', 'shared'];
/** Names that say nothing; `data` and the like are fine as a part of a longer name. */
const EMPTY_NAMES = /^(?:data|common|misc|types|index)$|(?:^|-)(?:utils?|helpers?|manager)(?:$|-)/;
/** In every feature these three are called the same, so that a reader finds them without looking. */
const FIXED: Record<string, string> = { store: 'store.server.ts', api: 'api.server.ts', queries: 'queries.client.ts' };
const SYNONYMS: Record<string, string> = {
  repository: 'store.server.ts',
  dao: 'store.server.ts',
  controller: 'api.server.ts',
  handlers: 'api.server.ts',
  router: 'api.server.ts',
  hooks: 'queries.client.ts',
};

// A thread that Node starts by itself, which reads no TypeScript, is kebab-case-worker.server.mjs.
const LOWER =
  /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.server|\.client|\.api(?=\.test))?(?:\.test)?\.ts$|^[a-z0-9-]+-worker\.server\.mjs$|^[a-z0-9-]+\.css$/;
const COMPONENT = /^[A-Z][A-Za-z0-9]*(?:\.test)?\.tsx$/;
/** A page starts in main.tsx; the routes are a table of screens. Neither is a component. */
const NO_COMPONENT = /^src\/(?:app\/)?web\/(?:[a-z0-9-]+|ui\/[a-z0-9-]+\/main)\.tsx$/;

export function nameProblems({ path }: SourceFile): Problem[] {
  const file = basename(path);
  const stem = file.replace(/\..*$/, '').toLowerCase();
  const problems: string[] = [];

  const empty = [...path.split('/').slice(1, -1), stem].find((part) => EMPTY_NAMES.test(part));
  if (empty) {
    problems.push(
      `'${empty}' says nothing of what is inside. Name it for what it does; a thing of one noun goes beside it.`,
    );
  }
  if (!path.startsWith('src/')) return problems.map((message) => ({ path, message }));

  const room = /^src\/([^/]+)\//.exec(path)?.[1];
  if (!room || !ROOMS.includes(room)) {
    problems.push(`src has six folders: ${ROOMS.join(', ')}. Put the file into one of them.`);
  }
  if (!LOWER.test(file) && !COMPONENT.test(file) && !NO_COMPONENT.test(path)) {
    problems.push(
      'Names are kebab-case.ts (pure), kebab-case.server.ts, kebab-case.client.ts, PascalCase.tsx (a component), kebab-case.css; tests end in .test.ts.',
    );
  }
  if (nounOf(path) && !file.includes('.test.')) {
    const name = FIXED[stem];
    if (name && file !== name) problems.push(`In a feature this file is called ${name}.`);
    const instead = SYNONYMS[stem];
    if (instead) problems.push(`In a feature this file is called ${instead}, or is named for what it does.`);
  }
  if (room === 'shared' && !/^[a-z0-9-]+(?:\.test)?\.ts$/.test(file)) {
    problems.push('shared holds plain files only, for every side. Put this into the room of the side it runs on.');
  }
  if (roomOf(path) === 'ui' && file.includes('.server.'))
    problems.push('web/ui runs in the browser: move this to src/server.');
  return problems.map((message) => ({ path, message }));
}

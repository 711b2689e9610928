/** Which way imports may point, types too: shared ← web, server, outside ← features ← app. `npm run check` runs it. */
import swc from '@swc/core';

// It parses by swc, as it knows no TypeScript 7, but without JSX.
const parse = swc.parseFileSync;
swc.parseFileSync = (file, options) => parse(file, { ...options, tsx: file.endsWith('.tsx') });

const SERVER = String.raw`\.server\.(?:tsx?|mjs)$`;
const BROWSER = String.raw`(?:\.client\.ts|(?<!\.server)\.tsx)$`;
/** The browser knows the API by the type of the server's routes. */
const TYPED_CLIENT = String.raw`^src/web/http/api\.client\.ts$`;

/**
 * @param {string} name
 * @param {object} from
 * @param {object} to what may not be imported from there
 * @param {string} comment what to do instead
 */
const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

export const options = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: String.raw`\.test\.tsx?$` },
  enhancedResolveOptions: {
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    conditionNames: ['import', 'types', 'default'],
    exportsFields: ['exports'],
  },
};

export default {
  forbidden: [
    never('src', { path: '^src/' }, { path: '^(?:test|e2e|scripts)/' }, 'src imports neither tests nor tools.'),
    never('shared', { path: '^src/shared/' }, { path: '^src/(?!shared/)' }, 'shared imports nothing of ours.'),
    never('outside', { path: '^src/outside/' }, { path: '^src/(?!outside/|shared/)' }, 'outside imports shared only.'),
    never(
      'server',
      { path: '^src/server/' },
      { path: '^src/(?:app|features|web)/' },
      'server knows no feature: let app pass in what it needs.',
    ),
    never(
      'web',
      { path: '^src/web/', pathNot: TYPED_CLIENT },
      { path: '^src/(?:app|features|server|outside)/' },
      'web knows no feature: let the noun or app pass in what it needs.',
    ),
    never(
      'typed-client',
      { path: TYPED_CLIENT },
      { path: '^src/(?:app|features|server|outside)/', pathNot: String.raw`^src/app/server/app\.server\.ts$` },
      'Only the type of the API may be imported here; the guard of the build sees to it that it is a type.',
    ),
    never(
      'features',
      { path: '^src/features/' },
      { path: '^src/app/' },
      'app imports features, not the other way round.',
    ),
    never(
      'screens',
      { path: '^src/features/([^/]+)/' },
      { path: String.raw`^src/features/(?!$1/).*\.tsx$`, pathNot: String.raw`(?:Picker|Fields?|Card|Layout)\.tsx$` },
      'Another noun’s fields and layouts may be used, its screens not: app puts together what one shows on another’s page.',
    ),
    never(
      'plain',
      { path: '^src/', pathNot: `${SERVER}|${BROWSER}|\\.css$` },
      { path: `^src/.*(?:${SERVER}|${BROWSER})` },
      'A plain file runs anywhere: give it the suffix of its side, or pass in what it needs.',
    ),
    never(
      'plain-packages',
      { path: '^src/', pathNot: `${SERVER}|${BROWSER}|\\.css$|/wrong-fields\\.ts$` },
      { pathNot: '^src/|^node_modules/zod/' },
      'A plain file runs anywhere: of packages it imports zod only.',
    ),
    never(
      'browser',
      { path: BROWSER, pathNot: TYPED_CLIENT },
      { path: `^src/.*${SERVER}|^src/(?:server|outside)/` },
      'This runs in the browser: ask the server over HTTP, or move what both need into a plain file.',
    ),
    never('browser-node', { path: BROWSER }, { dependencyTypes: ['core'] }, 'Browsers have no module of Node.'),
    never(
      'server-screens',
      { path: SERVER, pathNot: String.raw`\.server\.tsx$` },
      { path: `^src/.*${BROWSER}` },
      'The server has no screens.',
    ),
    never(
      'server-drawn',
      { path: String.raw`\.server\.tsx$` },
      { path: String.raw`^src/.*\.client\.ts$` },
      'The server draws only what needs nothing of a browser.',
    ),
    never('cycle', { path: '^src/' }, { circular: true }, 'Files import each other in a ring.'),
  ],
  options,
};

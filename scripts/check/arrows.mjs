/**
 * Checks all imports, also of types, for cycles and direction: shared ← web, server, outside ← features ← app.
 * `node scripts/check/arrows.mjs [checkout]` prints each violation as 'rule: file → file'; part of `npm run check`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { parseSync } from 'vite';

const SERVER = String.raw`\.server\.(?:tsx?|mjs)$`;
const BROWSER = String.raw`(?:\.client\.ts|(?<!\.server)\.tsx)$`;
/** The browser's client is typed by the server's routes. */
const TYPED_CLIENT = String.raw`^src/web/http/api\.client\.ts$`;

/**
 * Forbidden imports of `from`. '$1' in `to` is the first group of `from`; packages are 'node_modules/…' or 'node:…'.
 * @typedef {{ name: string, from: string, notFrom?: string, to: string, notTo?: string, instead: string }} Rule
 * @type {Rule[]}
 */
const RULES = [
  { name: 'src', from: '^src/', to: '^(?:test|e2e|scripts)/', instead: 'src imports neither tests nor tools.' },
  { name: 'shared', from: '^src/shared/', to: '^src/(?!shared/)', instead: 'shared must not import other folders.' },
  { name: 'outside', from: '^src/outside/', to: '^src/(?!outside/|shared/)', instead: 'outside imports shared only.' },
  {
    name: 'server',
    from: '^src/server/',
    to: '^src/(?:app|features|web)/',
    instead: 'server must not import features: pass what it needs from app.',
  },
  {
    name: 'web',
    from: '^src/web/',
    notFrom: TYPED_CLIENT,
    to: '^src/(?:app|features|server|outside)/',
    instead: 'web must not import features: pass what it needs from the noun or app.',
  },
  {
    name: 'typed-client',
    from: TYPED_CLIENT,
    to: '^src/(?:app|features|server|outside)/',
    notTo: String.raw`^src/app/server/app\.server\.ts$`,
    instead: 'Only the type of the API may be imported here; the build’s guard enforces this.',
  },
  { name: 'features', from: '^src/features/', to: '^src/app/', instead: 'app imports features.' },
  {
    name: 'screens',
    from: '^src/features/([^/]+)/',
    to: String.raw`^src/features/(?!$1/).*\.tsx$`,
    notTo: String.raw`(?:Picker|Fields?|Card|Layout)\.tsx$`,
    instead: 'Another noun’s fields and layouts may be used, but not its screens: combine them in app.',
  },
  {
    name: 'plain',
    from: '^src/',
    notFrom: String.raw`${SERVER}|${BROWSER}|\.css$`,
    to: `^src/.*(?:${SERVER}|${BROWSER})`,
    instead: 'A plain file runs anywhere: give it the suffix of its side, or pass in what it needs.',
  },
  {
    name: 'plain-packages',
    from: '^src/',
    notFrom: String.raw`${SERVER}|${BROWSER}|\.css$|/wrong-fields\.ts$`,
    to: '^(?!src/)',
    notTo: '^node_modules/zod/',
    instead: 'A plain file runs anywhere: of packages it imports zod only.',
  },
  {
    name: 'browser',
    from: BROWSER,
    notFrom: TYPED_CLIENT,
    to: `^src/.*${SERVER}|^src/(?:server|outside)/`,
    instead: 'This runs in the browser: ask the server over HTTP, or move what both need into a plain file.',
  },
  { name: 'browser-node', from: BROWSER, to: '^node:', instead: 'Browsers do not have Node’s modules.' },
  {
    name: 'server-screens',
    from: SERVER,
    notFrom: String.raw`\.server\.tsx$`,
    to: `^src/.*${BROWSER}`,
    instead: 'The server has no screens.',
  },
  {
    name: 'server-drawn',
    from: String.raw`\.server\.tsx$`,
    to: String.raw`^src/.*\.client\.ts$`,
    instead: 'The server renders only code without browser APIs.',
  },
];
const CYCLE = 'These files import each other in a cycle.';
const FEATURE_CYCLE = 'These features import each other in a cycle: pass dependencies from app.';

/** @typedef {[from: string, to: string]} Arrow */

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const files = ['src', 'scripts']
  .flatMap(filesIn)
  .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file));
const arrows = files.flatMap((file) => importsOf(file).map((to) => /** @type {Arrow} */ ([file, to])));
const features = arrows
  .map((arrow) => arrow.map((file) => /^src\/features\/[^/]+/.exec(file)?.[0] ?? ''))
  .filter(([from, to]) => from && to && from !== to)
  .map(([from = '', to = '']) => /** @type {Arrow} */ ([from, to]));
const violations = [
  ...RULES.flatMap((rule) => arrows.filter(breaks(rule)).map((arrow) => describe(rule.name, arrow, rule.instead))),
  ...edgesInCycles(arrows).map((arrow) => describe('cycle', arrow, CYCLE)),
  ...edgesInCycles(features).map((arrow) => describe('feature-cycle', arrow, FEATURE_CYCLE)),
];
for (const line of new Set(violations)) console.log(line);
process.exitCode = violations.length > 0 ? 1 : 0;

/** @param {string} folder @returns {string[]} paths relative to the checkout */
function filesIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)));
}

/** @param {string} file @returns {string[]} its imports, including types and dynamic ones */
function importsOf(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => /^['"](.+)['"]$/.exec(source.slice(start, end))?.[1]),
  ];
  return [...new Set(named)].flatMap((name) => {
    if (!name) return [];
    if (name.startsWith('.')) return posix.join(posix.dirname(file), name.replace(/\?.*/, ''));
    return name.startsWith('node:') ? name : `node_modules/${name}/`;
  });
}

/** @param {Rule} rule @returns {(arrow: Arrow) => boolean} */
function breaks({ from, notFrom, to, notTo }) {
  return ([file, target]) => {
    const matched = new RegExp(from).exec(file);
    if (!matched || (notFrom && new RegExp(notFrom).test(file))) return false;
    return new RegExp(to.replace('$1', matched[1] ?? '')).test(target) && !(notTo && new RegExp(notTo).test(target));
  };
}

/** @param {string} rule @param {Arrow} arrow @param {string} instead */
function describe(rule, [from, to], instead) {
  return `${rule}: ${from} → ${to}   ${instead}`;
}

/** Returns the edges within strongly connected components (Tarjan). @param {Arrow[]} all @returns {Arrow[]} */
function edgesInCycles(all) {
  /** @type {Map<string, string[]>} */
  const targets = new Map();
  for (const [from, to] of all) targets.set(from, [...(targets.get(from) ?? []), to]);
  /** @type {Map<string, { index: number, low: number, ring?: number }>} */
  const seen = new Map();
  /** @type {string[]} */
  const open = [];
  /** @param {string} file */
  const visit = (file) => {
    /** @type {{ index: number, low: number, ring?: number }} */
    const own = { index: seen.size, low: seen.size };
    seen.set(file, own);
    open.push(file);
    for (const target of targets.get(file) ?? []) {
      const known = seen.get(target);
      const other = known ?? visit(target);
      if (other.ring === undefined) own.low = Math.min(own.low, known ? other.index : other.low);
    }
    if (own.low === own.index) {
      for (const member of open.splice(open.indexOf(file))) {
        const one = seen.get(member);
        if (one) one.ring = own.index;
      }
    }
    return own;
  };
  for (const file of targets.keys()) if (!seen.has(file)) visit(file);
  return all.filter(([from, to]) => seen.get(from)?.ring === seen.get(to)?.ring);
}

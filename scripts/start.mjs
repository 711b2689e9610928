/** Entry point of `npm start` and other commands: sets up the checkout, then runs the command in this process. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout, setUp } from './set-up.mjs';

/** @type {Record<string, { build?: false, argv: (build: string) => string[] }>} `argv` gets the build's folder */
const COMMANDS = {
  start: { argv: (build) => [join(build, 'server/main.js')] },
  backup: { argv: (build) => [join(build, 'server/backup.js'), 'backup'] },
  restore: { argv: (build) => [join(build, 'server/backup.js'), 'restore'] },
  roles: { argv: (build) => [join(build, 'server/backup.js'), 'roles'] },
  pictures: { argv: () => typescript('pictures') },
  bench: { argv: () => typescript('bench') },
  torture: { argv: () => typescript('torture') },
  tables: { build: false, argv: () => typescript('tables') },
  dev: { build: false, argv: () => [join(checkout, 'scripts/dev.mjs')] },
  build: { argv: () => [] },
};

const [name = 'start', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) fail(`There is no command '${name}'. There are: ${Object.keys(COMMANDS).join(', ')}.`);

const build = await setUp({ build: command.build ?? true }).catch(fail);
const [file, ...first] = command.argv(build);
if (file) {
  process.argv = [process.execPath, file, ...first, ...args];
  await import(pathToFileURL(file).href);
} else {
  console.log(build);
}

/** @param {string} script */
function typescript(script) {
  return ['run.mjs', `${script}.ts`].map((name) => join(checkout, 'scripts', name));
}

/** @param {unknown} problem @returns {never} */
function fail(problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  process.exit(1);
}

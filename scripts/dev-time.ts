/** Moves the clock of the running `npm run dev`: `npm run dev:time -- +8d` (d, h or m; '-' moves it back). */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chooseDataFolder } from '../src/server/db/postgres/data-folder.server.ts';

const MILLISECONDS: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

async function moveClock(step: string): Promise<string> {
  const [, sign, count, unit = ''] = /^([+-])(\d+)([dhm])$/.exec(step) ?? [];
  const unitMs = MILLISECONDS[unit];
  if (!unitMs) return fail(`How far? For example: npm run dev:time -- +8d (d, h or m; '-' goes back). Not '${step}'.`);
  const milliseconds = Number(`${sign}${count}`) * unitMs;

  const checkout = resolve(import.meta.dirname, '..');
  const serverFile = join(await chooseDataFolder({ dataDir: process.env.DATA_DIR, checkout }), 'server.json');
  const text = await readFile(serverFile, 'utf8').catch(() =>
    fail('No server is running on this data folder: start npm run dev first.'),
  );
  const { url } = JSON.parse(text) as { url: string };
  const answer = await fetch(new URL('/dev/time', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({ milliseconds }),
  }).catch(() => fail(`The server at ${url} does not respond.`));
  if (!answer.ok) return fail(`The server at ${url} is not npm run dev, so its clock cannot be moved.`);
  const { now } = (await answer.json()) as { now: string };
  return `The server's clock is ${new Date(now).toLocaleString('en-GB', { timeZone: 'Europe/London' })}.`;
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

console.log(await moveClock(process.argv[2] ?? ''));

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { urlOf } from '../../../scripts/tables/database-url.ts';
import { newPerson, newProperty } from '../../../test/fixtures/make.ts';
import { asRole, ownDatabase, workerDatabase } from '../../../test/servers/database.ts';
import { newDataFolder, startProgram } from '../../../test/servers/program.ts';
import type { DatabaseAddress } from '../../server/db/roles.server.ts';

async function settingsOn(database: DatabaseAddress): Promise<Record<string, string>> {
  return { DATABASE_URL: urlOf(database), SECRET: inject('database').secret, DATA_DIR: await newDataFolder() };
}

async function occupy(port: number): Promise<number> {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => {
    other.close();
  });
  return (other.address() as AddressInfo).port;
}

function isTakenAlready(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EADDRINUSE') throw error;
}

async function post(address: string, path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { origin: address, 'content-type': 'application/json', ...(cookie && { cookie }) };
  return fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');

describe('a start', () => {
  it('reports all invalid settings at once and creates no files', async () => {
    const dataFolder = await newDataFolder();
    const env = { PORT: 'eighty', LOG_LEVEL: 'loud', SMTP_URL: 'ftp://post', SECRET: 'short', DATA_DIR: dataFolder };
    const { status, out, err } = await startProgram(env).ended;
    expect(status).toBe(1);
    expect(out).toBe('');
    for (const name of ['PORT', 'LOG_LEVEL', 'SMTP_URL', 'SECRET']) expect(err).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(err).not.toContain('    at ');
    expect(existsSync(dataFolder)).toBe(false);
  });

  it('reports a port in use and leaves no files', async () => {
    const port = await occupy(0);
    const dataFolder = await newDataFolder();
    const { status, out, err } = await startProgram({ PORT: String(port), DATA_DIR: dataFolder }).ended;
    expect(status).toBe(1);
    expect(out).toBe('');
    expect(err).toBe(
      `Port ${port} on 127.0.0.1 is used by another program. Stop it, or set PORT to another number (by default, the next free one is used).\n`,
    );
    expect(existsSync(dataFolder)).toBe(false);
  });

  it.each<[string, (database: DatabaseAddress) => string, string]>([
    ['does not respond', (database) => urlOf({ ...database, host: '127.0.0.1', port: 1 }), 'does not respond'],
    ['does not exist', (database) => urlOf({ ...database, database: 'nowhere' }), 'does not have this database'],
    [
      'rejects the password',
      (database) => urlOf({ ...asRole(database, 'auth'), password: 'wrong7' }),
      'rejects the user name or password',
    ],
  ])('reports a database that %s', async (_, at, words) => {
    const DATABASE_URL = at(await workerDatabase());
    const env = { DATABASE_URL, SECRET: inject('database').secret, DATA_DIR: await newDataFolder() };
    const { status, out, err } = await startProgram(env).ended;
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(words);
    expect(err).not.toMatch(/ {4}at |wrong7/);
  });

  it.each(['file', 'file/below'])('reports that %s cannot be a data folder', async (path) => {
    const folder = await newDataFolder();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'file'), '');
    const { status, out, err } = await startProgram({ DATA_DIR: resolve(folder, path) }).ended;
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(resolve(folder, path));
    expect(err).toContain('Set DATA_DIR to a folder');
    expect(err).not.toContain('    at ');
  });

  it('uses the next free port by default', async () => {
    await occupy(3000).catch(isTakenAlready);
    const settings = await settingsOn(await ownDatabase('port'));
    const address = await startProgram(settings).address;
    expect(Number(new URL(address).port)).toBeGreaterThan(3000);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });
});

describe('two servers on one database', () => {
  it('serve the same landlords with cookies for each port', async () => {
    const database = await ownDatabase('shared');
    const programs = await Promise.all(
      [settingsOn(database), settingsOn(database)].map(async (env) => startProgram(await env)),
    );
    const [one = '', other = ''] = await Promise.all(programs.map(({ address }) => address));
    const person = newPerson();

    const signedUp = await post(one, '/api/auth/sign-up/email', person);
    expect(signedUp.status).toBe(201);
    const signedIn = await post(other, '/api/auth/sign-in/email', person);
    expect(signedIn.status).toBe(200);
    const ports = [one, other].map((address) => new URL(address).port);
    expect(new Set(ports).size).toBe(2);
    for (const [index, answer] of [signedUp, signedIn].entries()) {
      expect(cookiesOf(answer)).toContain(`tenure-${ports[index]}.session_token=`);
      for (const line of answer.headers.getSetCookie()) expect(line).toMatch(new RegExp(`^tenure-${ports[index]}\\.`));
    }

    const added = await post(one, '/api/properties', newProperty({ city: 'Bath' }), cookiesOf(signedUp));
    expect(added.status).toBe(201);
    const cookie = `${cookiesOf(signedUp)}; ${cookiesOf(signedIn)}`; // a browser sends both, as cookies ignore ports
    const seen = await fetch(`${other}/api/properties`, { headers: { cookie } });
    expect(await seen.json()).toMatchObject({ total: 1, items: [{ city: 'Bath' }] });
  });
});

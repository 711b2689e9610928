import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, landlord, signedUpLandlord, visitor } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { emailTo, tokenIn } from '../../../test/reading/emails.ts';
import { privateDatabase, query } from '../../../test/servers/database.ts';
import { startServer, type TestServer } from '../../../test/servers/start-server.ts';
import { createLog, describeError } from './log.server.ts';

const Line = z.looseObject({
  level: z.number(),
  time: z.iso.datetime(),
  msg: z.string(),
  requestId: z.string().optional(),
});

function capture() {
  let text = '';
  const to = {
    write(line: string) {
      text += line;
    },
  };
  const lines = () => text.trim().split('\n').filter(Boolean);
  return { to, text: () => text, lines: () => lines().map((line) => Line.parse(JSON.parse(line))) };
}

const log = capture();
// The database is separate, so that no other server takes its jobs.
const { address, drop } = await privateDatabase('log');
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ database: address, logTo: log.to, env: { LOG_LEVEL: 'trace' } });
});
afterAll(async () => {
  await server.stop();
  await drop();
});

describe('the log of a running server', () => {
  it('has one JSON object on each line and a line for each request with its id, path and status', async () => {
    const answer = await visitor(server).get('/api/properties?q=secret-in-query');
    const id = answer.headers.get('x-request-id');
    expect(log.lines().filter(({ requestId }) => requestId === id)).toMatchObject([
      { msg: 'Answered', method: 'GET', path: '/api/properties', status: 401 },
    ]);
  });

  it('never contains a password, token, cookie, query or entered text', async () => {
    const ada = await signedUpLandlord({ password: 'PASSWORD-one', name: 'NAME-of-Ada' }, server);
    const { email } = ada;
    const guest = visitor(server);
    await addedProperty(ada, { address: 'ADDRESS of a house', description: 'DESCRIPTION of it' });
    await ada.get('/api/properties?q=QUERY-text&cursor=CURSOR-text');
    await guest.send('POST', '/api/auth/sign-in/email', { body: '{"password":"PASSWORD-three"' });
    await guest.get('/api/properties', {
      headers: { authorization: 'Bearer AUTHORIZATION-text', cookie: 'x=COOKIE-text' },
    });
    await guest.post('/api/auth/request-password-reset', { email });
    const reset = tokenIn(await emailTo(email, 'Choose a new password', server));
    const confirm = tokenIn(await emailTo(email, 'Confirm your email address', server));
    await guest.get(`/reset-password?token=${reset}`);
    await guest.get(`/api/auth/reset-password/${reset}${confirm}`);
    for (const [path, body] of Object.entries({
      'sign-in/email': { email, password: 'PASSWORD-two' },
      'sign-up/email': { email, password: 'PASSWORD-four' },
      'reset-password': { token: reset, newPassword: 'PASSWORD-five' },
      'verify-email': { token: confirm },
    }))
      await guest.post(`/api/auth/${path}`, body);
    const cookies = [...ada.cookies.values()].flatMap((value) => decodeURIComponent(value).split('.'));

    expect(log.lines().length).toBeGreaterThan(10);
    const network = ada.address.replace(/\d+\.\d+$/, '');
    const leaked = [...cookies, reset, confirm, server.services.secret, ada.email, network].filter((secret) =>
      log.text().includes(secret),
    );
    expect(leaked).toEqual([]);
    expect(log.text()).not.toMatch(/(PASSWORD|QUERY|CURSOR|AUTHORIZATION|COOKIE|NAME|ADDRESS|DESCRIPTION)-?\w* ?/);
  });

  it('logs only sign-ins and rejections at the default level', async () => {
    const ada = await landlord({}, server);
    const guest = visitor(server);
    const wrong = { email: ada.email, password: 'not the password' };
    const foreign = { headers: { origin: 'https://evil.example' }, body: {} };
    const responses = [
      [await guest.post('/api/auth/sign-in/email', wrong), 30],
      [await guest.post('/api/auth/sign-in/email', { ...wrong, password: ada.password }), 30],
      [await guest.post('/api/sessions/sign-out-others'), 30],
      [await guest.post('/api/profile/password', { currentPassword: 'no', newPassword: 'no' }), 30],
      [await guest.send('POST', '/api/properties', foreign), 30],
      [await visitor(server).get('/api/properties'), 30],
      [await guest.get('/api/properties'), 20],
      [await guest.get('/api/sessions'), 20],
      [await guest.get('/api/properties/x'), 20],
    ] as const;
    const levels = new Map(log.lines().map(({ requestId, level }) => [requestId, level]));
    expect(responses.map(([{ outcome, headers }]) => [outcome, levels.get(headers.get('x-request-id') ?? '')])).toEqual(
      responses.map(([{ outcome }, level]) => [outcome, level]),
    );
    expect(responses.map(([{ status }]) => status)).toEqual([401, 200, 200, 422, 403, 401, 200, 200, 404]);
  });

  it('logs an unexpected failure once, with its request id and without entered data', async () => {
    await query(
      server.database,
      `create or replace function public.burst() returns trigger language plpgsql as
         $$ begin raise exception 'a pipe burst' using detail = 'Failing row contains ' || new.description, errcode = 'XX000'; end $$;
       create trigger burst before insert on properties for each row when (new.city = 'Atlantis') execute function public.burst()`,
    );
    try {
      const ada = await landlord({}, server);
      const house = newProperty({ city: 'Atlantis', description: 'the SAFE is behind the picture' });
      const answer = await ada.post('/api/properties', house);
      expect(answer.outcome).toBe('500 internal');
      expect(answer.text).not.toContain('burst');
      const id = answer.headers.get('x-request-id');
      const lines = log.lines().filter(({ requestId }) => requestId === id);
      expect(lines.map(({ msg }) => msg)).toEqual(['A request failed', 'Answered']);
      expect(lines[0]).toMatchObject({ level: 50, err: { message: 'a pipe burst', code: 'XX000' } });
      expect(log.text()).not.toContain('SAFE');
    } finally {
      await query(server.database, 'drop function public.burst cascade');
    }
  });
});

describe('a log line', () => {
  it('redacts secret keys at any level', () => {
    const { to, text } = capture();
    const logger = createLog('info', to);
    const names = ['password', 'newPassword', 'token', 'cookie', 'authorization', 'set-cookie'];
    const secrets = Object.fromEntries(names.map((name, place) => [name, `S${place}`]));
    logger.info({ ...secrets, body: secrets, request: { headers: secrets } }, 'Here');
    expect(text()).not.toMatch(/S\d/);
    expect(text()).toContain('[hidden]');
  });

  it('logs only an error’s type, message, code, stack and cause', () => {
    const cause = Object.assign(new Error('inner'), { code: '23505', detail: 'Key (email)=(ada@tenure.example)' });
    const error = Object.assign(new TypeError('outer', { cause }), { body: { password: 'x' } });
    expect(describeError(error)).toEqual({
      type: 'TypeError',
      message: 'outer',
      stack: error.stack,
      cause: { type: 'Error', message: 'inner', code: '23505', stack: cause.stack },
    });
    expect(describeError('ada@tenure.example')).toEqual({ type: 'string', message: 'not an error' });
  });
});

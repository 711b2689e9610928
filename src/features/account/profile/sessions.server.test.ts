/** The browsers in which a landlord is signed in, over HTTP. */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Browser } from '../../../../test/browser.ts';
import { asRole, query } from '../../../../test/database.ts';
import { landlord, signedInAgain, visitor } from '../../../../test/landlords.ts';
import { server } from '../../../../test/server.ts';
import { sessionToken } from '../../../server/session/session.server.ts';
import { runAsUser } from '../../../server/session/with-user.server.ts';
import { Session } from '../account.ts';
import { deviceWords, endOtherSessions, ownSessions } from './sessions.server.ts';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const sessionsOf = async (browser: Browser) =>
  (await browser.get('/api/sessions')).as(z.object({ items: z.array(Session) })).items;
const isIn = async (browser: Browser) => (await browser.get('/api/properties')).outcome;
const OUT = '401 unauthenticated';

describe('the list of sessions', () => {
  it('names each browser, the one that asks first, then the newest', async () => {
    const ada = await landlord();
    const phone = visitor();
    const { email, password } = ada;
    await phone.post('/api/auth/sign-in/email', { email, password }, { headers: { 'user-agent': SAFARI } });
    const third = await signedInAgain(ada);
    const seen = await sessionsOf(phone);
    expect(seen.map(({ device, current }) => [device, current])).toEqual([
      ['Safari on iPhone', true],
      ['Unknown browser', false],
      ['Unknown browser', false],
    ]);
    const [, newest, oldest] = seen;
    expect(Date.parse(newest?.signedInAt ?? '')).toBeGreaterThan(Date.parse(oldest?.signedInAt ?? ''));
    expect((await sessionsOf(third)).find(({ current }) => current)?.id).toBe(newest?.id);
  });

  it('tells nothing that would open one: no token, no address', async () => {
    const ada = await landlord();
    const answer = await ada.get('/api/sessions');
    // Refuses every key that is not named in Session.
    answer.as(z.strictObject({ items: z.array(z.strictObject(Session.shape)).length(1) }));
    const [session] = await query<{ token: string }>(
      server.database,
      'select token from auth.sessions where user_id = $1',
      [ada.id],
    );
    expect(session?.token.length).toBeGreaterThan(20);
    expect(answer.text).not.toContain(session?.token);
    expect(answer.text).not.toContain(ada.address);
  });

  it('leaves out those that are over', async () => {
    const ada = await landlord();
    const other = await signedInAgain(ada);
    const [, over] = await sessionsOf(ada);
    await query(server.database, 'update auth.sessions set expires_at = now() where id = $1', [over?.id]);
    expect(await sessionsOf(ada)).toHaveLength(1);
    expect(await isIn(other)).toBe(OUT);
  });
});

describe('ending a session', () => {
  it('signs that browser out at once, and no other', async () => {
    const ada = await landlord();
    const [second, third] = [await signedInAgain(ada), await signedInAgain(ada)];
    const ended = (await sessionsOf(second)).find(({ current }) => current);
    expect((await ada.delete(`/api/sessions/${ended?.id}`)).status).toBe(204);
    expect([await isIn(ada), await isIn(second), await isIn(third)]).toEqual(['served', OUT, 'served']);
    expect((await ada.delete(`/api/sessions/${ended?.id}`)).outcome).toBe('404 not_found');
  });

  it('of another landlord is as if there were none', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const [session] = await sessionsOf(ada);
    expect((await eve.delete(`/api/sessions/${session?.id}`)).outcome).toBe('404 not_found');
    for (const id of ['x', '0', encodeURIComponent(`' or true --`)]) {
      expect((await eve.delete(`/api/sessions/${id}`)).outcome).toBe('404 not_found');
    }
    expect(await isIn(ada)).toBe('served');
  });

  it('does not take the one that asks: that is signing out', async () => {
    const ada = await landlord();
    const [own] = await sessionsOf(ada);
    const answer = await ada.delete(`/api/sessions/${own?.id}`);
    expect(answer.outcome).toBe('422 invalid_input');
    expect(answer.text).toContain('This is the browser you are using. Please sign out instead.');
    expect(await isIn(ada)).toBe('served');
  });

  it('is refused from another site, and to a browser whose own session was ended', async () => {
    const ada = await landlord();
    const other = await signedInAgain(ada);
    const [, session] = await sessionsOf(ada);
    const elsewhere = { headers: { origin: 'https://evil.example' } };
    expect((await ada.send('DELETE', `/api/sessions/${session?.id}`, elsewhere)).outcome).toBe('403 wrong_origin');
    expect((await ada.post('/api/sessions/sign-out-others', undefined, elsewhere)).outcome).toBe('403 wrong_origin');
    expect(await isIn(other)).toBe('served');
    await ada.delete(`/api/sessions/${session?.id}`);
    expect((await other.post('/api/sessions/sign-out-others')).outcome).toBe(OUT);
    expect((await other.get('/api/sessions')).outcome).toBe(OUT);
    expect(await isIn(ada)).toBe('served');
  });
});

describe('signing out the others', () => {
  it('leaves the one that asks, and every other landlord', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const [second, third] = [await signedInAgain(ada), await signedInAgain(ada)];
    expect((await second.post('/api/sessions/sign-out-others')).text).toBe('{"done":true}');
    expect([await isIn(ada), await isIn(second), await isIn(third), await isIn(eve)]).toEqual([
      OUT,
      'served',
      OUT,
      'served',
    ]);
    expect(await sessionsOf(second)).toMatchObject([{ current: true }]);
  });

  it('can be done after the trial', async () => {
    const ada = await landlord();
    const other = await signedInAgain(ada);
    await server.later(9 * 24 * 3600 * 1000, async () => {
      expect(await sessionsOf(ada)).toHaveLength(2);
      expect((await ada.post('/api/sessions/sign-out-others')).status).toBe(200);
      expect((await other.get('/api/sessions')).outcome).toBe(OUT);
    });
  });
});

describe('the functions of the database about sessions', () => {
  it('do nothing for a session that ends while it asks', async () => {
    const ada = await landlord();
    const other = await signedInAgain(ada);
    const { services } = server;
    const token = sessionToken(services, ada.cookieHeader()) ?? '';
    const asking = runAsUser(services.pool, { token, now: services.clock.now(), access: 'open' }, async (db) => {
      // The first query is what opens the transaction.
      expect(await ownSessions(db, token)).toHaveLength(2);
      await query(server.database, 'delete from auth.sessions where token = $1', [token]);
      await endOtherSessions(db, token);
    });
    await expect(asking).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await isIn(other)).toBe('served');
  });

  it('do nothing for a role that only says who it is, without the session’s token', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const [session] = await query<{ token: string }>(
      server.database,
      'select token from auth.sessions where user_id = $1',
      [eve.id],
    );
    const asAda = (call: string) =>
      query(
        asRole(server.database, 'app'),
        `with who as materialized (select set_config('app.user_id', $1, true)) select ${call} from who`,
        [ada.id],
      );
    for (const token of [session?.token, 'x']) {
      await expect(asAda(`app.replace_password('${token}', 'x')`)).rejects.toMatchObject({ code: 'TN401' });
      await expect(asAda(`app.end_other_sessions('${token}', null)`)).rejects.toMatchObject({ code: 'TN401' });
      await expect(asAda(`app.save_profile('${token}', 'x', null, null)`)).rejects.toMatchObject({ code: 'TN401' });
    }
    expect(await isIn(ada)).toBe('served');
  });
});

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

describe('a browser', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/126.0.0.0`, 'Microsoft Edge on Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.5 Safari/605.1.15`, 'Safari on macOS'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} Version/17.5 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${webkit} CriOS/126.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
    ],
    [`Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on Linux'],
  ])('%s', (userAgent, words) => {
    expect(deviceWords(userAgent)).toBe(words);
  });

  it.each([null, '', '-', 'node', '<script>alert(1)</script>', 'x'.repeat(300), '('.repeat(300)])(
    'that says %j is an unknown one',
    (userAgent) => {
      expect(deviceWords(userAgent)).toBe('Unknown browser');
    },
  );
});

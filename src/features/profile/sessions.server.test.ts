import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { access, DAY, SIGNED_OUT } from '../../../test/fixtures/account.ts';
import { type Landlord, landlord, signedInAgain, visitor } from '../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../test/fixtures/make.ts';
import type { Browser } from '../../../test/reading/browser.ts';
import { asRole, query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { sign } from '../../server/session/cookies.server.ts';
import { sessionToken } from '../../server/session/session.server.ts';
import { runAsUser } from '../../server/session/with-user.server.ts';
import { Session } from '../account/account.ts';
import { endOtherSessions, ownSessions } from './sessions.server.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const sessionsOf = async (browser: Browser) =>
  (await browser.get('/api/sessions')).as(z.object({ items: z.array(Session) })).items;
const endOthers = async (browser: Browser) => (await browser.post('/api/sessions/sign-out-others')).outcome;

async function inThreeBrowsers(): Promise<[Landlord, Browser, Browser]> {
  const ada = await landlord();
  return [ada, await signedInAgain(ada), await signedInAgain(ada)];
}

async function tokenOf({ personId }: Landlord): Promise<string> {
  const tokens = 'select token from auth.sessions where user_id = $1';
  const [session] = await query<{ token: string }>(server.database, tokens, [personId]);
  if (!session) throw new Error('There is no session.');
  return session.token;
}

describe('signing out others, and a new password', () => {
  const newPassword = 'four words none expects';
  const feedOf = async (ada: Landlord) =>
    (await ada.get('/api/calendar-feed')).as(z.object({ feed: z.object({ tenants: z.boolean() }).nullable() })).feed;

  it.each([
    ['/api/sessions/sign-out-others', {}, null],
    ['/api/sessions/sign-out-others?endCalendarFeed=false', {}, { tenants: false }],
    ['/api/profile/password', {}, null],
    ['/api/profile/password', { endCalendarFeed: false }, { tenants: false }],
  ])('end the calendar feed at %s with %j, unless asked not to', async (path, choice, kept) => {
    const ada = await landlord();
    await ada.post('/api/calendar-feed', { tenants: false });
    const input = path.endsWith('password') ? { currentPassword: ada.password, newPassword, ...choice } : undefined;
    expect((await ada.post(path, input)).outcome).toBe('served');
    expect(await feedOf(ada)).toEqual(kept);
  });
});

describe('the list of sessions', () => {
  it('names each browser, this one first, then newest first', async () => {
    const ada = await landlord();
    const phone = visitor();
    const { email, password } = ada;
    await phone.post('/api/auth/sign-in/email', { email, password }, { headers: { 'user-agent': IPHONE } });
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

  it('contains no token or address', async () => {
    const ada = await landlord();
    const answer = await ada.get('/api/sessions');
    answer.as(z.strictObject({ items: z.array(z.strictObject(Session.shape)).length(1) }));
    expect(answer.text).not.toContain(await tokenOf(ada));
    expect(answer.text).not.toContain(ada.address);
  });

  it('omits expired sessions', async () => {
    const ada = await landlord();
    const other = await signedInAgain(ada);
    const [, over] = await sessionsOf(ada);
    // A second ago, since the server's clock has whole milliseconds.
    await query(
      server.database,
      "update auth.sessions set expires_at = app.instant() - interval '1 second' where id = $1",
      [over?.id],
    );
    expect(await sessionsOf(ada)).toHaveLength(1);
    expect(await access(other)).toBe(SIGNED_OUT);
  });
});

describe('ending a session', () => {
  it('signs out only that browser', async () => {
    const [ada, second, third] = await inThreeBrowsers();
    const ended = (await sessionsOf(second)).find(({ current }) => current);
    expect((await ada.delete(`/api/sessions/${ended?.id}`)).status).toBe(204);
    expect([await access(ada), await access(second), await access(third)]).toEqual(['served', SIGNED_OUT, 'served']);
    expect((await ada.delete(`/api/sessions/${ended?.id}`)).outcome).toBe('404 not_found');
    expect(await endOthers(second)).toBe(SIGNED_OUT);
    expect(await access(third)).toBe('served');
  });

  it('is refused for the current session', async () => {
    const ada = await landlord();
    const [own] = await sessionsOf(ada);
    const answer = await ada.delete(`/api/sessions/${own?.id}`);
    expect(answer.outcome).toBe('422 invalid_input');
    expect(answer.text).toContain('You are using this browser. Use Sign out instead.');
    expect(await access(ada)).toBe('served');
  });
});

it('signing out the others keeps this session and other landlords’, after the trial too', async () => {
  const eve = await landlord();
  const [ada, second, third] = await inThreeBrowsers();
  expect(await endOthers(second)).toBe('served');
  const outcomes = [await access(ada), await access(second), await access(third), await access(eve)];
  expect(outcomes).toEqual([SIGNED_OUT, 'served', SIGNED_OUT, 'served']);
  const again = await signedInAgain(ada);
  await server.later(9 * DAY, async () => {
    expect(await sessionsOf(second)).toHaveLength(2);
    expect(await endOthers(second)).toBe('served');
    expect((await again.get('/api/sessions')).outcome).toBe(SIGNED_OUT);
    expect(await sessionsOf(second)).toMatchObject([{ current: true }]);
  });
});

describe('a copied cookie', () => {
  const { cookies: names, secret } = server.services;
  const copyOf = (browser: Browser): Browser => {
    const copy = visitor();
    copy.cookies.set(names.session, browser.cookies.get(names.session) ?? '');
    return copy;
  };

  it.each<[string, (ada: Landlord) => Promise<unknown>]>([
    [
      'a new password',
      ({ password, post }) =>
        post('/api/profile/password', { currentPassword: password, newPassword: 'four words none expects' }),
    ],
    ['signing out the others', endOthers],
    ['signing in again', ({ email, password, post }) => post('/api/auth/sign-in/email', { email, password })],
    ['signing up somebody else', ({ post }) => post('/api/auth/sign-up/email', newPerson())],
  ])('is refused after %s, while its own browser stays signed in', async (_, act) => {
    const ada = await landlord();
    const copy = copyOf(ada);
    expect(await access(copy)).toBe('served');
    await act(ada);
    expect([await access(copy), await access(ada)]).toEqual([SIGNED_OUT, 'served']);
  });

  it('cannot be forged from the database and the server’s secret', async () => {
    const ada = await landlord();
    const thief = visitor();
    thief.cookies.set(names.session, encodeURIComponent(sign(await tokenOf(ada), secret)));
    expect(await access(thief)).toBe(SIGNED_OUT);
  });
});

describe('the functions of the database about sessions', () => {
  it('change nothing for a session that ends during the call', async () => {
    const ada = await landlord();
    const other = await signedInAgain(ada);
    const { services } = server;
    const token = sessionToken(services, ada.cookieHeader()) ?? '';
    const asking = runAsUser(services, { token, now: services.clock.now(), access: 'open' }, async (db) => {
      // The first query starts the transaction.
      expect(await ownSessions(db, token)).toHaveLength(2);
      await query(server.database, 'delete from auth.sessions where token = $1', [token]);
      await endOtherSessions(db, token);
    });
    await expect(asking).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await access(other)).toBe('served');
  });

  it('change nothing for a role that sets the user id without a session token', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const asAda = (call: string) =>
      query(
        asRole(server.database, 'app'),
        `with who as materialized (select set_config('app.user_id', $1, true)) select ${call} from who`,
        [ada.id],
      );
    for (const token of [await tokenOf(eve), 'x']) {
      await expect(asAda(`app.replace_password('${token}', 'x', false)`)).rejects.toMatchObject({ code: 'TN401' });
      await expect(asAda(`app.end_other_sessions('${token}', null)`)).rejects.toMatchObject({ code: 'TN401' });
      await expect(asAda(`app.renew_session('${token}', 'y')`)).rejects.toMatchObject({ code: 'TN401' });
      await expect(asAda(`app.save_profile('${token}', 'x', null, null)`)).rejects.toMatchObject({ code: 'TN401' });
    }
    expect(await access(ada)).toBe('served');
  });
});

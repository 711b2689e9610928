import { describe, expect, it } from 'vitest';
import { PAUSED, requestPasswordReset, signIn } from '../../../../test/fixtures/account.ts';
import { landlord, signedUpLandlord, visitor } from '../../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../../test/fixtures/make.ts';
import { openBrowser } from '../../../../test/reading/browser.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { attemptLimits, pauseAfter } from './attempts.server.ts';

const WRONG = '401 invalid_credentials';
const WRONG_FIVE = Array<string>(5).fill(WRONG);

async function fail(email: string, times: number, browser = visitor()): Promise<string[]> {
  const outcomes: string[] = [];
  for (let time = 0; time < times; time++) outcomes.push(await signIn(email, 'not the password', browser));
  return outcomes;
}

/** Returns the delay that a refused sign-in reports. */
async function pauseOf(email: string, password = 'not the password'): Promise<{ seconds: number; text: string }> {
  const answer = await visitor().post('/api/auth/sign-in/email', { email, password });
  expect(answer.outcome).toBe(PAUSED);
  return { seconds: Number(answer.headers.get('retry-after')), text: answer.text };
}

const endPauses = () => query(server.database, `update app.attempts set expire = 0 where key like 'pause:%'`);

describe('the delay after failures', () => {
  it('is 30 seconds after five failures, then doubles up to 15 minutes', () => {
    expect([5, 6, 7, 8, 9, 10, 11, 1000].map(pauseAfter)).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('starts after five wrong passwords from any network, also for the right password', async () => {
    const ada = await landlord();
    expect(await fail(ada.email, 3)).toEqual([WRONG, WRONG, WRONG]);
    expect(await fail(ada.email.toUpperCase(), 3)).toEqual([WRONG, WRONG, PAUSED]);
    const { seconds, text } = await pauseOf(ada.email, ada.password);
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(text).toContain(`Wait ${seconds} seconds and try again, or reset your password.`);
  });

  it('is the same for an address without an account', async () => {
    expect(await fail(newPerson().email, 6)).toEqual([...WRONG_FIVE, PAUSED]);
  });

  it('allows one attempt when it ends, then grows; resets after 15 minutes', async () => {
    const ada = await landlord();
    await fail(ada.email, 5);
    await endPauses();
    expect(await fail(ada.email, 2)).toEqual([WRONG, PAUSED]);
    const { seconds } = await pauseOf(ada.email);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    await query(server.database, 'update app.attempts set expire = 0');
    expect(await fail(ada.email, 6)).toEqual([...WRONG_FIVE, PAUSED]);
  });

  it('resets after a successful sign-in', async () => {
    const ada = await landlord();
    await fail(ada.email, 4);
    expect(await signIn(ada.email, ada.password)).toBe('served');
    expect(await fail(ada.email, 5)).toEqual(WRONG_FIVE);
    await endPauses();
    expect(await signIn(ada.email, ada.password)).toBe('served');
    expect(await fail(ada.email, 1)).toEqual([WRONG]);
  });

  it('allows five of twenty concurrent guesses', async () => {
    const ada = await landlord();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => signIn(ada.email, 'not the password')));
    expect(outcomes.sort()).toEqual([...WRONG_FIVE, ...Array<string>(15).fill(PAUSED)]);
  });
});

it('does not credit a link that was opened after its counter expired', async () => {
  const network = newPerson().email;
  const key = `network:link ${network}`;
  await attemptLimits(server.services.pool).openLink(network, async () => {
    await query(server.database, 'update app.attempts set expire = 0 where key = $1', [key]);
    return 'opened';
  });
  const points = await query(server.database, 'select points from app.attempts where key = $1', [key]);
  expect(points.filter((row) => Number(row.points) < 0)).toEqual([]);
});

describe('a browser that has signed in to the address before', () => {
  it('is not delayed by the guesses of others', async () => {
    const ada = await signedUpLandlord();
    await ada.post('/api/auth/sign-out');
    await fail(ada.email, 6);
    expect(await signIn(ada.email, ada.password)).toBe(PAUSED);
    expect(await signIn(ada.email, ada.password, ada)).toBe('served');
  });

  it('is recognised for each address it has signed in to, and not limited by its network', async () => {
    const [ada, bob] = [await signedUpLandlord(), await landlord()];
    expect(await signIn(bob.email, bob.password, ada)).toBe('served');
    const refuse = () => Promise.reject(new Error(WRONG));
    for (let time = 0; time < 30; time++) {
      const attempt = { email: newPerson().email, network: ada.address };
      await server.services.attempts.signIn(attempt, refuse).catch(() => undefined);
    }
    expect(await signIn(bob.email, bob.password, openBrowser(server, ada.address))).toBe(PAUSED);
    for (const { email, password } of [ada, bob]) expect(await signIn(email, password, ada)).toBe('served');
  });

  it('is delayed after its own five guesses, without delaying others', async () => {
    const ada = await signedUpLandlord();
    expect(await fail(ada.email, 6, ada)).toEqual([...WRONG_FIVE, PAUSED]);
    expect(await signIn(ada.email, ada.password)).toBe('served');
  });

  it('is recognised for that address only, and cannot be forged', async () => {
    const [ada, bob] = [await signedUpLandlord(), await signedUpLandlord()];
    await fail(bob.email, 5);
    expect(await fail(bob.email, 1, ada)).toEqual([PAUSED]);
    const [name = ''] = [...bob.cookies.keys()].filter((key) => key.includes('device'));
    const body = { email: bob.email, password: bob.password };
    for (const forged of ['x.y', '.', '', 'x.', (ada.cookies.get(name) ?? '').split('.')[0]]) {
      const headers = { cookie: `${name}=${forged}` };
      expect((await visitor().send('POST', '/api/auth/sign-in/email', { headers, body })).outcome).toBe(PAUSED);
    }
  });
});

describe('one network', () => {
  it('is limited to thirty failures over all addresses, counting a household’s IPv6 addresses together', async () => {
    const inNetwork = (host: string) => openBrowser(server, `2001:db8:17:4::${host}`);
    for (const host of ['1', '2']) expect(await fail(newPerson().email, 1, inNetwork(host))).toEqual([WRONG]);
    const refuse = () => Promise.reject(new Error(WRONG));
    for (let time = 0; time < 28; time++) {
      const attempt = { email: newPerson().email, network: '2001:db8:17:4::/64' };
      await expect(server.services.attempts.signIn(attempt, refuse)).rejects.toThrow(WRONG);
    }
    const { email, password } = await landlord();
    const refused = await inNetwork('99').post('/api/auth/sign-in/email', { email, password });
    expect(refused.outcome).toBe(PAUSED);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect(await signIn(email, password, openBrowser(server, '2001:db8:17:5::1'))).toBe('served');
  });

  it('is not counted for successful sign-ins', async () => {
    const ada = await landlord();
    const browser = visitor();
    for (let time = 0; time < 3; time++) await signIn(ada.email, ada.password, browser);
    const points = `select points from app.attempts where key = 'network:' || $1`;
    expect(await query(server.database, points, [browser.address])).toEqual([{ points: 0 }]);
  });

  it('can sign up thirty times in 15 minutes', async () => {
    const { attempts } = server.services;
    for (let time = 0; time < 30; time++) await attempts.limitNetwork('sign-up', '192.0.2.77');
    await expect(attempts.limitNetwork('sign-up', '192.0.2.77')).rejects.toMatchObject({ code: 'too_many_attempts' });
    const answer = await openBrowser(server, '192.0.2.77').post('/api/auth/sign-up/email', newPerson());
    expect(answer.outcome).toBe(PAUSED);
  });
});

it('stores no address in plain text', async () => {
  const ada = await landlord();
  await fail(ada.email, 2);
  await requestPasswordReset(ada.email);
  const rows = await query<{ key: string }>(server.database, 'select key from app.attempts');
  expect(rows.filter(({ key }) => key.includes('@'))).toEqual([]);
});

/** A stream lasts as long as the session that opened it, and no more streams are held than the server can bear. */
import { describe, expect, it } from 'vitest';
import { query, workerDatabase } from '../../../test/database.ts';
import { askForEvents, type Events, manyNotices, openEvents, readEvents } from '../../../test/events.ts';
import { addedTransaction, landlord, signedInAgain } from '../../../test/landlords.ts';
import { newPerson } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { startServer } from '../../../test/start-server.ts';
import { createApp } from '../../app/server/app.server.ts';

/** The longest that a stream may outlast its session. */
const AT_MOST = 5_000;
const DAY = 24 * 60 * 60 * 1000;

async function expectEnded(events: Events): Promise<void> {
  await events.heard(({ names }) => names.includes('end'), AT_MOST);
  await events.ended;
  expect(events.names().filter((name) => name !== 'beat')).toEqual(['hello', 'end']);
}

describe('within five seconds a stream ends, and says so,', () => {
  it('after signing out, and the landlord’s other browsers go on listening', async () => {
    const owner = await landlord();
    const other = await signedInAgain(owner);
    const [own, others] = [await openEvents({ browser: owner }), await openEvents({ browser: other })];
    expect((await owner.post('/api/auth/sign-out')).status).toBe(200);
    await expectEnded(own);
    const { id } = await addedTransaction(other);
    await others.heard(({ changes }) => changes.some((change) => change.id === id));
    expect(others.names()).not.toContain('end');
  });

  it('after the session was ended from another browser', async () => {
    const owner = await landlord();
    const other = await signedInAgain(owner);
    const events = await openEvents({ browser: owner });
    expect((await other.post('/api/sessions/sign-out-others')).status).toBe(200);
    await expectEnded(events);
  });

  it('after the password was changed elsewhere', async () => {
    const owner = await landlord();
    const other = await signedInAgain(owner);
    const events = await openEvents({ browser: owner });
    const change = { currentPassword: owner.password, newPassword: 'a new and better password' };
    expect((await other.post('/api/profile/password', change)).status).toBe(200);
    await expectEnded(events);
  });

  it('after the session has expired', async () => {
    const owner = await landlord();
    const events = await openEvents({ browser: owner });
    await query(server.database, 'update auth.sessions set expires_at = $1 where user_id = $2', [
      new Date(server.services.clock.now().getTime() + DAY),
      owner.id,
    ]);
    expect(events.names()).toEqual(['hello']);
    await server.later(DAY, () => expectEnded(events));
  });

  it('after the account was deleted', async () => {
    const owner = await landlord();
    await addedTransaction(owner);
    const events = await openEvents({ browser: owner });
    expect((await owner.post('/api/account/remove', { password: owner.password })).status).toBe(200);
    await expectEnded(events);
  });
});

describe('a server holds', () => {
  it('so many streams of one landlord and no more, says so, and has room when one is closed', async () => {
    const small = await startServer({
      database: await workerDatabase(),
      app: (services, web) => createApp(services, web, { streams: { each: 2, all: 3 } }),
    });
    try {
      const [ada, bob, eve] = [
        await landlord({}, small),
        await landlord({}, small),
        await landlord(newPerson(), small),
      ];
      // Only its head is asked for: that takes no place.
      for (let n = 0; n < 3; n++) expect((await ada.send('HEAD', '/api/events')).status).toBe(200);
      const ask = async (browser: typeof ada) => (await askForEvents({ browser, server: small })).statusCode;
      const streams = [
        await openEvents({ browser: ada, server: small }),
        await openEvents({ browser: ada, server: small }),
      ];
      const refused = await ada.get('/api/events');
      expect(refused.outcome).toBe('429 too_many_attempts');
      expect(refused.text).toContain('Tenure is open in 2 of your browsers already.');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await openEvents({ browser: bob, server: small });
      expect((await eve.get('/api/events')).text).toContain('Many people are looking at Tenure just now.');
      for (const stream of streams) stream.close();
      await expect.poll(() => ask(eve)).toBe(200);
      await expect.poll(() => ask(ada)).toBe(200);
    } finally {
      await small.stop();
    }
  });
});

describe('a browser that reads slowly', () => {
  it('does not fill the server’s memory: it is told to read all again, and hears on', async () => {
    const owner = await landlord();
    const slow = await askForEvents({ browser: owner });
    const events = await openEvents({ browser: owner });
    const many = await manyNotices({ landlord: owner, events });
    const late = readEvents(slow);
    await late.heard(({ changes }) => changes.some(({ operation }) => operation === 'reload'));
    expect(late.changes().length).toBeLessThan(many);
    const { id } = await addedTransaction(owner);
    await late.heard(({ changes }) => changes.some((change) => change.id === id));
  });
});

/** A new email address, from the profile to the letter's link, with everything that may come between. */
import { describe, expect, it } from 'vitest';
import type { Browser } from '../../../../test/browser.ts';
import { query } from '../../../../test/database.ts';
import { emailsTo, emailTo, tokenIn } from '../../../../test/emails.ts';
import { type Landlord, landlord, signedInAgain, signedUpLandlord, visitor } from '../../../../test/landlords.ts';
import { newPerson } from '../../../../test/make.ts';
import { server } from '../../../../test/server.ts';
import { beside, waitsForLock } from '../../../../test/waiting.ts';
import { CurrentUser } from '../account.ts';

const LINK = 'Confirm your new email address';
const ASKED = 'A new email address was asked for';
const DONE = 'Your email address was changed';
const TAKEN = 'You have an account already';
const DAY = 24 * 3600 * 1000;

const freeAddress = () => newPerson().email;
const known = { name: 'Ada Lovelace', currentPassword: newPerson().password };
const ask = (who: Browser, email: string, name = known.name) => who.put('/api/profile', { ...known, name, email });
const confirm = async (token: string, browser: Browser = visitor()) =>
  (await browser.post('/api/profile/confirm-email', { token })).outcome;
const userOf = async (browser: Browser) => (await browser.get('/api/auth/get-session')).as(CurrentUser);
const signIn = async (email: string, password: string) =>
  (await visitor().post('/api/auth/sign-in/email', { email, password })).outcome;
const subjects = async (email: string) => (await emailsTo(email)).map(({ subject }) => subject);

/** Asks for a new address and reads the letter to it. */
async function askedFor(ada: Landlord, email = freeAddress()): Promise<{ email: string; token: string }> {
  expect((await ask(ada, email)).status).toBe(200);
  return { email, token: tokenIn(await emailTo(email.toLowerCase(), LINK)) };
}

describe('a new address', () => {
  it('waits until the link in the letter to it is followed; then it is the one that signs in, and counts as confirmed', async () => {
    const ada = await landlord();
    const email = freeAddress();
    const answer = (await ask(ada, email.toUpperCase(), 'Augusta King')).as(CurrentUser);
    expect(answer).toMatchObject({ name: 'Augusta King', email: ada.email, newEmail: email, emailConfirmed: false });
    expect(await userOf(ada)).toMatchObject({ email: ada.email, newEmail: email });
    expect(await signIn(email, ada.password)).toBe('401 invalid_credentials');

    const letter = await emailTo(email, LINK);
    expect(letter.action?.url.startsWith(`${server.services.appUrl}/confirm-new-email?token=`)).toBe(true);
    expect(letter.paragraphs[0]).toBe('Hello Augusta King,');
    const warning = await emailTo(ada.email, ASKED);
    expect(warning.action?.url).toBe(`${server.services.appUrl}/forgot-password`);

    // The letter may be read on another machine, where nobody is signed in.
    expect(await confirm(tokenIn(letter))).toBe('served');
    expect(await userOf(ada)).toMatchObject({ email, newEmail: null, emailConfirmed: true });
    expect(await signIn(email, ada.password)).toBe('served');
    expect(await signIn(ada.email, ada.password)).toBe('401 invalid_credentials');
    await emailTo(ada.email, DONE);
    expect(await subjects(email)).toEqual([LINK]);
  });

  it('is put in force by a landlord who is signed in, whoever that is: the letter is the proof', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const { email, token } = await askedFor(ada);
    expect(await confirm(token, eve)).toBe('served');
    expect((await userOf(ada)).email).toBe(email);
    expect((await userOf(eve)).email).toBe(eve.email);
  });

  it('is put in force once, also when two follow the link at the same time', async () => {
    const ada = await landlord();
    const { token } = await askedFor(ada);
    const outcomes = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(outcomes.sort()).toEqual(['422 link_expired', '422 link_expired', 'served']);
    expect(await confirm(token)).toBe('422 link_expired');
    await emailTo(ada.email, DONE);
    expect((await subjects(ada.email)).filter((subject) => subject === DONE)).toHaveLength(1);
  });

  it('is given up when 24 hours have passed', async () => {
    const ada = await landlord();
    const { email, token } = await askedFor(ada);
    await server.later(DAY - 60_000, async () => expect((await userOf(ada)).newEmail).toBe(email));
    await server.later(DAY + 1000, async () => {
      expect((await userOf(ada)).newEmail).toBeNull();
      expect(await confirm(token)).toBe('422 link_expired');
    });
    expect((await userOf(ada)).email).toBe(ada.email);
  });

  it('takes the place of one that waited already, whose link then does nothing', async () => {
    const ada = await landlord();
    const [first, second] = [await askedFor(ada), await askedFor(ada)];
    expect((await userOf(ada)).newEmail).toBe(second.email);
    expect(await confirm(first.token)).toBe('422 link_expired');
    expect(await confirm(second.token)).toBe('served');
    expect((await userOf(ada)).email).toBe(second.email);
  });

  it('can be sent its letter again, and then the last link works', async () => {
    const ada = await landlord();
    const first = await askedFor(ada);
    await ask(ada, first.email);
    await expect.poll(() => emailsTo(first.email), { timeout: 20_000 }).toHaveLength(2);
    const tokens = (await emailsTo(first.email)).map(tokenIn);
    const last = tokens.find((token) => token !== first.token) ?? '';
    expect([await confirm(first.token), await confirm(last)]).toEqual(['422 link_expired', 'served']);
  });

  it('goes on waiting while the name is changed beside it: no other letter is sent, and its link stays good', async () => {
    const ada = await landlord();
    const { email, token } = await askedFor(ada);
    const answer = (await ask(ada, email.toUpperCase(), 'Augusta King')).as(CurrentUser);
    expect(answer).toMatchObject({ name: 'Augusta King', email: ada.email, newEmail: email });
    expect(await confirm(token)).toBe('served');
    await emailTo(ada.email, DONE);
    expect(await subjects(email)).toEqual([LINK]);
  });

  it('is given up by saving the present one', async () => {
    const ada = await landlord();
    const { token } = await askedFor(ada);
    expect((await ask(ada, ada.email.toUpperCase())).as(CurrentUser)).toMatchObject({ newEmail: null });
    expect(await confirm(token)).toBe('422 link_expired');
    expect((await userOf(ada)).email).toBe(ada.email);
  });

  it('is given up by a new password: somebody else may have asked for it', async () => {
    const [ada, bea] = [await landlord(), await landlord()];
    const [ofAda, ofBea] = [await askedFor(ada), await askedFor(bea)];
    const newPassword = 'a new and better password';
    await ada.post('/api/profile/password', { currentPassword: ada.password, newPassword });
    await visitor().post('/api/auth/request-password-reset', { email: bea.email });
    const token = tokenIn(await emailTo(bea.email, 'Choose a new password'));
    expect((await visitor().post('/api/auth/reset-password', { token, newPassword })).status).toBe(200);
    expect([await confirm(ofAda.token), await confirm(ofBea.token)]).toEqual(['422 link_expired', '422 link_expired']);
    expect((await userOf(ada)).newEmail).toBeNull();
  });

  it.each(['the letter’s link', 'the profile'])(
    'is given up by a new password from %s also where it was being asked for at that moment',
    async (way) => {
      const ada = await landlord();
      const thief = await signedInAgain(ada);
      await visitor().post('/api/auth/request-password-reset', { email: ada.email });
      const token = tokenIn(await emailTo(ada.email, 'Choose a new password'));
      const newPassword = 'a new and better password';
      const choose = () =>
        way === 'the profile'
          ? ada.post('/api/profile/password', { currentPassword: ada.password, newPassword })
          : visitor().post('/api/auth/reset-password', { token, newPassword });
      await beside(async (other) => {
        // Holds up the address that is put aside, and no password.
        await other.query('select from auth.users where id = $1 for update', [ada.id]);
        const asking = ask(thief, freeAddress());
        await waitsForLock();
        const choosing = choose();
        await Promise.race([choosing, waitsForLock(2)]);
        await other.query('rollback');
        expect((await asking).outcome).toBe('served');
        expect((await choosing).outcome).toBe('served');
      });
      const again = await signedInAgain({ email: ada.email, password: newPassword });
      expect((await userOf(again)).newEmail).toBeNull();
    },
  );

  it('ends the links that went to the old one', async () => {
    const ada = await landlord();
    await visitor().post('/api/auth/request-password-reset', { email: ada.email });
    const token = tokenIn(await emailTo(ada.email, 'Choose a new password'));
    const { email, token: key } = await askedFor(ada);
    expect(await confirm(key)).toBe('served');
    const reset = await visitor().post('/api/auth/reset-password', { token, newPassword: 'of the old mailbox' });
    expect(reset.outcome).toBe('422 link_expired');
    expect(await signIn(email, ada.password)).toBe('served');
  });
});

describe('an address that has an account already', () => {
  it('is answered and told like any other; its owner gets a letter that says so and opens nothing', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const free = freeAddress();
    const toFree = (await ask(eve, free)).as(CurrentUser);
    const toTaken = (await ask(eve, ada.email)).as(CurrentUser);
    expect({ ...toTaken, now: '' }).toEqual({ ...toFree, newEmail: ada.email, now: '' });
    const letter = await emailTo(ada.email, TAKEN);
    expect(letter.action).toEqual({ label: 'Sign in', url: `${server.services.appUrl}/login` });
    expect(JSON.stringify(letter)).not.toMatch(new RegExp(`token|${eve.email}|${eve.name}`));
    expect(await subjects(ada.email)).not.toContain(LINK);
    expect((await subjects(eve.email)).filter((subject) => subject === ASKED)).toHaveLength(2);
    expect((await userOf(ada)).email).toBe(ada.email);
  });

  it('by the time the link is followed stays with who has it, and the link is used up', async () => {
    const [ada, bea] = [await landlord(), await landlord()];
    const { email, token } = await askedFor(ada);
    const same = await askedFor(bea, email);
    await landlord({ email });
    expect([await confirm(token), await confirm(token)]).toEqual(['422 link_expired', '422 link_expired']);
    expect(await confirm(same.token)).toBe('422 link_expired');
    expect(await userOf(ada)).toMatchObject({ email: ada.email, newEmail: null });
  });

  it('is one landlord’s when two who ask for it follow their links at once', async () => {
    const [ada, bea] = [await landlord(), await landlord()];
    const { email } = await askedFor(ada);
    await ask(bea, email);
    await expect.poll(async () => subjects(email), { timeout: 20_000 }).toHaveLength(2);
    const tokens = (await emailsTo(email)).map(tokenIn);
    const outcomes = await Promise.all(tokens.map((token) => confirm(token)));
    expect(outcomes.sort()).toEqual(['422 link_expired', 'served']);
    const emails = [(await userOf(ada)).email, (await userOf(bea)).email];
    expect(emails.filter((one) => one === email)).toHaveLength(1);
  });
});

describe('the link to a new address', () => {
  it('does nothing but that, and nothing made up does it', async () => {
    const ada = await signedUpLandlord();
    const { token } = await askedFor(ada);
    const session = [...ada.cookies].find(([name]) => name.includes('session'))?.[1] ?? '';
    const confirmation = tokenIn(await emailTo(ada.email, 'Confirm your email address'));
    const [row] = await query<{ hash: string; text: string }>(
      server.database,
      'select token_hash as hash, c::text as text from auth.email_changes c where user_id = $1',
      [ada.id],
    );
    expect(row?.text).not.toContain(token);
    for (const wrong of [row?.hash ?? '', session, confirmation, `${token} `, token.slice(1), 'x', '%']) {
      expect(await confirm(wrong)).toBe('422 link_expired');
    }
    const post = async (path: string, body: object) => (await visitor().post(path, body)).outcome;
    expect(await post('/api/auth/verify-email', { token })).toBe('422 link_expired');
    expect(await post('/api/auth/reset-password', { token, newPassword: 'a new password' })).toBe('422 link_expired');
    expect(await post('/api/profile/confirm-email', {})).toBe('422 invalid_input');
    expect(await userOf(ada)).toMatchObject({ email: ada.email, emailConfirmed: false });
    expect(await confirm(token)).toBe('served');
  });

  it('is asked for from this site only', async () => {
    const ada = await landlord();
    const headers = { origin: 'https://evil.example' };
    const body = { name: 'Ada', email: freeAddress() };
    expect((await ada.send('PUT', '/api/profile', { headers, body })).outcome).toBe('403 wrong_origin');
    const answer = await ada.post('/api/profile/confirm-email', { token: 'x' }, { headers });
    expect(answer.outcome).toBe('403 wrong_origin');
    expect((await ask(visitor(), freeAddress())).outcome).toBe('401 unauthenticated');
  });
});

describe('letters that cannot be queued', () => {
  /** Runs `work` while the queue takes nothing. */
  async function withoutQueue(work: () => Promise<void>): Promise<void> {
    await query(server.database, 'revoke insert on pgboss.job from tenure_app');
    try {
      await work();
    } finally {
      await query(server.database, 'grant insert on pgboss.job to tenure_app');
    }
  }

  it('leave everything as it was: nothing is put aside, and nothing put in force, of which nobody is told', async () => {
    const ada = await landlord();
    await withoutQueue(async () => {
      expect((await ask(ada, freeAddress(), 'Augusta King')).outcome).toBe('500 internal');
      expect(await userOf(ada)).toMatchObject({ name: 'Ada Lovelace', newEmail: null });
    });
    const { email, token } = await askedFor(ada);
    await withoutQueue(async () => {
      expect(await confirm(token)).toBe('500 internal');
      expect(await userOf(ada)).toMatchObject({ email: ada.email, newEmail: email });
    });
    expect(await confirm(token)).toBe('served');
  });
});

describe('asking again and again', () => {
  it('is refused after five letters in a quarter of an hour, and then saves nothing, not even the name', async () => {
    const ada = await landlord();
    const last = await askedFor(ada);
    for (let time = 0; time < 4; time++) expect((await ask(ada, last.email)).status).toBe(200);
    const refused = await ask(await signedInAgain(ada), freeAddress(), 'Augusta King');
    expect(refused.outcome).toBe('429 too_many_attempts');
    expect(refused.text).toContain('Several letters are on their way already.');
    expect(await userOf(ada)).toMatchObject({ name: 'Ada Lovelace', newEmail: last.email });
    // The present address needs no letter.
    expect((await ask(ada, ada.email, 'Augusta King')).as(CurrentUser).name).toBe('Augusta King');
  });

  it('does not use up the letter by which the landlord gets back in, whoever asked', async () => {
    const ada = await landlord();
    for (let time = 0; time < 5; time++) expect((await ask(ada, freeAddress())).status).toBe(200);
    await visitor().post('/api/auth/request-password-reset', { email: ada.email });
    await emailTo(ada.email, 'Choose a new password');
  });

  it('does not flood the inbox of somebody else, though several landlords ask', async () => {
    const email = freeAddress();
    const outcomes = [];
    for (let time = 0; time < 6; time++) outcomes.push((await ask(await landlord(), email)).outcome);
    expect(outcomes).toEqual([...Array<string>(5).fill('served'), '429 too_many_attempts']);
  });
});

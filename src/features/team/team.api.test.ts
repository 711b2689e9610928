import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord, listedProperties, visitor } from '../../../test/fixtures/landlords.ts';
import { newPerson, newProperty } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import type { Browser } from '../../../test/reading/browser.ts';
import { emailTo, tokenIn } from '../../../test/reading/emails.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { CurrentUser } from '../account/account.ts';
import { Invitation, Invited, type Member, OwnAccounts, Team } from './team.ts';

const PATH = '/api/team';
const DAY = 24 * 60 * 60 * 1000;

const teamOf = async (owner: Browser) => (await owner.get(PATH)).as(Team);
const userOf = async (browser: Browser) => (await browser.get('/api/auth/get-session')).as(CurrentUser);
const accountsOf = async (browser: Browser) => (await browser.get('/api/accounts')).as(OwnAccounts);
const version = ({ version: number }: Pick<Member, 'version'>) => ({ headers: { 'if-match': `"${number}"` } });

async function invite(owner: Browser, emails: string[], access: object = { role: 'manager' }) {
  const answer = await owner.post(`${PATH}/invitations`, { emails, ...access });
  return answer.status === 200 ? answer.as(Invited).results : answer.outcome;
}

/** Invites a person without a login. Returns their address and the link's token. */
async function invited(owner: Landlord, access?: object): Promise<{ email: string; token: string }> {
  const { email } = newPerson();
  await invite(owner, [email], access);
  return { email, token: await linkTo(owner, email) };
}

const linkTo = async ({ name }: Landlord, email: string) =>
  tokenIn(await emailTo(email, `${name} has invited you to ${name} on Tenure`));

const read = (token: string) => visitor().get(`/api/join?token=${token}`);
const signUp = (token: string, browser = visitor()) => {
  const { name, password } = newPerson();
  return browser.post('/api/join/sign-up', { token, name, password, acceptTerms: true });
};

async function joined(owner: Landlord, access?: object): Promise<Browser> {
  const { token } = await invited(owner, access);
  const browser = visitor();
  const { status, text } = await signUp(token, browser);
  if (status !== 201) throw new Error(`Joining returned ${status}: ${text}`);
  return browser;
}

async function other(owner: Browser): Promise<Member> {
  const found = (await teamOf(owner)).people.find(({ you }) => !you);
  if (!found) throw new Error('Nobody else is in the team.');
  return found;
}

describe('an invitation', () => {
  it('shows account, inviter and role, and joins a new person without starting an account', async () => {
    const owner = await landlord();
    const house = await addedProperty(owner);
    const { email, token } = await invited(owner, { role: 'guest', endsOn: '2100-01-31', taxYears: ['2026-27'] });
    const shown = (await read(token)).as(Invitation);
    expect(shown).toMatchObject({
      state: 'open',
      account: owner.name,
      inviter: owner.name,
      email,
      role: 'guest',
      taxYears: ['2026-27'],
      seesPayers: false,
      known: false,
    });
    const guest = visitor();
    expect((await signUp(token, guest)).status).toBe(201);
    const user = await userOf(guest);
    expect(user).toMatchObject({ email, emailConfirmed: true, account: { id: owner.id, role: 'guest' } });
    expect((await listedProperties(guest)).items.map(({ id }) => id)).toEqual([house.id]);
    expect(await accountsOf(guest)).toMatchObject({ accounts: [{ id: owner.id, current: true }], closed: null });
    expect(await query(server.database, 'select from profiles where owner_id = $1', [user.id])).toEqual([]);
  });

  it('joins somebody with a sign-in, who can switch between both accounts', async () => {
    const [owner, ada] = [await landlord(), await landlord()];
    await invite(owner, [ada.email.toUpperCase()]);
    const token = await linkTo(owner, ada.email);
    expect((await read(token)).as(Invitation).known).toBe(true);
    expect((await ada.post('/api/join', { token })).outcome).toBe('served');
    expect((await userOf(ada)).account).toMatchObject({ id: owner.id, role: 'manager' });
    expect((await ada.post('/api/accounts/switch', { id: ada.id })).outcome).toBe('served');
    expect((await userOf(ada)).account).toMatchObject({ id: ada.id, role: 'owner' });
  });

  it('warns a guest that descriptions from the bank may contain tenants’ names', async () => {
    const owner = await landlord();
    const { email } = newPerson();
    await invite(owner, [email], { role: 'guest', endsOn: '2100-01-01' });
    const sent = await emailTo(email, `${owner.name} has invited you to ${owner.name} on Tenure`);
    expect(sent.paragraphs).toContainEqual(
      expect.stringContaining('Descriptions from the bank may contain tenants’ names.'),
    );
  });

  it('is refused to another address, once used, after seven days, when withdrawn, and when its inviter has left', async () => {
    const [owner, eve] = [await landlord(), await landlord()];
    const { token } = await invited(owner);
    expect((await eve.post('/api/join', { token })).outcome).toBe('422 link_expired');
    await server.later(8 * DAY, async () => {
      expect((await read(token)).as(Invitation).state).toBe('expired');
      expect((await signUp(token)).outcome).toBe('422 link_expired');
    });
    expect((await signUp(token)).status).toBe(201);
    expect((await read(token)).as(Invitation).state).toBe('used');
    expect((await signUp(token)).outcome).toBe('422 link_expired');

    const { id } = await addedProperty(owner);
    const withdrawn = await invited(owner, { role: 'manager', whole: false, propertyIds: [id] });
    expect((await read(withdrawn.token)).as(Invitation)).toMatchObject({
      properties: [expect.any(String)],
      moreProperties: false,
    });
    const { people } = await teamOf(owner);
    const pending = people.find(({ email }) => email === withdrawn.email);
    await owner.send('DELETE', `${PATH}/${pending?.id}`, version({ version: pending?.version ?? 0 }));
    expect((await read(withdrawn.token)).as(Invitation)).toMatchObject({ state: 'revoked', properties: [] });

    const second = await member(owner, { role: 'owner' });
    const { email } = newPerson();
    await invite(second, [email]);
    const left = tokenIn(await emailTo(email, `${second.name} has invited you to ${owner.name} on Tenure`));
    expect((await second.post(`${PATH}/leave`)).outcome).toBe('served');
    expect((await read(left)).as(Invitation).state).toBe('gone');
    expect((await signUp(left)).outcome).toBe('422 link_expired');
  });

  it('sent again voids the earlier link, and a changed role keeps it', async () => {
    const owner = await landlord();
    const { email, token } = await invited(owner);
    const pending = await other(owner);
    await owner.send('PATCH', `${PATH}/${pending.id}`, { ...version(pending), body: { role: 'bookkeeper' } });
    expect((await read(token)).as(Invitation).role).toBe('bookkeeper');
    await invite(owner, [email], { role: 'bookkeeper' });
    expect((await read(token)).outcome).toBe('422 link_expired');
  });

  it('names up to five properties, and whether there are more', async () => {
    const owner = await landlord();
    const ids: string[] = [];
    const shown: [number, boolean][] = [];
    for (const count of [5, 6]) {
      while (ids.length < count) ids.push((await addedProperty(owner)).id);
      const { token } = await invited(owner, { role: 'manager', whole: false, propertyIds: ids });
      const { properties, moreProperties } = (await read(token)).as(Invitation);
      shown.push([properties.length, moreProperties]);
    }
    expect(shown).toEqual([
      [5, false],
      [5, true],
    ]);
  });

  it('counts an address once that is entered several times', async () => {
    const owner = await landlord();
    const { email } = newPerson();
    const same = [email, email.toUpperCase(), email, email.toUpperCase(), email, email];
    expect(await invite(owner, same)).toEqual([{ email: email.toLowerCase(), invited: true, message: null }]);
    expect(await invite(owner, [email])).toMatchObject([{ invited: true }]);
  });

  it('returns the same response for a guessed token as for an expired token', async () => {
    expect((await read('x'.repeat(43))).outcome).toBe('422 link_expired');
  });

  it('notifies the inviter when declined, and the owners once a day when a new link is requested', async () => {
    const owner = await landlord();
    const declined = await invited(owner);
    await visitor().post('/api/join/decline', { token: declined.token });
    await emailTo(owner.email, `${declined.email} has declined your invitation`);
    expect((await read(declined.token)).as(Invitation).state).toBe('revoked');
    const late = await invited(owner);
    await server.later(8 * DAY, async () => {
      for (let n = 0; n < 2; n++) await visitor().post('/api/join/request', { token: late.token });
    });
    await emailTo(owner.email, `${late.email} needs a new invitation`);
  });

  it('by somebody who is not an owner does not count towards an address’s limit of emails', async () => {
    const owner = await landlord();
    const manager = await member(owner, { role: 'manager' });
    const { email } = newPerson();
    for (let n = 0; n < 6; n++) {
      expect(await invite(manager, [email])).toBe('403 not_allowed');
      expect(await invite(visitor(), [email])).toBe('401 unauthenticated');
    }
    expect(await invite(owner, [email])).toEqual([{ email, invited: true, message: null }]);
  });

  it('is refused for a member, the caller, a role and limit that do not go together, and another account’s property', async () => {
    const [owner, eve] = [await landlord(), await landlord()];
    const ada = await member(owner, { role: 'manager' });
    const results = await invite(owner, [ada.email, owner.email]);
    expect(results).toEqual([
      { email: ada.email, invited: false, message: `${ada.name} is already in this account` },
      { email: owner.email, invited: false, message: 'You are already in this account' },
    ]);
    const theirs = await addedProperty(eve);
    const { email } = newPerson();
    for (const [access, field] of [
      [{ role: 'cleaner' }, 'role'],
      [{ role: 'guest' }, 'endsOn'],
      [{ role: 'owner', endsOn: '2100-01-01' }, 'endsOn'],
      [{ role: 'manager', endsOn: '2020-01-01' }, 'endsOn'],
      [{ role: 'bookkeeper', whole: false, propertyIds: [theirs.id] }, 'propertyIds'],
      [{ role: 'manager', whole: false }, 'propertyIds'],
      [{ role: 'manager', whole: false, propertyIds: [theirs.id] }, 'propertyIds'],
    ] as const) {
      const answer = await owner.post(`${PATH}/invitations`, { emails: [email], ...access });
      expect([answer.outcome, Object.keys(answer.fields)]).toEqual(['422 invalid_input', [field]]);
    }
  });
});

it('shows a member who is not an owner only names and roles', async () => {
  const owner = await landlord();
  const bookkeeper = await member(owner, { role: 'bookkeeper' });
  const { people } = await teamOf(bookkeeper);
  const hidden = {
    version: 0,
    email: '',
    whole: false,
    properties: [],
    endsOn: null,
    taxYears: null,
    seesPayers: false,
  };
  const rest = { noSeat: false, joinedAt: null, invitedAt: null, expiresAt: null, state: 'active' };
  expect(people.map(({ id: _, name: __, ...person }) => person)).toEqual([
    { ...hidden, ...rest, role: 'owner', you: false },
    { ...hidden, ...rest, role: 'bookkeeper', you: true },
  ]);
});

describe('seats', () => {
  it('are held by members and invitations, without one guest, and named with the next plan when full', async () => {
    const owner = await landlord();
    await query(server.database, GIVE_PLAN, [owner.id]);
    await query(server.database, `update subscriptions set plan = 'professional' where user_id = $1`, [owner.id]);
    await invite(owner, [newPerson().email, newPerson().email, newPerson().email]);
    await invite(owner, [newPerson().email], { role: 'guest', endsOn: '2100-01-01' });
    expect((await teamOf(owner)).seats).toMatchObject({ total: 5, used: 4, freeGuest: true, plan: 'Professional' });
    await invite(owner, [newPerson().email]);
    const full = await owner.post(`${PATH}/invitations`, { emails: [newPerson().email], role: 'manager' });
    expect([full.outcome, full.text]).toEqual([
      '402 plan_needed',
      expect.stringContaining('Choose Business for 20 seats.'),
    ]);
    // An expired invitation does not use a seat.
    await server.later(8 * DAY, async () => expect((await teamOf(owner)).seats?.used).toBe(1));
  });
});

describe('a member', () => {
  let owner: Landlord;
  beforeAll(async () => {
    owner = await landlord();
  });

  it('who is removed or paused loses access with the next request, and keeps a name in the log', async () => {
    const browser = await joined(owner);
    const person = await other(owner);
    await browser.post('/api/calendar-feed', { tenants: false });
    const paused = (await owner.send('POST', `${PATH}/${person.id}/pause`, version(person))).status;
    expect([paused, (await browser.get('/api/properties')).outcome]).toEqual([200, '403 no_account']);
    expect((await accountsOf(browser)).closed).toEqual({ account: owner.name, paused: true });
    const resting = await other(owner);
    await owner.send('POST', `${PATH}/${person.id}/resume`, version(resting));
    expect((await browser.get('/api/properties')).outcome).toBe('served');
    const now = await other(owner);
    expect((await owner.send('DELETE', `${PATH}/${person.id}`, version(now))).status).toBe(204);
    expect((await browser.get('/api/properties')).outcome).toBe('403 no_account');
    expect(await query(server.database, 'select name, state from members where id = $1', [person.id])).toEqual([
      { name: person.name, state: 'left' },
    ]);
    expect(await query(server.database, 'select from calendar_feeds where member_id = $1', [person.id])).toEqual([]);
    expect(await accountsOf(browser)).toMatchObject({
      accounts: [],
      closed: { account: owner.name, paused: false },
      canStart: true,
    });
    expect((await browser.post('/api/accounts')).status).toBe(201);
    expect((await userOf(browser)).account.role).toBe('owner');
  });

  it('whose last day has passed has no access from the next day in London on', async () => {
    const guest = await member(owner, { role: 'guest' });
    await query(
      server.database,
      `update members set ends_on = (app.instant() at time zone 'Europe/London')::date where person_id = $1 and user_id = $2`,
      [guest.personId, owner.id],
    );
    expect((await guest.get('/api/properties')).outcome).toBe('served');
    await server.later(DAY, async () => expect((await guest.get('/api/properties')).outcome).toBe('403 no_account'));
  });

  it('sees names and roles of the team only', async () => {
    const manager = await member(owner, { role: 'manager' });
    const { people, seats } = await teamOf(manager);
    expect(seats).toBeNull();
    expect(people.find(({ you }) => !you)).toMatchObject({ name: owner.name, role: 'owner', email: '' });
  });

  it('whose role changes has its rights with the next request', async () => {
    const fresh = await landlord();
    const browser = await joined(fresh, { role: 'maintenance' });
    expect((await browser.get('/api/rent')).outcome).toBe('403 not_allowed');
    const person = await other(fresh);
    await fresh.send('PATCH', `${PATH}/${person.id}`, { ...version(person), body: { role: 'bookkeeper' } });
    expect((await browser.get('/api/rent')).outcome).toBe('served');
    const stale = await fresh.send('PATCH', `${PATH}/${person.id}`, {
      ...version(person),
      body: { role: 'guest', endsOn: '2100-01-01' },
    });
    expect(stale.outcome).toBe('409 conflict');
  });
});

describe('an account', () => {
  it('keeps one owner when two remove each other, or the last one leaves', async () => {
    const owner = await landlord();
    const second = await member(owner, { role: 'owner' });
    const [one, two] = (await teamOf(owner)).people;
    const remove = (who: Browser, person: Member | undefined) =>
      who.send('DELETE', `${PATH}/${person?.id}`, version(person ?? { version: 0 }));
    const mine = one?.you ? one : two;
    const theirs = one?.you ? two : one;
    const answers = await Promise.all([remove(owner, theirs), remove(second, mine)]);
    const outcomes = answers.map(({ outcome }) => outcome).toSorted();
    expect(outcomes).toEqual([expect.stringMatching(/^(403 no_account|409 last_owner)$/), 'served']);
    const left = await query(server.database, `select from members where user_id = $1 and state = 'active'`, [
      owner.id,
    ]);
    expect(left).toHaveLength(1);
  });

  it('refuses the second of two owners who pause each other at once, although there is a third', async () => {
    const owner = await landlord();
    const second = await member(owner, { role: 'owner' });
    await member(owner, { role: 'owner' });
    const { people } = await teamOf(owner);
    const memberOf = (person: Landlord) => people.find(({ email }) => email === person.email);
    const pause = (who: Browser, person: Member | undefined) =>
      who.send('POST', `${PATH}/${person?.id}/pause`, version(person ?? { version: 0 }));
    const client = new pg.Client(server.database);
    await client.connect();
    await client.query('begin');
    await client.query('select from profiles where id = $1 for update', [owner.id]);
    const answers = [pause(owner, memberOf(second)), pause(second, memberOf(owner))];
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => query(server.database, waiting)).toHaveLength(2);
    await client.end();
    const outcomes = (await Promise.all(answers)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['403 not_allowed', 'served']);
  });

  it('is named after its next owner when the first one leaves', async () => {
    const owner = await landlord();
    const second = await member(owner, { role: 'owner' });
    expect((await owner.post(`${PATH}/leave`)).outcome).toBe('served');
    expect((await teamOf(second)).account).toMatchObject({ id: owner.id, name: second.name });
  });

  it('refuses a request that another account’s page sends, without changes, except to switch', async () => {
    const owner = await landlord();
    const ada = await member(owner, { role: 'manager' });
    const { id } = await landlord();
    const stale = { headers: { 'tenure-account': id } };
    expect((await ada.get('/api/properties', stale)).outcome).toBe('409 account_switched');
    expect((await ada.post('/api/properties', newProperty(), stale)).outcome).toBe('409 account_switched');
    expect((await ada.post('/api/accounts/switch', { id }, stale)).outcome).toBe('404 not_found');
    expect((await ada.post('/api/accounts/switch', { id: owner.id }, stale)).outcome).toBe('served');
    const right = { headers: { 'tenure-account': owner.id } };
    expect((await listedProperties(ada)).items).toEqual([]);
    expect((await ada.get('/api/properties', right)).outcome).toBe('served');
  });

  it('keeps its records and the name of a member who deletes their login', async () => {
    const owner = await landlord();
    const { email, token } = await invited(owner);
    const [browser, person] = [visitor(), newPerson()];
    await browser.post('/api/join/sign-up', { ...person, token, acceptTerms: true });
    const { id } = await addedProperty(browser);
    const remove = (password: string) => browser.post('/api/login/remove', { password });
    expect((await remove(`${person.password}?`)).outcome).toBe('422 invalid_input');
    expect((await remove(person.password)).outcome).toBe('served');
    expect((await browser.get('/api/accounts')).outcome).toBe('401 unauthenticated');
    expect(await emailTo(email, 'Your login has been deleted')).toMatchObject({ to: email });
    expect((await listedProperties(owner)).items.map((property) => property.id)).toEqual([id]);
    expect(
      await query(server.database, 'select name, email from members where user_id = $1 and state = $2', [
        owner.id,
        'left',
      ]),
    ).toEqual([{ name: person.name, email: '' }]);
    expect((await owner.get('/api/activity')).text).toContain(`"by":"${person.name} (manager)"`);
    expect(await query(server.database, 'select from auth.users where email = $1', [email])).toEqual([]);
  });

  it('whose member was removed lets that person delete their login', async () => {
    const owner = await landlord();
    const { email, token } = await invited(owner);
    const [browser, person] = [visitor(), newPerson()];
    await browser.post('/api/join/sign-up', { ...person, token, acceptTerms: true });
    const found = await other(owner);
    expect((await owner.send('DELETE', `${PATH}/${found.id}`, version(found))).status).toBe(204);
    expect((await browser.post('/api/login/remove', { password: 'x' })).outcome).toBe('422 invalid_input');
    expect((await browser.post('/api/login/remove', { password: person.password })).outcome).toBe('served');
    expect(await query(server.database, 'select from members where email = $1', [email])).toEqual([]);
  });

  it('keeps the login of its last owner', async () => {
    const owner = await landlord();
    expect((await owner.post('/api/login/remove', { password: owner.password })).outcome).toBe('409 last_owner');
    expect((await owner.get('/api/properties')).outcome).toBe('served');
  });

  it('keeps a member’s login when it is deleted', async () => {
    const [owner, ada] = [await landlord(), await landlord()];
    await invite(owner, [ada.email]);
    await ada.post('/api/join', { token: await linkTo(owner, ada.email) });
    expect((await owner.post('/api/account/remove', { password: owner.password })).outcome).toBe('served');
    expect((await ada.get('/api/properties')).outcome).toBe('served');
    expect((await userOf(ada)).account.id).toBe(ada.id);
  });
});

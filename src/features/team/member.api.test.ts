import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord, listedProperties, visitor } from '../../../test/fixtures/landlords.ts';
import { newPerson, newProperty } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import {
  accountsOf,
  invite,
  invited,
  joined,
  linkTo,
  other,
  PATH,
  teamOf,
  userOf,
  version,
} from '../../../test/fixtures/team.ts';
import type { Browser } from '../../../test/reading/browser.ts';
import { emailTo } from '../../../test/reading/emails.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import type { Member } from './team.ts';

const DAY = 24 * 60 * 60 * 1000;

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

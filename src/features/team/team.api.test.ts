import { describe, expect, it } from 'vitest';
import { addedProperty, landlord, listedProperties, visitor } from '../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import {
  accountsOf,
  invite,
  invited,
  linkTo,
  other,
  PATH,
  read,
  signUp,
  teamOf,
  userOf,
  version,
} from '../../../test/fixtures/team.ts';
import { emailTo, tokenIn } from '../../../test/reading/emails.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Invitation } from './team.ts';

const DAY = 24 * 60 * 60 * 1000;

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

  it('that is accepted cannot be declined at the same time', async () => {
    const [owner, bob] = [await landlord(), await landlord()];
    await invite(owner, [bob.email]);
    const token = await linkTo(owner, bob.email);
    await concurrently(async (locking) => {
      await locking.query(`select from members where user_id = $1 and state = 'invited' for update`, [owner.id]);
      const joining = bob.post('/api/join', { token });
      await waitsForLock();
      const declining = visitor().post('/api/join/decline', { token });
      await waitsForLock(2);
      await locking.query('commit');
      expect([(await joining).status, (await declining).status]).toEqual([200, 200]);
    });
    expect(await other(owner)).toMatchObject({ email: bob.email, state: 'active' });
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
    const guest = (await teamOf(owner)).people.find(({ role }) => role === 'guest');
    if (!guest) throw new Error('The guest is missing.');
    const access = { role: 'manager', whole: true, propertyIds: [], endsOn: null, taxYears: null, seesPayers: false };
    expect((await owner.send('PATCH', `${PATH}/${guest.id}`, { ...version(guest), body: access })).outcome).toBe(
      '402 plan_needed',
    );
    // An expired invitation does not use a seat.
    await server.later(8 * DAY, async () => expect((await teamOf(owner)).seats?.used).toBe(1));
  });
});

/** The trial on the server's clock: what it opens, and what stays open when it is over. */
import { describe, expect, it } from 'vitest';
import { asRole, query } from '../../../test/database.ts';
import { addedProperty, type Landlord, landlord } from '../../../test/landlords.ts';
import { newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { CurrentUser } from './account.ts';

const MINUTE = 60 * 1000;
const WEEK = 168 * 60 * MINUTE;

const userOf = async (ada: Landlord) => (await ada.get('/api/auth/get-session')).as(CurrentUser);
const statusOf = async ({ id }: Landlord) =>
  (
    await query<{ status: string }>(
      server.database,
      'select subscription_status as status from profiles where id = $1',
      [id],
    )
  )[0]?.status;

function setProfile({ id }: Landlord, status: string, end: string): Promise<unknown> {
  return query(server.database, `update profiles set subscription_status = $2, trial_end_date = ${end} where id = $1`, [
    id,
    status,
  ]);
}

describe('a trial', () => {
  it('opens everything for seven days', async () => {
    const ada = await landlord();
    await server.later(WEEK - MINUTE, async () => {
      expect((await ada.post('/api/properties', newProperty())).status).toBe(201);
      expect((await userOf(ada)).subscription.status).toBe('trialing');
    });
  });

  it('is over after them: records are closed, and the landlord can still see who they are', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await server.later(WEEK + MINUTE, async () => {
      const closed = [
        await ada.get('/api/properties'),
        await ada.get(`/api/properties/${house.id}`),
        await ada.post('/api/properties', newProperty()),
        await ada.put(`/api/properties/${house.id}`, newProperty(), 1),
        await ada.delete(`/api/properties/${house.id}`, 1),
      ];
      expect(closed.map(({ outcome }) => outcome)).toEqual(Array(5).fill('402 trial_expired'));
      const user = await userOf(ada);
      expect(user.subscription).toEqual({ status: 'expired', plan: null });
      expect(Date.parse(user.now)).toBeGreaterThan(Date.parse(user.trialEndDate ?? ''));
    });
  });

  it('that has ended is written down as expired when the landlord next comes, and stays so', async () => {
    const ada = await landlord();
    expect(await statusOf(ada)).toBe('trialing');
    await server.later(WEEK + MINUTE, () => userOf(ada));
    expect(await statusOf(ada)).toBe('expired');
    expect((await ada.get('/api/properties')).outcome).toBe('402 trial_expired');
    expect((await userOf(ada)).subscription.status).toBe('expired');
  });

  it('ends at the very millisecond', async () => {
    const ada = await landlord();
    const [session] = await query<{ token: string; end: Date }>(
      server.database,
      'select token, trial_end_date as end from auth.sessions join profiles p on p.id = user_id where p.id = $1',
      [ada.id],
    );
    const end = session?.end.getTime() ?? 0;
    const enter = (at: number, guarded = true) =>
      query(asRole(server.database, 'app'), 'select app.enter($1, $2, $3) as id', [
        session?.token,
        new Date(at),
        guarded,
      ]);
    expect(await enter(end - 1)).toEqual([{ id: ada.id }]);
    await expect(enter(end)).rejects.toMatchObject({ code: 'TN402' });
    expect(await enter(end, false)).toEqual([{ id: ada.id }]);
  });

  it('without an end counts as over', async () => {
    const ada = await landlord();
    await setProfile(ada, 'trialing', 'null');
    expect((await ada.get('/api/properties')).outcome).toBe('402 trial_expired');
    expect((await userOf(ada)).subscription.status).toBe('expired');
    expect(await statusOf(ada)).toBe('expired');
  });
});

describe('a subscription', () => {
  it('opens everything, whenever the trial ended', async () => {
    const ada = await landlord();
    await setProfile(ada, 'active', `now() - interval '1 year'`);
    expect((await ada.get('/api/properties')).status).toBe(200);
    expect((await userOf(ada)).subscription.status).toBe('active');
    await setProfile(ada, 'active', 'null');
    expect((await ada.get('/api/properties')).status).toBe(200);
  });

  it('that is over closes, whatever the trial’s end says', async () => {
    const ada = await landlord();
    await setProfile(ada, 'expired', `now() + interval '1 year'`);
    expect((await ada.get('/api/properties')).outcome).toBe('402 trial_expired');
    expect((await userOf(ada)).subscription.status).toBe('expired');
  });
});

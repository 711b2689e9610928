/** The trial on the server's clock: which routes it opens, and which stay open when it is over. */
import { describe, expect, it } from 'vitest';
import { access, DAY, userOf } from '../../../test/account.ts';
import { asRole, query } from '../../../test/database.ts';
import { addedProperty, type Landlord, landlord } from '../../../test/landlords.ts';
import { newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';

const MINUTE = 60 * 1000;
const WEEK = 7 * DAY;
const OVER = '402 trial_expired';

async function storedStatus({ id }: Landlord): Promise<string | undefined> {
  const status = 'select subscription_status as status from profiles where id = $1';
  return (await query<{ status: string }>(server.database, status, [id]))[0]?.status;
}

describe('a trial', () => {
  it('S1.9.1: opens everything for seven days', async () => {
    const ada = await landlord();
    await server.later(WEEK - MINUTE, async () => {
      expect((await ada.post('/api/properties', newProperty())).status).toBe(201);
      expect((await userOf(ada)).subscription.status).toBe('trialing');
    });
  });

  it('S1.1.4 S1.4.4 S1.6.6: closes the records when it is over, is stored as expired, and the session still answers', async () => {
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
      expect(closed.map(({ outcome }) => outcome)).toEqual(Array(5).fill(OVER));
      expect(await storedStatus(ada)).toBe('trialing');
      const user = await userOf(ada);
      expect(user.subscription).toEqual({ status: 'expired', plan: null });
      expect(Date.parse(user.now)).toBeGreaterThan(Date.parse(user.trialEndDate ?? ''));
    });
    expect(await storedStatus(ada)).toBe('expired');
    expect(await access(ada), 'also by an earlier clock').toBe(OVER);
    expect((await userOf(ada)).subscription.status).toBe('expired');
  });

  it('S1.4.4: ends at the very millisecond', async () => {
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

  it.each([
    ['S1.4.5', 'trialing', 'null', OVER, 'expired'],
    ['S1.1.4 S1.4.6', 'active', `now() - interval '1 year'`, 'served', 'active'],
    ['S1.4.6', 'active', 'null', 'served', 'active'],
    ['S1.4.12', 'expired', `now() + interval '1 year'`, OVER, 'expired'],
  ])('%s: a profile that is %s and whose trial ends %s is answered %s', async (_id, stored, end, outcome, status) => {
    const ada = await landlord();
    const set = `update profiles set subscription_status = $2, trial_end_date = ${end} where id = $1`;
    await query(server.database, set, [ada.id, stored]);
    expect(await access(ada)).toBe(outcome);
    expect((await userOf(ada)).subscription.status).toBe(status);
    expect(await storedStatus(ada)).toBe(status);
  });
});

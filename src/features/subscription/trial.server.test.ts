import { describe, expect, it } from 'vitest';
import { access, DAY, userOf } from '../../../test/fixtures/account.ts';
import { addedProperty, landlord } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { END_TRIAL } from '../../../test/fixtures/subscriptions.ts';
import { asRole, query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';

const MINUTE = 60 * 1000;
const WEEK = 7 * DAY;
const OVER = '402 trial_expired';

describe('a trial', () => {
  it('S1.9.1: gives full access for seven days', async () => {
    const ada = await landlord();
    await server.later(WEEK - MINUTE, async () => {
      expect((await ada.post('/api/properties', newProperty())).status).toBe(201);
      expect((await userOf(ada)).subscription.status).toBe('trialing');
    });
  });

  it('S1.1.4 S1.4.4 S1.6.6: closes the records once over, while the session stays valid', async () => {
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
      const user = await userOf(ada);
      expect(user.subscription).toMatchObject({ status: 'expired', plan: null, state: null, accessEnds: null });
      expect(Date.parse(user.now)).toBeGreaterThan(Date.parse(user.trialEndDate ?? ''));
    });
    expect(await access(ada), 'by a clock that has jumped and is set right again').toBe('served');
    expect((await userOf(ada)).subscription.status).toBe('trialing');
  });

  it('S1.4.4: ends at the exact millisecond', async () => {
    const ada = await landlord();
    const [session] = await query<{ token: string; end: Date }>(
      server.database,
      'select token, trial_end_date as end from auth.sessions join profiles p on p.id = account_id where p.id = $1',
      [ada.id],
    );
    const end = session?.end.getTime() ?? 0;
    const enter = (at: number, guarded = true) =>
      query(asRole(server.database, 'app'), 'select app.authenticate($1, $2, $3, null, null) as id', [
        session?.token,
        new Date(at),
        guarded,
      ]);
    expect(await enter(end - 1)).toEqual([{ id: ada.id }]);
    await expect(enter(end)).rejects.toMatchObject({ code: 'TN402' });
    expect(await enter(end, false)).toEqual([{ id: ada.id }]);
  });

  it('S1.4.5 S1.4.12: is over if it has no end date', async () => {
    const ada = await landlord();
    await query(server.database, END_TRIAL, [ada.id, null]);
    expect(await access(ada)).toBe(OVER);
    expect((await userOf(ada)).subscription.status).toBe('expired');
  });
});

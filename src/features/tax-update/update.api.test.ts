import { describe, expect, it } from 'vitest';
import { addedJourney } from '../../../test/fixtures/journeys.ts';
import { type Landlord, landlord, subscribedLandlord } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { cost, income, MAY } from '../../../test/fixtures/tax.ts';
import {
  check,
  connect,
  failNext,
  inNovember,
  received,
  reporting,
  reportQuarterly,
  STANDARD,
  send,
  update,
  updates,
  YEAR,
} from '../../../test/fixtures/tax-updates.ts';
import { at } from '../../../test/fixtures/transactions.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { NO_FACTS } from '../tax/facts.ts';

const path = `/api/tax-updates/${YEAR}`;

async function connected(): Promise<{ ada: Landlord; business: string }> {
  const ada = await reporting();
  return { ada, business: await connect(ada) };
}

const noticesOf = async (who: Landlord) => JSON.stringify(JSON.parse((await who.get('/api/notifications')).text));

describe('the updates of a year', () => {
  it('have no choice, no owner and no HMRC for a landlord who reports once a year', async () => {
    const ada = await landlord();
    await income(ada, 'rent', 120_000);
    expect(await updates(ada)).toMatchObject({
      quarters: { chosen: false, kind: 'standard' },
      owner: null,
      owners: [],
      connection: { state: 'none', sandbox: true, approved: false },
    });
  });

  it('T5 are late, next or later, with figures of those that can be checked', async () => {
    const ada = await reporting();
    const { updates: four } = await inNovember(() => updates(ada));
    expect(four.map(({ obligation, state, income }) => [obligation, state, income])).toEqual([
      ['late', 'ready', 120_000],
      ['next', 'ready', 120_000],
      ['later', 'ready', 120_000],
      ['later', 'ready', null],
    ]);
  });

  it('T2 follow calendar quarters, until an update is sent', async () => {
    const ada = await reporting({ kind: 'calendar' });
    await inNovember(async () => {
      expect((await updates(ada)).updates.map(({ to }) => to)).toEqual([
        '2026-06-30',
        '2026-09-30',
        '2026-12-31',
        '2027-03-31',
      ]);
      expect((await send(ada, { way: 'elsewhere' })).status).toBe(200);
      expect((await ada.put(path, STANDARD)).fields).toMatchObject({ kind: expect.any(String) as string });
      expect((await ada.delete(path)).status).toBe(422);
    });
  });

  it.each([
    ['a year before 2026-27', '/api/tax-updates/2025-26'],
    ['a fifth update', `${path}/5`],
    ['an owner that is not a UUID', `${path}?owner=me`],
  ])('are 400 for %s', async (_, wrong) => {
    expect((await (await landlord()).get(wrong)).status).toBe(400);
  });

  it('are 404 for another account’s owner', async () => {
    const { ada } = await connected();
    const { owner } = await updates(ada);
    expect((await (await landlord()).get(`${path}?owner=${owner?.id}`)).status).toBe(404);
  });
});

describe('an update', () => {
  it('shows the last one, corrections and new transactions, which add up', async () => {
    const ada = await reporting();
    await inNovember(async () => {
      await send(ada, { number: 1, way: 'elsewhere' });
      await income(ada, 'rent', 120_000, { date: '2026-08-01' });
      const fence = await cost(ada, 'maintenance', 9_500, { date: MAY, description: 'Fence' });
      const { columns, changed, last } = await update(ada);
      expect(columns.map(({ box, last, corrected, added, pence }) => [box, last, corrected, added, pence])).toEqual([
        ['20', 120_000, 0, 120_000, 240_000],
        ['25', 38_000, 9_500, 0, 47_500],
      ]);
      expect(changed.rows).toEqual([
        expect.objectContaining({ id: fence.id, description: 'Fence', box: '25', before: null, after: 9_500 }),
      ]);
      expect(last).toMatchObject({ update: 1, state: 'elsewhere', madeBy: ada.name });
      expect((await updates(ada)).updates[0]).toMatchObject({ corrections: { rows: 1, pence: -9_500 } });
    });
  });

  it('shows a changed and a deleted transaction as differences', async () => {
    const ada = await reporting();
    const lock = await cost(ada, 'maintenance', 5_000, { description: 'Lock' });
    const key = await cost(ada, 'maintenance', 700, { description: 'Key' });
    await inNovember(async () => {
      await send(ada, { way: 'elsewhere' });
      await ada.patch(at(lock), { amount: -6_000 }, lock.version);
      await ada.delete(at(key), key.version);
      const { changed, columns } = await update(ada);
      const found = changed.rows.map(({ description, before, after }) => [description, before, after]);
      expect(found).toContainEqual(['Lock', 5_000, 6_000]);
      expect(found).toContainEqual([null, 700, null]);
      expect(columns.find(({ box }) => box === '25')).toMatchObject({ last: 43_700, corrected: 300, pence: 44_000 });
    });
  });

  it('T22 and T23 is held back, with the reason', async () => {
    const ada = await reporting();
    await income(ada, 'mortgage interest', 45_000, { refund: true });
    const { heldBack } = await inNovember(() => update(ada));
    expect(heldBack).toMatchObject([{ reason: 'negative', box: '44' }]);
    expect((await inNovember(() => send(ada, { way: 'elsewhere' }))).status).toBe(422);
  });

  it('T13 and T14 is held back before its time and after a later one', async () => {
    const ada = await reporting();
    await inNovember(async () => {
      expect((await update(ada, 3)).heldBack).toMatchObject([{ reason: 'too-early' }]);
      await send(ada, { way: 'elsewhere' });
      expect((await update(ada, 1)).heldBack).toMatchObject([{ reason: 'goes-back' }]);
    });
  });

  it('T94 is held back with expenses in update 4, where the allowance is claimed', async () => {
    const ada = await subscribedLandlord();
    await cost(ada, 'maintenance', 38_000);
    await reportQuarterly(ada);
    await ada.put(`/api/tax/${YEAR}/estimate`, { ...NO_FACTS, choice: 'allowance', financeBroughtForward: 50_000 });
    const later = Date.parse('2027-04-10T10:00:00Z') - server.services.clock.now().getTime();
    await server.later(later, async () =>
      expect(await update(ada, 4)).toMatchObject({
        heldBack: [{ reason: 'allowance' }],
        body: expect.stringContaining('"residentialFinancialCostsCarriedForward":500') as string,
      }),
    );
  });

  it('T20 has three lines, unless the income is £90,000 or more', async () => {
    const ada = await reporting({ detail: 'three-lines' });
    expect(JSON.parse((await inNovember(() => update(ada))).body)).toMatchObject({
      ukProperty: { income: { periodAmount: 1200 }, expenses: { consolidatedExpenses: 380 } },
    });
    await income(ada, 'rent', 9_000_000);
    expect((await inNovember(() => update(ada))).heldBack).toMatchObject([{ reason: 'three-lines' }]);
  });

  it('T73 has mileage in travel costs, with other costs of travel', async () => {
    const ada = await reporting();
    const { pence } = await addedJourney(ada);
    await cost(ada, 'travel', 850);
    const { body, columns } = await inNovember(() => update(ada));
    const sent = JSON.parse(body) as { ukProperty: { expenses: { travelCosts: number } } };
    expect(sent.ukProperty.expenses.travelCosts).toBe((pence + 850) / 100);
    expect(columns.find(({ box }) => box === '29')?.pence).toBe(pence + 850);
  });

  it('needs the number and sum of waiting transactions', async () => {
    const ada = await reporting();
    await cost(ada, 'tax', 134_000);
    await inNovember(async () => {
      const none = await send(ada, { way: 'elsewhere' });
      expect(none.fields?.leftOut).toContain('1 transaction (£1,340.00)');
      expect((await send(ada, { way: 'elsewhere', leftOut: { rows: 1, pence: 1 } })).status).toBe(422);
      expect((await send(ada, { way: 'elsewhere', leftOut: { rows: 1, pence: 134_000 } })).status).toBe(200);
      expect((await update(ada)).last?.leftOut).toEqual({ rows: 1, pence: 134_000 });
    });
  });

  it('is not kept if the figures have changed since they were shown', async () => {
    const ada = await reporting();
    await inNovember(async () => {
      const { sha256 } = await update(ada);
      await income(ada, 'rent', 1);
      expect((await send(ada, { way: 'elsewhere', sha256 })).status).toBe(409);
    });
  });

  it('is kept as it was sent, which PostgreSQL enforces', async () => {
    const ada = await reporting();
    await inNovember(() => send(ada, { way: 'elsewhere' }));
    const run = (text: string) => query(server.database, text, [ada.id]);
    for (const text of [
      `update tax_updates set body = '{}' where user_id = $1`,
      `update tax_updates set state = 'refused' where user_id = $1`,
      'delete from tax_updates where user_id = $1',
      `update tax_update_rows set pence = '{1}' where user_id = $1`,
      'delete from tax_update_rows where user_id = $1',
    ])
      await expect(run(text)).rejects.toThrow('kept as it was sent');
    const kept = await query<{ ids: string[]; versions: number[]; total: string }>(
      server.database,
      'select ids, versions, total from tax_update_rows where user_id = $1 order by line',
      [ada.id],
    );
    expect(kept.map(({ ids, versions, total }) => [ids.length, versions, Number(total)])).toEqual([
      [1, [1], 120_000],
      [1, [1], -38_000],
    ]);
  });
});

describe('sending to HMRC', () => {
  it('needs a connection, an owner and a National Insurance number', async () => {
    const ada = await reporting();
    await inNovember(async () => expect((await send(ada)).text).toContain('Connect to HMRC first'));
    const wrong = await ada.post('/api/tax-connections', { nino: 'QQ123', nation: 'England' });
    expect(wrong.fields?.nino).toContain('National Insurance number');
    expect((await ada.post('/api/tax-connections', { nino: 'AB123456C' })).fields).toHaveProperty('nation');
    const business = await connect(ada);
    expect(business).toMatch(/^XAIS/);
    expect(await updates(ada)).toMatchObject({ owner: { name: ada.name }, connection: { state: 'active' } });
    const [{ tokens } = { tokens: '' }] = await query<{ tokens: string }>(
      server.database,
      'select tokens from tax_connections where user_id = $1',
      [ada.id],
    );
    expect(tokens).not.toContain('access');
  });

  it('stores the body, its hash, the correlation id and the fulfilment', async () => {
    const { ada, business } = await connected();
    await inNovember(async () => {
      const sent = await send(ada);
      expect(sent.status).toBe(200);
      const { last, body, sha256 } = await update(ada);
      expect(last).toMatchObject({ state: 'fulfilled', body, sha256, madeBy: ada.name });
      expect(last?.correlationId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await received(business)).toEqual(expect.objectContaining({ count: 1, text: body }));
      expect((await updates(ada)).updates.map(({ state }) => state)).toEqual(['ready', 'fulfilled', 'ready', 'ready']);
    });
  });

  it('sends the same figures once, with concurrent and later requests', async () => {
    const { ada, business } = await connected();
    await inNovember(async () => {
      const answers = await Promise.all([send(ada), send(ada), send(ada)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      expect((await send(ada)).text).toContain('already sent an update with these figures');
      expect((await send(ada, { way: 'elsewhere' })).status).toBe(409);
      expect((await received(business))?.count).toBe(1);
    });
  });

  it('sends an update that was marked as sent elsewhere by mistake', async () => {
    const { ada, business } = await connected();
    await inNovember(async () => {
      await send(ada, { way: 'elsewhere' });
      expect((await send(ada, { way: 'elsewhere' })).status).toBe(409);
      expect((await send(ada)).status).toBe(200);
      expect((await received(business))?.count).toBe(1);
    });
  });

  it('sends a correction as a new update', async () => {
    const { ada, business } = await connected();
    await inNovember(async () => {
      await send(ada);
      await cost(ada, 'maintenance', 9_500);
      await send(ada);
      expect((await received(business))?.count).toBe(2);
      expect((await update(ada)).columns.find(({ box }) => box === '25')).toMatchObject({
        corrected: 0,
        pence: 47_500,
      });
    });
  });

  it.each([
    ['not_authorised', 'refused', 'has not signed up for Making Tax Digital'],
    ['no_business', 'refused', 'no UK property business'],
    ['early', 'refused', 'You can send this update from 25 Sep 2026'],
    ['backwards', 'refused', 'Send the newest one instead'],
    ['end', 'refused', 'uses different quarters'],
    ['commencement', 'refused', 'HMRC’s start date for this business is 06 Apr 2015'],
    ['dates', 'refused', 'other reporting dates'],
    ['both', 'refused', 'We made a mistake'],
    ['window', 'refused', 'no longer accepts changes for 2026–27'],
    ['updating', 'refused', 'still changing your quarters'],
    ['token', 'refused', 'Your permission at HMRC has ended'],
    ['outage', 'sending', 'HMRC is not answering'],
    ['busy', 'sending', 'Due 07 Nov 2026'],
    ['garbage', 'unknown', 'We do not know whether HMRC has received it'],
  ])('after %s is %s, with a sentence', async (fault, state, sentence) => {
    const { ada, business } = await connected();
    await inNovember(async () => {
      await failNext(business, fault);
      expect((await send(ada)).status).toBe(200);
      const { attempt } = await update(ada);
      expect(attempt).toMatchObject({ state, sentence: expect.stringContaining(sentence) as string });
      // The next attempt reads first, so that HMRC has one update.
      const again = state === 'refused' ? await send(ada) : await check(ada);
      expect(again.status).toBe(200);
      expect((await update(ada)).last).toMatchObject({ state: 'fulfilled' });
      expect((await received(business))?.count).toBe(1);
    });
  });
});

describe('updates', () => {
  it('are for members with all properties who may see tax, and guarded after the trial', async () => {
    const ada = await reporting();
    const guest = await member(ada, { role: 'guest' });
    const bookkeeper = await member(ada, { role: 'bookkeeper' });
    await inNovember(async () => {
      expect((await bookkeeper.get(`${path}/2`)).status).toBe(200);
      expect((await guest.get(`${path}/2`)).status).toBe(200);
      const { sha256 } = await update(ada);
      const input = { way: 'elsewhere', sha256, leftOut: null, browser: null };
      expect((await guest.post(`${path}/2`, input)).status).toBe(403);
      expect((await bookkeeper.post(`${path}/2`, input)).status).toBe(200);
    });
  });

  it('are notices at 30, 14, 7 and 1 days, and when late', async () => {
    const ada = await reporting();
    await inNovember(async () => {
      const text = await noticesOf(ada);
      expect(text).toContain('Update 1 of 2026–27 is late');
      expect(text).toContain('Update 2 of 2026–27 is due');
      expect(text).not.toContain('Update 3 of 2026–27');
      await send(ada, { way: 'elsewhere' });
      expect(await noticesOf(ada)).not.toContain('Update 1 of 2026–27');
    });
  });
});

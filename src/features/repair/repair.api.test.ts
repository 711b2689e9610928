/** Repairs over HTTP, by their landlord. For guests' links, see src/features/repair-link. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import { documentFile } from '../../../test/fixtures/documents.ts';
import { addedProperty, addedSupplier, addedTenant, landlord } from '../../../test/fixtures/landlords.ts';
import { addedRepair, moved, newRepair, repairIn, repairNow, TOMORROW } from '../../../test/fixtures/repairs.ts';
import { addedTenancy, ledgerOf } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { REPAIR_LIST, SIDES, STATE_LABELS, STATES, TEXTS } from './listed.ts';
import { Board, REPAIR, Repair, RepairRecord, RepairTargets } from './repair.ts';
import { mayMove } from './rules/moves.ts';

describe('repairs pass the record contract', () => {
  recordContract({
    path: '/api/repairs',
    notFound: TEXTS.notFound,
    record: RepairRecord,
    item: Repair,
    fields: REPAIR,
    input: async (owner) => newRepair({ propertyId: (await addedProperty(owner)).id }),
    changed: { title: 'No hot water', urgency: 'emergency', costLimit: 40_000 },
    wrong: [
      [{ description: 'x'.repeat(5_001) }, { description: 'Use 5,000 characters or fewer' }],
      [{ costLimit: -1 }, { costLimit: 'Enter an amount of 0 or more' }],
    ],
    sorts: Object.keys(REPAIR_LIST.sorts),
    searched: 'title',
    texts: ['title', 'room'],
    namesOwned: true,
    wrongQueries: ['propertyId=x', 'state=open'],
  });
});

describe('a move', () => {
  it('is allowed by PostgreSQL as in the table of moves', async () => {
    const rows = await query<{ allowed: string }>(
      server.database,
      `select concat_ws(' ', was, wanted, side) as allowed from unnest($1::text[]) was, unnest($1::text[]) wanted, unnest($2::text[]) side
       where app.may_move(was, wanted, side)`,
      [[...STATES], [...SIDES]],
    );
    const expected = STATES.flatMap((was) =>
      STATES.flatMap((wanted) =>
        SIDES.filter((side) => mayMove(was, wanted, side)).map((side) => `${was} ${wanted} ${side}`),
      ),
    );
    expect(rows.map(({ allowed }) => allowed).sort()).toEqual(expected.sort());
  });

  it.each(STATES)(
    'of a landlord from %s succeeds where the table allows it, otherwise returns 409 with the state',
    async (from) => {
      const ada = await landlord();
      for (const to of STATES) {
        const repair = await repairIn(ada, from);
        const answer = await moved(ada, repair, to);
        const allowed = mayMove(from, to, 'landlord');
        expect([to, answer.outcome]).toEqual([to, allowed ? 'served' : '409 wrong_state']);
        expect(answer.text).toContain(allowed ? '' : `This repair is now ${STATE_LABELS[from].toLowerCase()}`);
        const { state, events } = await repairNow(ada, repair);
        expect(state).toBe(allowed ? to : from);
        const latest = { kind: 'moved', was: from, isNow: to, side: 'landlord', name: ada.name };
        expect(events.at(-1)).toMatchObject(allowed ? latest : (repair.events.at(-1) ?? {}));
      }
    },
  );

  it('returns 409 if another person has moved it', async () => {
    const ada = await landlord();
    const repair = await repairIn(ada, 'accepted');
    await moved(ada, repair, 'on-hold');
    const late = await ada.post(`/api/repairs/${repair.id}/moves`, { to: 'cancelled', was: 'accepted' });
    expect(late.outcome).toBe('409 wrong_state');
  });

  it('of a closed repair back to accepted is possible for 30 days', async () => {
    const ada = await landlord();
    const [soon, late] = [await repairIn(ada, 'closed'), await repairIn(ada, 'closed')];
    await query(
      server.database,
      `update public.repairs set closed_at = closed_at - interval '30 days 1 minute' where id = $1`,
      [late.id],
    );
    expect((await moved(ada, soon, 'accepted')).as(RepairRecord)).toMatchObject({
      state: 'accepted',
      closedAt: null,
      doneAt: null,
    });
    expect((await moved(ada, late, 'accepted')).outcome).toBe('409 wrong_state');
    const again = await addedRepair(ada, { propertyId: late.propertyId ?? '', previousId: late.id });
    expect(again.previous).toEqual({ id: late.id, number: late.number, title: late.title });
  });

  it.each([
    [
      'booked',
      { from: '2020-01-01T09:00:00.000Z', until: '2020-01-01T10:00:00.000Z' },
      { from: 'Enter a time in the future' },
    ],
    ['booked', { from: TOMORROW.until, until: TOMORROW.from }, { until: 'Enter an end after the beginning' }],
    ['on-hold', { reason: '' }, { reason: 'Enter a reason' }],
    ['on-hold', { heldUntil: '2020-01-01' }, { heldUntil: 'Enter a date after today' }],
  ] as const)('to %s with %j returns a message at its field', async (to, more, fields) => {
    const ada = await landlord();
    const repair = await repairIn(ada, 'accepted');
    expect((await moved(ada, repair, to, more)).fields).toEqual(fields);
    expect(await repairNow(ada, repair)).toEqual(repair);
  });
});

describe('the numbers of repairs', () => {
  it('count from 1 in each account, also for repairs added at once', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const home = await addedProperty(ada);
    await Promise.all(Array.from({ length: 5 }, () => addedRepair(ada, { propertyId: home.id })));
    const { items } = (await ada.get('/api/repairs')).as(Board.shape.columns.element.pick({ items: true }));
    expect(items.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5]);
    expect((await addedRepair(bob)).number).toBe(1);
  });
});

describe('quotes', () => {
  it('are requested once from each supplier, and giving the job ends the others', async () => {
    const ada = await landlord();
    const [ridings, lewis] = [
      await addedSupplier(ada, { name: 'Ridings Heating' }),
      await addedSupplier(ada, { name: 'Lewis Plumbing' }),
    ];
    const repair = await repairIn(ada, 'accepted');
    const ask = { suppliers: [ridings.id, lewis.id], answerBy: '2199-01-01', text: 'Please look at the photos' };
    const asked = (await ada.post(`/api/repairs/${repair.id}/quotes`, ask)).as(RepairRecord);
    expect(asked.state).toBe('quoting');
    expect(asked.waitsFor).toBe('supplier');
    expect(asked.offers.map(({ supplierName, state }) => [supplierName, state])).toEqual([
      ['Lewis Plumbing', 'asked'],
      ['Ridings Heating', 'asked'],
    ]);
    await ada.post(`/api/repairs/${repair.id}/quotes`, ask);
    const given = (await ada.post(`/api/repairs/${repair.id}/supplier`, { supplierId: lewis.id })).as(RepairRecord);
    expect(given).toMatchObject({ state: 'accepted', supplier: { name: 'Lewis Plumbing' }, waitsFor: 'supplier' });
    expect(given.offers.map(({ supplierName, state }) => [supplierName, state])).toEqual([
      ['Lewis Plumbing', 'chosen'],
      ['Ridings Heating', 'lost'],
    ]);
    expect(given.events.filter(({ kind }) => kind === 'asked')).toHaveLength(2);
  });

  it('return 422 for another landlord’s supplier, without changes', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const repair = await repairIn(ada, 'accepted');
    const theirs = await addedSupplier(bob);
    const wrong = await ada.post(`/api/repairs/${repair.id}/supplier`, { supplierId: theirs.id });
    expect(wrong.fields).toEqual({ supplierId: 'This supplier no longer exists. Choose another.' });
    expect(await repairNow(ada, repair)).toEqual(repair);
  });
});

describe('an invoice', () => {
  it('becomes a transaction to pay once it is accepted, and a credit note a refund', async () => {
    const ada = await landlord();
    const supplier = await addedSupplier(ada, { name: 'Ridings Heating' });
    const repair = await repairIn(ada, 'done');
    const bill = {
      supplierId: supplier.id,
      number: 'RH-12',
      net: 29_000,
      vat: 5_800,
      due: '2026-12-20',
      file: { url: (await documentFile(ada)).url },
    };
    const sent = (await ada.post(`/api/repairs/${repair.id}/invoices`, bill)).as(RepairRecord);
    expect(sent.bills[0]).toMatchObject({ number: 'RH-12', net: 29_000, state: 'received', transactionId: null });
    expect(
      (await ada.post(`/api/repairs/${repair.id}/invoices`, { ...bill, number: 'rh-12', file: null })).fields,
    ).toEqual({
      number: 'You already have an invoice with this number',
    });
    const at = `/api/repairs/${repair.id}/invoices/${sent.bills[0]?.id}`;
    const settled = (await ada.post(`${at}/accept`, {})).as(RepairRecord);
    expect(settled.cost.repair).toBe(34_800);
    const { transactionId } = settled.bills[0] ?? {};
    expect((await ada.get(`/api/transactions/${transactionId}`)).text).toContain('"status":"pending"');
    expect((await ada.post(`${at}/accept`, {})).outcome).toBe('409 wrong_state');
    const credit = (
      await ada.post(`/api/repairs/${repair.id}/invoices`, { supplierId: supplier.id, number: 'C-1', net: -1_000 })
    ).as(RepairRecord);
    const back = (await ada.post(`/api/repairs/${repair.id}/invoices/${credit.bills[1]?.id}/accept`, {})).as(
      RepairRecord,
    );
    expect((await ada.get(`/api/transactions/${back.bills[1]?.transactionId}`)).text).toContain('"type":"income"');
    expect(back.cost.repair).toBe(33_800);
  });
});

describe('a charge to the tenant', () => {
  it('is added once for each idempotency key, and 404 for another landlord’s tenancy', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [tenancy, theirs] = [await addedTenancy(ada), await addedTenancy(bob)];
    const repair = await addedRepair(ada, { propertyId: tenancy.propertyId ?? '' });
    const at = `/api/repairs/${repair.id}/recharges`;
    const input = { kind: 'charge', tenancyId: tenancy.id, amount: 8_500, reason: 'Lost keys', day: '2025-02-10' };
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const answers = await Promise.all([1, 2].map(() => ada.post(at, input, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { entries } = await ledgerOf(ada, tenancy, '2025-02-28');
    expect(entries.filter(({ kind }) => kind === 'charge')).toHaveLength(1);
    expect((await repairNow(ada, repair)).events.filter(({ kind }) => kind === 'recharged')).toHaveLength(1);
    expect((await ada.post(at, { ...input, tenancyId: theirs.id })).status).toBe(404);
  });
});

describe('the story', () => {
  it('has changes of fields, notes and files, and cannot be changed', async () => {
    const ada = await landlord();
    const tenant = await addedTenant(ada);
    const repair = await addedRepair(ada, { tenantId: tenant.id });
    const at = `/api/repairs/${repair.id}`;
    await ada.send('PUT', at, {
      body: { ...newRepair({ propertyId: repair.propertyId ?? '' }), urgency: 'normal' },
      headers: { 'if-match': `"${repair.version}"` },
    });
    await ada.post(`${at}/messages`, { to: 'tenant', text: 'Somebody comes tomorrow.' });
    await ada.post(`${at}/messages`, { to: 'nobody', text: 'The boiler is 11 years old.' });
    await ada.post(`${at}/files`, { url: (await documentFile(ada)).url, tenantSees: true });
    const { events } = await repairNow(ada, repair);
    expect(events.map(({ kind, text, tenantSees }) => [kind, text, tenantSees])).toEqual([
      ['reported', '', true],
      ['changed', 'urgency', false],
      ['message', 'Somebody comes tomorrow.', true],
      ['message', 'The boiler is 11 years old.', false],
      ['file', '', true],
    ]);
    await expect(
      query(server.database, `update public.repair_events set text = 'x' where repair_id = $1`, [repair.id]),
    ).rejects.toThrow('the story of a repair is not changed');
  });

  it('prevents deletion once others took part, or the repair was accepted', async () => {
    const ada = await landlord();
    const repair = await repairIn(ada, 'accepted');
    const removal = await ada.send('DELETE', `/api/repairs/${repair.id}`, {
      headers: { 'if-match': `"${repair.version}"` },
    });
    expect(removal.outcome).toBe('409 in_use');
    expect(removal.text).toContain(TEXTS.hasStory);
  });

  it('keeps the address of a deleted property', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '2 Mill Lane', city: 'Otley' });
    const repair = await addedRepair(ada, { propertyId: home.id });
    await ada.send('DELETE', `/api/properties/${home.id}`, { headers: { 'if-match': `"${home.version}"` } });
    expect(await repairNow(ada, repair)).toMatchObject({ propertyId: null, address: '2 Mill Lane, Otley' });
  });
});

describe('the board', () => {
  it('has open repairs by state, with those that wait and those over the targets', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const first = await addedRepair(ada, { propertyId: home.id, urgency: 'emergency' });
    await repairIn(ada, 'booked', { propertyId: home.id });
    await repairIn(ada, 'on-hold', { propertyId: home.id });
    await repairIn(ada, 'closed', { propertyId: home.id });
    await query(
      server.database,
      `update public.repairs set reported_at = reported_at - interval '25 hours' where id = $1`,
      [first.id],
    );
    const board = (await ada.get('/api/repairs/board')).as(Board);
    expect(board.counts).toEqual({ open: 2, held: 1, waiting: 2, late: 1 });
    expect(board.columns.filter(({ total }) => total > 0).map(({ state, items }) => [state, items[0]?.late])).toEqual([
      ['reported', true],
      ['booked', false],
    ]);
    const targets = { emergency: 48, urgent: 72, normal: 672 };
    expect((await ada.send('PUT', '/api/repairs/targets', { body: targets })).as(RepairTargets)).toEqual(targets);
    expect((await ada.get('/api/repairs/board')).as(Board).counts.late).toBe(0);
    const filtered = (await ada.get('/api/repairs/board?urgency=emergency&waiting=landlord')).as(Board);
    expect(filtered.counts).toEqual({ open: 1, held: 0, waiting: 1, late: 0 });
  });
});

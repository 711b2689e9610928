/** What a landlord decides about bank rows: one payment of two, which of several a line is, a line left out imported anyway; each undone. */
import { describe, expect, it } from 'vitest';
import { bringAccount } from '../../../test/fixtures/brought.ts';
import { addedTransaction, type Landlord, landlord, listedTransactions } from '../../../test/fixtures/landlords.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { Decided, type EntryDecision, OpenBankRows } from './decisions.ts';
import { type ImportLine, importEntries } from './entries.server.ts';

const ask = (text: string, values: unknown[] = []) => query(server.database, text, values);
const openRows = async (owner: Landlord) => (await owner.get('/api/bank-entries/open')).as(OpenBankRows);
const money = async (owner: Landlord) =>
  (await listedTransactions(owner)).items.map(({ id: _, version: __, ...row }) => row);
const say = (owner: Landlord, id: string, decision: EntryDecision) =>
  owner.post(`/api/bank-entries/${id}/decide`, decision);
const onOffer = (owner: Landlord, id: string, verb: string) => owner.post(`/api/same-payments/${id}/${verb}`, {});

type Given = Partial<ImportLine> & { provider?: string };

function take(owner: Landlord, accountId: string, lines: Given[], provider = 'gocardless') {
  const kind = provider === 'file' ? 'file' : 'bank';
  const target = { accountId, provider, kind, from: '2026-10-01', to: '2026-12-31' } as const;
  const { jobsPool: pool, clock } = server.services;
  const all = lines.map((given) => ({
    externalId: null,
    date: '2026-11-01',
    amount: -8_400,
    text: 'KIRKSTALL HTG',
    reference: '',
    category: null,
    ...given,
  }));
  return runOnBehalfOf(pool, { userId: owner.id, now: clock.now() }, (db) => importEntries(db, target, all));
}

/** A bill entered by hand, and the bank's row of it two days later. */
async function withOffer() {
  const owner = await landlord();
  const accountId = await bringAccount(ask, owner);
  const bill = await addedTransaction(owner, { amount: -8_400, date: '2026-10-30', description: 'Boiler service' });
  await take(owner, accountId, [{ externalId: 'a' }]);
  const before = await money(owner);
  const [offer] = (await openRows(owner)).offered.items;
  if (!offer) throw new Error('No offer');
  return { owner, accountId, bill, offer, before };
}

/** A line of a file that may be either of two rows of the bank. */
async function withQuestion() {
  const owner = await landlord();
  const accountId = await bringAccount(ask, owner);
  await take(owner, accountId, [{ externalId: 'a' }, { externalId: 'b', date: '2026-11-03' }]);
  await take(owner, accountId, [{ date: '2026-11-02' }], 'file');
  const before = await money(owner);
  const [line] = (await openRows(owner)).asked.items;
  if (!line) throw new Error('No question');
  return { owner, accountId, line, before };
}

describe('an offer of the same payment', () => {
  it('shows both rows; accepted, the landlord’s fields and the bank’s stay as one, and a later sync knows it', async () => {
    const { owner, accountId, bill, offer } = await withOffer();
    expect(offer).toMatchObject({
      imported: {
        description: 'KIRKSTALL HTG',
        source: 'bank',
        date: '2026-11-01',
        account: { accountNumber: '****0042' },
      },
      kept: { id: bill.id, description: 'Boiler service', source: 'hand', date: '2026-10-30' },
    });
    expect((await onOffer(owner, offer.id, 'accept')).as(Decided)).toEqual({ id: offer.id, state: 'accepted' });
    expect((await onOffer(owner, offer.id, 'accept')).status, 'pressed twice').toBe(200);
    const one = { description: 'Boiler service', category: 'maintenance', date: '2026-11-01', source: 'bank' };
    expect(await money(owner)).toEqual([expect.objectContaining({ ...one, amount: -8_400, bankAccountId: accountId })]);
    expect((await openRows(owner)).offered).toEqual({ items: [], total: 0 });
    expect(await take(owner, accountId, [{ externalId: 'a', amount: -8_500 }])).toMatchObject({
      imported: 0,
      updated: 1,
    });
    expect(await money(owner)).toEqual([expect.objectContaining({ ...one, amount: -8_500 })]);
  });

  it('is undone: two again as they were, and the bank’s line is that of its own row', async () => {
    const { owner, accountId, offer, before } = await withOffer();
    await onOffer(owner, offer.id, 'accept');
    expect((await onOffer(owner, offer.id, 'undo')).as(Decided)).toEqual({ id: offer.id, state: 'offered' });
    expect(await money(owner)).toEqual(before);
    expect((await openRows(owner)).offered.total).toBe(1);
    await take(owner, accountId, [{ externalId: 'a', text: 'KIRKSTALL HEATING' }]);
    expect((await money(owner)).map(({ description }) => description)).toEqual(['KIRKSTALL HEATING', 'Boiler service']);
  });

  it('stays one where the payment was changed since, and where it is too late', async () => {
    const { owner, bill, offer } = await withOffer();
    await onOffer(owner, offer.id, 'accept');
    await ask('update transactions set description = $2 where id = $1', [bill.id, 'Changed']);
    expect((await onOffer(owner, offer.id, 'undo')).outcome).toBe('409 changed_meanwhile');
    await ask('delete from app.transaction_undo where user_id = $1', [owner.id]);
    expect((await onOffer(owner, offer.id, 'undo')).outcome).toBe('404 not_found');
    expect(await money(owner)).toEqual([expect.objectContaining({ description: 'Changed' })]);
  });

  it('is refused once one of the two was changed or taken', async () => {
    const { owner, bill, offer } = await withOffer();
    await ask(`update transactions set amount = -1 where id = $1`, [bill.id]);
    expect((await openRows(owner)).offered.total).toBe(0);
    expect((await onOffer(owner, offer.id, 'accept')).outcome).toBe('409 changed_meanwhile');
    await ask(`update transactions set amount = -84, source = 'bank' where id = $1`, [bill.id]);
    expect((await onOffer(owner, offer.id, 'accept')).outcome).toBe('409 changed_meanwhile');
    expect(await money(owner)).toHaveLength(2);
  });

  it('is declined and offered again', async () => {
    const { owner, offer, before } = await withOffer();
    await onOffer(owner, offer.id, 'decline');
    expect(await openRows(owner)).toMatchObject({ offered: { total: 0 }, declined: { items: [offer], total: 1 } });
    expect(await money(owner)).toEqual(before);
    await onOffer(owner, offer.id, 'undo');
    expect(await openRows(owner)).toMatchObject({ offered: { items: [offer] }, declined: { total: 0 } });
  });
});

describe('a line that may be one of several', () => {
  it('is the one that the landlord says, or asked about again', async () => {
    const { owner, line, before } = await withQuestion();
    expect(line.choices.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-03']);
    const [first] = line.choices;
    expect((await say(owner, line.id, { as: 'same', transactionId: first?.id ?? '' })).status).toBe(200);
    expect(await openRows(owner)).toMatchObject({
      asked: { total: 0 },
      leftOut: { items: [{ id: line.id, chosen: true, choices: [first] }] },
    });
    await say(owner, line.id, { as: 'asked' });
    expect((await openRows(owner)).asked.items).toEqual([line]);
    expect(await money(owner)).toEqual(before);
  });

  it('is none of another’s, nor of those that it was not asked about', async () => {
    const { owner, line } = await withQuestion();
    const [own, other] = [await addedTransaction(owner), (await withQuestion()).line.choices[0]];
    for (const { id } of [own, other ?? own]) {
      const answer = await say(owner, line.id, { as: 'same', transactionId: id });
      expect(answer.outcome).toBe('422 invalid_input');
    }
  });

  it('becomes a new transaction, which goes again unless it was changed', async () => {
    const { owner, accountId, line, before } = await withQuestion();
    await say(owner, line.id, { as: 'new' });
    const made = {
      description: 'KIRKSTALL HTG',
      date: '2026-11-02',
      amount: -8_400,
      source: 'file',
      bankAccountId: accountId,
    };
    expect(await money(owner)).toContainEqual(expect.objectContaining(made));
    expect(await take(owner, accountId, [{ date: '2026-11-02' }], 'file')).toMatchObject({ imported: 0, asked: 0 });
    await say(owner, line.id, { as: 'asked' });
    expect(await money(owner)).toEqual(before);
    await say(owner, line.id, { as: 'new' });
    await ask(`update transactions set category = 'tax' where user_id = $1 and source = 'file'`, [owner.id]);
    expect((await say(owner, line.id, { as: 'asked' })).outcome).toBe('409 changed_meanwhile');
    expect(await money(owner)).toHaveLength(3);
  });
});

it('lists a line that was left out with the row it was taken for, and imports it anyway', async () => {
  const owner = await landlord();
  const accountId = await bringAccount(ask, owner);
  await take(owner, accountId, [{ externalId: 'a' }]);
  await take(owner, accountId, [{}], 'file');
  const [line] = (await openRows(owner)).leftOut.items;
  expect(line).toMatchObject({ chosen: false, choices: [{ source: 'bank' }] });
  const { id = '', choices = [] } = line ?? {};
  await say(owner, id, { as: 'new' });
  expect(await money(owner)).toHaveLength(2);
  await say(owner, id, { as: 'same', transactionId: choices[0]?.id ?? '' });
  expect(await money(owner)).toHaveLength(1);
  expect((await openRows(owner)).leftOut.items).toEqual([{ ...line, chosen: true }]);
});

it('names a payment that was made one since among the choices', async () => {
  const { owner, line } = await withQuestion();
  const [first] = line.choices;
  const bill = await addedTransaction(owner, { amount: -8_400, date: '2026-11-01', description: 'Boiler' });
  const [pair] = await ask(
    'insert into same_payments (user_id, imported_id, kept_id) values ($1, $2, $3) returning id',
    [owner.id, first?.id, bill.id],
  );
  await onOffer(owner, String(pair?.id), 'accept');
  expect((await openRows(owner)).asked.items[0]?.choices.map(({ description }) => description)).toContain('Boiler');
  expect((await say(owner, line.id, { as: 'same', transactionId: bill.id })).status).toBe(200);
});

/** What cannot be a transaction: refused in words that stand beside the field, and nothing is kept. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addedProperty, addedTransaction, landlord, listedTransactions } from '../../../test/landlords.ts';
import { newTransaction } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { londonDay } from '../../shared/dates.ts';
import { lastDay, OUT_OF_RANGE, Transaction } from './transaction.ts';

const at = ({ id }: { id: string }) => `/api/transactions/${id}`;

const AMOUNT = 'Please enter an amount of at least £0.01';
const MAX = 'The most we can keep is £99,999,999.99';
const CATEGORY = 'Please choose a category';
const NO_PROPERTY = 'This property is no longer there. Please choose another.';
const UNSTORABLE = 'This contains characters that cannot be stored';
const STATUS = 'Please choose Paid or To pay';

// One landlord and one expense will do for all: nothing here changes anything.
const cleo = await landlord();
const house = await addedProperty(cleo);
const boiler = await addedTransaction(cleo, { propertyId: house.id });
const gone = await addedProperty(cleo);
await cleo.delete(`/api/properties/${gone.id}`, 1);
const theirs = await addedProperty(await landlord());
const today = londonDay(server.services.clock.now());
const tooLate = lastDay(londonDay(new Date(Date.parse(today) + 36 * 60 * 60 * 1000)));

describe('what cannot be a transaction', () => {
  it.each([
    ['an amount of nothing', { amount: 0 }, { amount: AMOUNT }],
    ['half a penny', { amount: 12.5 }, { amount: 'Pence are whole numbers' }],
    ['an amount in words', { amount: '12' }, { amount: AMOUNT }],
    ['no amount', { amount: null }, { amount: AMOUNT }],
    ['a penny too much', { amount: 10_000_000_000 }, { amount: MAX }],
    ['a penny too much below zero', { amount: -10_000_000_000 }, { amount: MAX }],
    ['more than a number holds', { amount: 2 ** 60 }, { amount: MAX }],
    ['a category of its own', { category: 'Taxidermy' }, { category: CATEGORY }],
    ['no category', { category: '' }, { category: CATEGORY }],
    ['a list of categories', { category: ['tax'] }, { category: CATEGORY }],
    ['nothing to say', { description: '  ' }, { description: 'Description is required' }],
    ['a number to say', { description: 12 }, { description: 'Description is required' }],
    ['201 letters', { description: 'x'.repeat(201) }, { description: 'Please keep this to 200 characters' }],
    ['two lines', { description: 'Boiler\nrepair' }, { description: 'Please keep this to one line' }],
    ['NUL', { description: 'Boi\0ler' }, { description: UNSTORABLE }],
    ['half an emoji', { description: 'Boiler \ud83d' }, { description: UNSTORABLE }],
    ['no date', { date: '' }, { date: 'Date is required' }],
    ['null for a date', { date: null }, { date: 'Date is required' }],
    ['a day that does not exist', { date: '2026-02-29' }, { date: 'Please enter a date' }],
    ['a day as people write it', { date: '12/11/2026' }, { date: 'Please enter a date' }],
    ['an instant', { date: '2026-11-12T00:00:00Z' }, { date: 'Please enter a date' }],
    ['the last day of the eighties', { date: '1989-12-31' }, { date: OUT_OF_RANGE }],
    ['a day more than five years ahead', { date: tooLate }, { date: OUT_OF_RANGE }],
    ['a status that nobody sets', { status: 'overdue' }, { status: STATUS }],
    ['a status in other words', { status: 'paid' }, { status: STATUS }],
    ['a property that nobody has', { propertyId: randomUUID() }, { propertyId: NO_PROPERTY }],
    ['a property that has been deleted', { propertyId: gone.id }, { propertyId: NO_PROPERTY }],
    ['a property of another', { propertyId: theirs.id }, { propertyId: NO_PROPERTY }],
    ['a word for a property', { propertyId: 'none' }, { propertyId: NO_PROPERTY }],
    ['a number for a property', { propertyId: 7 }, { propertyId: NO_PROPERTY }],
    [
      'all of it at once',
      { amount: 0, category: '', description: '', date: '', status: '', propertyId: '' },
      {
        amount: AMOUNT,
        category: CATEGORY,
        description: 'Description is required',
        date: 'Date is required',
        status: STATUS,
        propertyId: NO_PROPERTY,
      },
    ],
    [
      'a property that is not there on a day too far ahead',
      { propertyId: theirs.id, date: tooLate },
      { propertyId: NO_PROPERTY, date: OUT_OF_RANGE },
    ],
  ])('%s is refused in words, and nothing is kept', async (_, wrong, fields) => {
    const before = await snapshot(server.database);
    const answers = [
      await cleo.post('/api/transactions', { ...newTransaction(), ...wrong }),
      await cleo.patch(at(boiler), { ...newTransaction(), ...wrong }, 1),
      await cleo.patch(at(boiler), wrong, 1),
    ];
    for (const answer of answers) expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    expect(await snapshot(server.database)).toEqual(before);
  });

  it('an expense is neither added as rent nor made rent', async () => {
    const added = await cleo.post('/api/transactions', { ...newTransaction(), category: 'rent' });
    expect([added.outcome, added.fields]).toEqual(['422 invalid_input', { category: CATEGORY }]);
    const changed = await cleo.patch(at(boiler), { category: 'rent', amount: 5 }, 1);
    expect([changed.outcome, changed.fields]).toEqual([
      '422 invalid_input',
      { category: 'Rent is a category of income' },
    ]);
    expect((await cleo.get(at(boiler))).as(Transaction)).toEqual(boiler);
  });

  it.each(['', '[]', 'null', '"x"', '{"amount":', '{}', '{"amuont":500}', '7'])('%s is none', async (body) => {
    const before = await listedTransactions(cleo);
    const sent = { body, headers: { 'if-match': '"1"' } };
    const answers = [await cleo.send('POST', '/api/transactions', sent), await cleo.send('PATCH', at(boiler), sent)];
    for (const { outcome } of answers) expect(outcome).toBeOneOf(['400 bad_request', '422 invalid_input']);
    expect(await listedTransactions(cleo)).toEqual(before);
  });

  it('a change that names nothing to change says so', async () => {
    const answer = await cleo.patch(at(boiler), { amuont: 500 }, 1);
    expect(answer.outcome).toBe('422 invalid_input');
    expect(answer.text).toContain('Please say what to change.');
  });
});

describe('what may be at the edge', () => {
  it.each([
    ['a penny', { amount: 1 }],
    ['£99,999,999.99', { amount: 9_999_999_999 }],
    ['200 letters', { description: 'x'.repeat(200) }],
    ['the first day of the nineties', { date: '1990-01-01' }],
    ['the day five years from now', { date: lastDay(today), status: 'pending' as const }],
    ['29 February of a leap year', { date: '2028-02-29', status: 'pending' as const }],
  ])('%s is kept as it is', async (_, given) => {
    const ada = await landlord();
    const wanted = (body: { amount: number }) => ({ ...body, amount: -body.amount });
    expect(await addedTransaction(ada, given)).toMatchObject(wanted(newTransaction(given)));
    const other = await addedTransaction(ada);
    const changed = (await ada.patch(at(other), given, 1)).as(Transaction);
    expect(changed).toEqual({ ...other, ...wanted({ amount: -other.amount, ...given }), version: 2 });
  });
});

describe('what a list cannot be asked', () => {
  it.each([
    'status=paid',
    'category=Tax',
    'category=tax,',
    'category=%00',
    'propertyId=x',
    'q=%00',
    `q=${'x'.repeat(201)}`,
  ])('%s is refused, by the list and by its totals', async (asked) => {
    const answers = [await cleo.get(`/api/transactions?${asked}`), await cleo.get(`/api/transactions/totals?${asked}`)];
    expect(answers.map(({ outcome }) => outcome)).toEqual(['400 bad_request', '400 bad_request']);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'sort=fastest',
    'cursor=x',
    'cursor=%5B%222026-02-30%22%2C%22x%22%5D',
    `cursor=%5B%222026-02-30%22%2C%22${boiler.id}%22%5D`,
    `sort=highest&cursor=%5B%222026-02-28%22%2C%22${boiler.id}%22%5D`,
    `sort=highest&cursor=%5B0.5%2C%22${boiler.id}%22%5D`,
    `sort=lowest&cursor=%5B1e300%2C%22${boiler.id}%22%5D`,
  ])('%s is refused', async (asked) => {
    expect((await cleo.get(`/api/transactions?${asked}`)).outcome).toBe('400 bad_request');
  });
});

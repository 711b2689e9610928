/** The full number of an account and its full sort code are nowhere: in no table, no log line and no answer, whatever goes wrong. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addedBankAccount, newBankAccount } from '../../../test/bank-accounts.ts';
import { privateDatabase, query } from '../../../test/database.ts';
import { rowsWith } from '../../../test/everything.ts';
import { type Landlord, landlord, visitor } from '../../../test/landlords.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';

const NUMBER = '31415926';
const SORT_CODE = '271828';
/** Each in every way it is written; not six digits in the middle of some id or second. */
const TRACES = /3141[ -]?5926|(?<![0-9a-f.-])27[ -]?18[ -]?28/g;

let log = '';
const logTo = new Writable({
  write(chunk, _, done) {
    log += String(chunk);
    done();
  },
});
// A database of its own, so that all of it is searched and nobody else writes in it.
const { address, drop } = await privateDatabase('numbers');
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ database: address, logTo, env: { LOG_LEVEL: 'trace' } });
});
afterAll(async () => {
  await server.stop();
  await drop();
});

const tracesIn = (text: string) => text.match(TRACES) ?? [];
const inLog = () => tracesIn(log);
const inDatabase = async () =>
  Object.entries(await rowsWith(address, ['']))
    .filter(([, rows]) => rows.some((row) => tracesIn(row).length > 0))
    .map(([table]) => table);
const post = (ada: Landlord, body: unknown) => ada.post('/api/bank-accounts', body);

describe('the full number of an account', () => {
  it('would be found: the search sees what is kept, in the account and in the activity, and what is logged', async () => {
    const ada = await landlord({}, server);
    await addedBankAccount(ada, { institution: 'Traceable Bank' });
    await query(address, `update bank_accounts set institution = 'Other' where user_id = $1`, [ada.id]);
    expect(Object.keys(await rowsWith(address, ['Personal Account']))).toEqual([
      'public.activity',
      'public.bank_accounts',
    ]);
    expect(Object.keys(await rowsWith(address, ['Traceable Bank']))).toEqual(['public.activity']);
    expect(log).toContain('"path":"/api/bank-accounts"');
    await query(address, `create table public.trap as select 'Pay 27-18-28 31415926' as words`);
    expect(await inDatabase()).toEqual(['public.trap']);
    await query(address, 'drop table public.trap');
  });

  it.each([
    ['as digits', { accountNumber: NUMBER, sortCode: SORT_CODE }],
    ['with spaces and dashes', { accountNumber: '3141 5926', sortCode: '27-18-28' }],
  ])(
    'written %s is in no row, no log line and no answer after the account was added, read and removed',
    async (_, given) => {
      const ada = await landlord({}, server);
      const added = await post(ada, newBankAccount(given));
      const path = added.headers.get('location') ?? '';
      const answers = [
        added,
        await ada.get(path),
        await ada.get('/api/bank-accounts'),
        await ada.get(`/api/bank-accounts/${encodeURIComponent(given.accountNumber)}`),
        await ada.get(`/api/bank-accounts/${given.sortCode}`),
        await ada.delete(path, 7),
        await ada.get('/api/profile'),
        await ada.get('/api/my-data'),
        await ada.delete(path, 1),
      ];
      expect(answers[0]?.status).toBe(201);
      expect(answers.flatMap(({ text }) => tracesIn(text))).toEqual([]);
      expect([await inDatabase(), inLog()]).toEqual([[], []]);
    },
  );

  it.each<[string, unknown]>([
    ['a digit too many', newBankAccount({ accountNumber: `${NUMBER}0` })],
    ['a digit too few in the sort code', newBankAccount({ sortCode: SORT_CODE.slice(0, 5) })],
    ['a letter', newBankAccount({ accountNumber: `${NUMBER}A`, sortCode: `${SORT_CODE}A` })],
    ['no bank', newBankAccount({ institution: '' })],
    ['the number in the name of the bank', newBankAccount({ institution: `Aegis ${NUMBER}` })],
    ['the sort code in the name of the bank', newBankAccount({ institution: 'Aegis 27-18-28' })],
    ['the number for a type', { ...newBankAccount(), accountType: NUMBER }],
    ['numbers instead of texts', { ...newBankAccount(), accountNumber: Number(NUMBER), sortCode: Number(SORT_CODE) }],
    [
      'the number within a list',
      { ...newBankAccount(), accountNumber: [NUMBER], sortCode: { [SORT_CODE]: SORT_CODE } },
    ],
    ['the number for the whole body', [NUMBER]],
    ['a body that breaks off', `{"accountNumber":"${NUMBER}","sortCode":"${SORT_CODE}"`],
  ])('is in no row, no log line and no answer after it was refused for %s', async (_, body) => {
    const ada = await landlord({}, server);
    const refused = [await post(ada, body), await visitor(server).post('/api/bank-accounts', body)];
    expect(refused.map(({ status }) => status)).toEqual([
      expect.toBeOneOf([400, 422]),
      expect.toBeOneOf([400, 401, 422]),
    ]);
    expect(refused.flatMap(({ text }) => tracesIn(text))).toEqual([]);
    expect([await inDatabase(), inLog()]).toEqual([[], []]);
    expect(await query(address, 'select id from bank_accounts where user_id = $1', [ada.id])).toEqual([]);
  });

  it('is kept nowhere when it comes in fields that the account does not have', async () => {
    const ada = await landlord({}, server);
    const extra = { [NUMBER]: NUMBER, name: NUMBER, external_id: NUMBER, account_number: NUMBER, iban: SORT_CODE };
    const answer = await post(ada, { ...newBankAccount(), ...extra });
    expect([answer.status, tracesIn(answer.text)]).toEqual([201, []]);
    expect([await inDatabase(), inLog()]).toEqual([[], []]);
  });

  it('is in no row, no log line and no answer when keeping the account fails', async () => {
    const ada = await landlord({}, server);
    await query(
      address,
      `create function public.burst() returns trigger language plpgsql as
         $$ begin raise exception 'a pipe burst' using detail = 'Failing row contains ' || new.account_number; end $$;
       create trigger burst before insert on bank_accounts for each row execute function public.burst()`,
    );
    try {
      const failed = await post(ada, newBankAccount());
      expect([failed.outcome, tracesIn(failed.text)]).toEqual(['500 internal', []]);
      expect(log).toContain('a pipe burst');
      expect([await inDatabase(), inLog()]).toEqual([[], []]);
    } finally {
      await query(address, 'drop function public.burst cascade');
    }
  });

  it('could not be kept even by a store that forgot to mask it', async () => {
    const ada = await landlord({}, server);
    const insert = (number: string, code: string) =>
      query(
        address,
        'insert into bank_accounts (user_id, name, institution, account_number, sort_code) values ($1, $2, $2, $3, $4)',
        [ada.id, 'x', number, code],
      );
    await expect(insert(NUMBER, '27-18-**')).rejects.toThrow('bank_accounts_account_number_check');
    await expect(insert('****5926', '27-18-28')).rejects.toThrow('bank_accounts_sort_code_check');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addedBankAccount, newBankAccount } from '../../../test/fixtures/bank-accounts.ts';
import { rowsWith } from '../../../test/fixtures/everything.ts';
import { type Landlord, landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { privateDatabase, query } from '../../../test/servers/database.ts';
import { startServer, type TestServer } from '../../../test/servers/start-server.ts';

const NUMBER = '31415926';
const SORT_CODE = '271828';
const FIELDS = { accountNumber: NUMBER, sortCode: SORT_CODE };
/** Matches the numbers in common formats, but not six digits within an id or a timestamp. */
const TRACES = /3141[ -]?5926|(?<![0-9a-f.-])27[ -]?18[ -]?28/g;

let log = '';
const logTo = {
  write(line: string) {
    log += line;
  },
};
// A private database, because the test searches every table.
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
  it('is detected by this search in tables and logs', async () => {
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
    ['as digits', FIELDS],
    ['with spaces and dashes', { accountNumber: '3141 5926', sortCode: '27-18-28' }],
    ['also in other fields', { ...FIELDS, [NUMBER]: NUMBER, name: NUMBER, external_id: NUMBER, iban: SORT_CODE }],
  ])(
    'written %s is not in any row, log line or response when an account is added, read and removed (S2.7.17, S2.7.18)',
    async (_, given) => {
      const ada = await landlord({}, server);
      const added = await post(ada, { ...newBankAccount(), ...given });
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

  it('is not in any row, log line or response of a rejected account', async () => {
    const ada = await landlord({}, server);
    for (const body of [
      newBankAccount({ accountNumber: `${NUMBER}0` }),
      newBankAccount({ accountNumber: `${NUMBER}A`, sortCode: `${SORT_CODE}A` }),
      newBankAccount({ institution: `Aegis ${NUMBER}` }),
      newBankAccount({ institution: 'Aegis 27-18-28' }),
      { ...newBankAccount(), accountType: NUMBER },
      { ...newBankAccount(), accountNumber: Number(NUMBER), sortCode: Number(SORT_CODE) },
      { ...newBankAccount(), accountNumber: [NUMBER], sortCode: { [SORT_CODE]: SORT_CODE } },
      [NUMBER],
      `{"accountNumber":"${NUMBER}","sortCode":"${SORT_CODE}"`,
    ]) {
      const refused = [await post(ada, body), await visitor(server).post('/api/bank-accounts', body)];
      for (const { status, text } of refused) {
        expect(status).toBeOneOf([400, 401, 422]);
        expect(tracesIn(text)).toEqual([]);
      }
    }
    expect([await inDatabase(), inLog()]).toEqual([[], []]);
    expect(await query(address, 'select id from bank_accounts where user_id = $1', [ada.id])).toEqual([]);
  });

  it('is not in any row, log line or response when storing fails (S2.7.17)', async () => {
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

  it('is rejected unmasked by the table (S2.7.17, S2.7.18)', async () => {
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

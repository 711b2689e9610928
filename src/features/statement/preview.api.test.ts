import { describe, expect, it } from 'vitest';
import { landlord } from '../../../test/fixtures/landlords.ts';
import { importedStatement, previewed, sentStatement } from '../../../test/fixtures/statement-files.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';

const NEW_ACCOUNT = { account: { institution: 'Barclays', accountType: 'business' } } as const;

describe('A statement', () => {
  it('is parsed once: previews and the import use its stored lines', async () => {
    const ada = await landlord();
    const path = await sentStatement(ada, 'barclays.csv');
    const asked = await sentStatement(ada, 'unknown.csv');
    const mapping = { date: 0, order: 'dmy', amount: null, out: 2, into: 3, reversed: false, text: 1, reference: 4 };
    await ada.patch(asked, { mapping });
    const kept = `select file_name as file, cells is not null as cells from statement_imports where user_id = $1 order by 1`;
    expect(await query(server.database, kept, [ada.id])).toEqual([
      { file: 'barclays.csv', cells: false },
      { file: 'unknown.csv', cells: true },
    ]);
    await query(server.database, 'update statement_imports set cells = null where user_id = $1', [ada.id]);
    expect((await ada.patch(path, { mapping })).text).toContain('you do not need to choose columns');
    expect([(await previewed(ada, path)).counts.new, (await previewed(ada, asked)).counts.new]).toEqual([4, 2]);
    expect(await importedStatement(ada, asked, NEW_ACCOUNT)).toMatchObject({ imported: 2 });
    const left = 'select count(*)::int as lines from statement_lines where user_id = $1';
    expect(await query(server.database, left, [ada.id])).toEqual([{ lines: 4 }]);
  });

  it('and its undo are previewed without writing or locking a row', async () => {
    const owner = await landlord();
    const imported = await sentStatement(owner, 'barclays.csv');
    await importedStatement(owner, imported, NEW_ACCOUNT);
    const path = await sentStatement(owner, 'barclays.csv');
    const tables = ['bank_accounts', 'statement_imports', 'statement_lines', 'bank_entries', 'transactions'];
    const each = tables.map((table) => `select '${table}', ctid, xmin, xmax from ${table} where user_id = $1`);
    // A row lock is recorded in the row's xmax.
    const rows = () => query(server.database, `${each.join(' union all ')} order by 1, 2`, [owner.id]);
    const before = await rows();
    const { accountId, counts } = await previewed(owner, path);
    expect([accountId, counts.known]).toEqual([expect.any(String), 4]);
    expect((await owner.get(`${imported}/undo`)).status).toBe(200);
    expect(await rows()).toEqual(before);
  });

  it('is paged by section, in file order', async () => {
    const ada = await landlord();
    const rows = [-1, -2, -1, -3, -1].map((pounds) => `,24/08/2026,,${pounds}.00,,GARAGE`);
    const shop = ',24/08/2026,,-9.00,,NETFLIX.COM';
    const text = ['Number,Date,Account,Amount,Subcategory,Memo', shop, ...rows, ',31/09/2026,,-4.00,,BROKEN', shop, ''];
    const path = await sentStatement(ada, 'long.csv', text.join('\n'));
    await ada.patch(path, { personal: { line: 4, wanted: true } });
    await ada.patch(path, { correct: { line: 8, date: '2026-08-24', amount: -300, text: 'GARAGE' } });
    const page = async (query: string) => {
      const { rows: shown } = await previewed(ada, path, query);
      return Object.entries(shown).flatMap(([part, all]) =>
        all.map((row) => `${part} ${row.line}${'sameAs' in row && row.sameAs ? ` like ${row.sameAs}` : ''}`),
      );
    };
    expect(await page('?show=new&offset=1&limit=2')).toEqual(['new 5 like 3', 'new 6']);
    expect(await page('?show=new&offset=3')).toEqual(['new 7 like 5', 'new 8 like 6']);
    expect(await page('?show=personal')).toEqual(['personal 2', 'personal 4', 'personal 9 like 2']);
    expect(await page('?show=unreadable')).toEqual([]);
  });
});

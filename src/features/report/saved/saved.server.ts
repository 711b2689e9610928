import { sql } from 'kysely';
import { byName, newestFirst, recordTable } from '../../../server/db/record-table.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { invalidField } from '../../../shared/app-error.ts';
import type { ReportQuery } from '../report.ts';
import type { SavedReport, SavedReportInput, SavedReportQuery } from './saved.ts';

const MAX_SAVED = 100;

const table = recordTable<SavedReportInput, SavedReport, SavedReport, SavedReportQuery>({
  table: 'saved_reports',
  noun: 'saved report',
  columns: {
    name: 'name',
    report: 'report',
    monthly: 'monthly',
    query: { column: 'query', read: sql`query`, write: (query: ReportQuery) => sql`${JSON.stringify(query)}::jsonb` },
  },
  computed: { savedBy: sql`(select m.name from members m where m.id = member_id and m.state = 'active')` },
  orders: { name: byName, newest: newestFirst },
  find: (q) => sql`app.find_saved_reports(${q})`,
});

export const savedTable = {
  ...table,

  /** Throws `invalid_input` for more than `MAX_SAVED` reports. */
  async add(db: UserDb, input: SavedReportInput): Promise<SavedReport> {
    await sql`select app.lock_account()`.execute(db);
    const { rows } = await sql<{ many: boolean }>`select count(*) >= ${MAX_SAVED} as many from saved_reports`.execute(
      db,
    );
    if (rows[0]?.many) throw invalidField('name', `You can save up to ${MAX_SAVED} reports. Remove one first`);
    return table.add(db, input);
  },
};

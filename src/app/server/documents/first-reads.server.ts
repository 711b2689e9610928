/** The data in the documents of lists, equal to the API's responses. */

import { agentTable } from '../../../features/agent/agent.server.ts';
import { AgentQuery } from '../../../features/agent/agent.ts';
import { listBankAccounts } from '../../../features/bank/bank-account.server.ts';
import { filterOf, financeSearch } from '../../../features/finance/list/search-params.ts';
import { readSettings } from '../../../features/reminder/reminder.server.ts';
import { findGaps } from '../../../features/rent/history/history.server.ts';
import { FIRST_ROWS, queriesOf, rentSearch } from '../../../features/rent/listed.ts';
import { readArrears, readMonth } from '../../../features/rent/rent.server.ts';
import { ArrearsQuery, RentQuery } from '../../../features/rent/rent.ts';
import { listTransactions } from '../../../features/transaction/list/list.server.ts';
import { readSummary } from '../../../features/transaction/list/totals.server.ts';
import { TransactionListFilter } from '../../../features/transaction/transaction.ts';
import { type FirstPart, firstPage, listAddress, read } from '../../../server/noun-parts.server.ts';
import { NOUNS } from '../../nouns.server.ts';

/** More than any account has, because the browser reads all agents. */
const MAX_AGENTS = 10_000;

const OWN: Readonly<Record<string, FirstPart>> = {
  '/dashboard/rent': {
    reads: (db, { search, today }) => {
      const { month, arrears } = queriesOf(rentSearch(search), today);
      const offsetPages = (page: object) => ({ pages: [page], pageParams: [0] });
      return [
        read(['rent', 'month', month], async () => {
          const query = RentQuery.parse({ ...month, limit: FIRST_ROWS.month });
          return offsetPages(await readMonth(db, { ...query, today }));
        }),
        read(['rent', 'arrears', arrears], async () => {
          const query = ArrearsQuery.parse({ ...arrears, limit: FIRST_ROWS.arrears });
          return offsetPages(await readArrears(db, { ...query, on: arrears.on }));
        }),
        read(['rent', 'reminders'], () => readSettings(db)),
        read(['rent', 'gaps'], async () => ({ items: await findGaps(db) })),
        read(['agents'], async () => {
          const { text } = await agentTable.list(db, { ...AgentQuery.parse({}), limit: MAX_AGENTS });
          return JSON.parse(text) as unknown;
        }),
      ];
    },
  },
  '/dashboard/finance': {
    address: ({ search, today }) => {
      const query = financeSearch(search);
      return query.tab ? undefined : listAddress('transactions', { ...filterOf(query, today), limit: '100' });
    },
    reads: (db, { search, today }) => {
      const query = filterOf(financeSearch(search), today);
      return [
        read(['transactions', 'list', query], async () =>
          firstPage(await listTransactions(db, { ...TransactionListFilter.parse(query), limit: 100 })),
        ),
        read(['transactions', 'summary'], () => readSummary(db, {})),
        read(['bank-accounts', 'list', {}], async () => firstPage(await listBankAccounts(db, { limit: 50 }))),
      ];
    },
  },
};

export const FIRST: Readonly<Record<string, FirstPart>> = {
  ...OWN,
  ...Object.fromEntries(NOUNS.flatMap(({ id, first }) => (first ? [[`/dashboard/${id}`, first]] : []))),
};

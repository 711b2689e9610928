/** The first page and other data for a list's document, as the API returns them. */

import { agentTable } from '../../../features/agent/agent.server.ts';
import { AgentQuery } from '../../../features/agent/agent.ts';
import { listBankAccounts } from '../../../features/bank/bank-account.server.ts';
import { PROPERTY_LIST } from '../../../features/property/listed.ts';
import { propertyTable, readTotals } from '../../../features/property/property.server.ts';
import { PropertyFilter, PropertyQuery } from '../../../features/property/property.ts';
import { readSettings } from '../../../features/reminder/reminder.server.ts';
import { findGaps } from '../../../features/rent/history/history.server.ts';
import { askedOf, FIRST_ROWS, rentSearch } from '../../../features/rent/listed.ts';
import { readArrears, readMonth } from '../../../features/rent/rent.server.ts';
import { ArrearsQuery, RentQuery } from '../../../features/rent/rent.ts';
import { SUPPLIER_LIST } from '../../../features/supplier/listed.ts';
import { supplierTable } from '../../../features/supplier/supplier.server.ts';
import { SupplierQuery } from '../../../features/supplier/supplier.ts';
import { TENANT_LIST } from '../../../features/tenant/listed.ts';
import { tenantTable } from '../../../features/tenant/tenant.server.ts';
import { TenantQuery } from '../../../features/tenant/tenant.ts';
import { listTransactions } from '../../../features/transaction/list/list.server.ts';
import { filterOf, financeSearch } from '../../../features/transaction/list/search-params.ts';
import { readSummary } from '../../../features/transaction/list/totals.server.ts';
import { TransactionListFilter } from '../../../features/transaction/transaction.ts';
import type { PageText } from '../../../server/http/pages.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import type { FirstPath } from '../../web/first-data.ts';

type Asked = { search: Record<string, string>; today: string };
type Reads = Record<string, Promise<unknown>>;

/** Results for one screen, keyed as in `READS`. Throws like the API for an invalid query. */
export async function firstReads(db: UserDb, { path, ...asked }: Asked & { path: FirstPath }) {
  const reads = Object.entries(READS[path](db, asked));
  const answers = await Promise.all(reads.map(async ([name, read]) => [name, await read]));
  return Object.fromEntries(answers) as Record<string, unknown>;
}

const READS: Record<FirstPath, (db: UserDb, asked: Asked) => Reads> = {
  '/dashboard/properties': (db, { search }) => {
    const asked = PropertyQuery.parse(PROPERTY_LIST.asked(PROPERTY_LIST.search(search)));
    return {
      list: parsed(propertyTable.list(db, { ...asked, limit: 50 })),
      totals: readTotals(db, PropertyFilter.parse(asked)),
    };
  },
  '/dashboard/tenants': (db, { search }) => {
    const asked = TenantQuery.parse(TENANT_LIST.asked(TENANT_LIST.search(search)));
    return { list: parsed(tenantTable.list(db, { ...asked, limit: 50 })) };
  },
  '/dashboard/suppliers': (db, { search }) => {
    const asked = SupplierQuery.parse(SUPPLIER_LIST.asked(SUPPLIER_LIST.search(search)));
    return { list: parsed(supplierTable.list(db, { ...asked, limit: 50 })) };
  },
  '/dashboard/rent': (db, { search, today }) => {
    const { month, arrears } = askedOf(rentSearch(search), today);
    const asked = ArrearsQuery.parse({ ...arrears, limit: FIRST_ROWS.arrears });
    return {
      month: readMonth(db, { ...RentQuery.parse({ ...month, limit: FIRST_ROWS.month }), today }),
      arrears: readArrears(db, { ...asked, on: arrears.on }),
      reminders: readSettings(db),
      gaps: findGaps(db).then((items) => ({ items })),
      agents: parsed(agentTable.list(db, { ...AgentQuery.parse({}), limit: 100 })),
    };
  },
  '/dashboard/finance': (db, { search, today }) => ({
    list: parsed(
      listTransactions(db, { ...TransactionListFilter.parse(filterOf(financeSearch(search), today)), limit: 100 }),
    ),
    summary: readSummary(db, {}),
    accounts: parsed(listBankAccounts(db, { limit: 50 })),
  }),
};

async function parsed(page: Promise<PageText<unknown>>): Promise<unknown> {
  return JSON.parse((await page).text);
}

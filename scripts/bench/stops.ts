/** Measures the longest blocking of the event loop by calculations with the largest accepted input. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { linesOf } from '../../src/features/agent/statement/agent-statement.ts';
import { decide, payerKey } from '../../src/features/bank-row/payer/payer.ts';
import { sanitise } from '../../src/features/bank-row/storable.server.ts';
import { PropertyInput } from '../../src/features/property/property.ts';
import { payersOf } from '../../src/features/reconcile/score/payer.ts';
import { proposeFor } from '../../src/features/reconcile/score/score.ts';
import { BulkChange, Transaction } from '../../src/features/transaction/transaction.ts';
import { openWorkbook } from '../../src/features/transaction-export/xlsx.server.ts';
import { mapCooperatively, runCooperatively } from '../../src/server/cooperative.server.ts';
import { hasProc } from '../../src/server/db/postgres/postmaster.server.ts';
import { csvLines } from '../../src/server/http/downloads/csv.server.ts';
import { pdfOf } from '../../src/server/pdf/pdf.server.ts';
import type { PdfDocument } from '../../src/server/pdf/pdf-document.ts';
import { newTransaction } from '../../test/fixtures/make.ts';

/** Milliseconds: total, longest step in processor time (NaN without /proc), and longest event loop delay. */
export type Stop = { name: string; milliseconds: number; step: number; delay: number };

const SURNAMES = ['Hopper', 'Byron', 'Novak', 'Chow', 'Fraser', 'Marsh', 'Byrne', 'Khan', 'Young', 'Clark', 'Patel'];
const surname = (n: number) => SURNAMES[n % SURNAMES.length] ?? '';
const list = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));
const rentOf = (n: number) => 60_000 + (n % 700) * 100;

const tenancies = list(1_000, (n) => ({
  id: `tenancy ${n}`,
  names: [`${String.fromCharCode(65 + (n % 26))} ${surname(n)}`],
  guarantor: '',
  address: `${n % 300} ${surname(n)} Road`,
  city: 'Leeds',
  start: '2025-01-01',
  rent: rentOf(n),
  deposit: 100_000,
  period: 30,
  begins: null,
  agent: null,
  owed: [{ id: `charge ${n}`, due: '2026-11-01', left: rentOf(n) }],
  paid: list(4, (month) => ({
    id: `payment ${n} ${month}`,
    date: `2026-0${month + 6}-02`,
    amount: rentOf(n),
    text: `${surname(n)} RENT`,
    reference: '',
    rowId: `row ${n} ${month}`,
    accountId: 'account',
  })),
}));
const bankRows = list(5_000, (n) => ({
  id: `row ${n}`,
  date: `2026-11-${String(1 + (n % 24)).padStart(2, '0')}`,
  amount: rentOf(n),
  text: `${surname(n)} ${n % 300} RENT`,
  reference: '',
  accountId: 'account',
}));
const lines = list(100_000, (n) => ({
  externalId: null,
  date: '2026-11-01',
  amount: -n,
  text: `CARD PAYMENT TO ${surname(n)} ${n} `.repeat(8).slice(0, 200),
  reference: '',
  category: null,
}));
const paper = (details: (n: number) => string): PdfDocument => ({
  title: 'Rent statement',
  day: '2026-11-25',
  facts: [{ name: 'Tenant', value: 'Grace Hopper' }],
  columns: list(6, (n) => ({ title: `Column ${n}`, share: 1 / 6 })),
  rows: list(2_000, (n) => ({ cells: ['25 Nov 2026', details(n), 'Rent', '£1,200.00', '', '£300.00'] })),
  foot: 'Made with Tenure',
});
const none = { propertyAddress: null, bankAccountId: null, bankAccount: null, supplierId: null, supplier: null };
const transaction = Transaction.parse({
  ...newTransaction(),
  ...none,
  id: '0d5f7a0e-1111-4000-8000-000000000000',
  version: 1,
  type: 'expense',
  source: 'hand',
  refund: false,
  reference: 'A reference',
  tenancyId: null,
  tenancy: null,
  splitId: null,
  splitAmount: null,
  file: null,
  taxLine: null,
  moreFiles: [],
  receiptWaived: false,
});

const WORK: Record<string, () => unknown> = {
  'proposals of rent: 5,000 rows, 1,000 tenancies': async () => {
    const payers = (await mapCooperatively(tenancies, (tenancy) => payersOf([tenancy]))).flat();
    await runCooperatively(proposeFor(bankRows, { tenancies, payers, dismissed: [], declined: [], landlord: 'Ada' }));
  },
  'agent’s statement: 1,000 lines, 5,000 tenancies': () => {
    const known = list(5_000, (n) => ({
      tenancyId: `${n}`,
      names: `Tenant ${n} Road`,
      propertyName: `${n} Ferry Lane`,
    }));
    const head = { line: 1, cells: ['Tenant', 'Date', 'Rent'] };
    const rows = list(1_000, (n) => ({ line: n + 2, cells: ['Tenant Road Ferry Lane', '1/8/26', '1'] }));
    return runCooperatively(linesOf([head, ...rows], known));
  },
  'import of 100,000 lines: what each becomes': async () => {
    const known = { rules: new Map(), lettingsOnly: false };
    await mapCooperatively(lines, (line) => decide(sanitise(line), known));
  },
  'payers of 50,000 rows that are changed at once': () =>
    mapCooperatively(lines.slice(0, 50_000), ({ text }) => payerKey(text)),
  'PDF of 2,000 lines': () => pdfOf(paper((n) => `by bank transfer, reference HOPPER RENT ${n}`)),
  'PDF of 2,000 lines in Arabic and Chinese': () => pdfOf(paper((n) => `الإيجار الشهري 王小明的房租 ${n}`)),
  'XLSX of 100,000 rows, a batch of 2,000 at a time': async () => {
    const workbook = openWorkbook();
    for (let batch = 0; batch < 50; batch += 1) await workbook.add(list(2_000, () => transaction));
    await workbook.end();
  },
  'CSV: a batch of 2,000 rows': () => csvLines(list(2_000, (n) => list(12, () => `A text of some length ${n}`))),
  'JSON: 25,000 values': () => BulkChange.safeParse(JSON.parse(`{"rows":[${'{},'.repeat(24_999)}{}]}`)),
  'JSON: 25,000 unknown keys': () =>
    PropertyInput.safeParse(JSON.parse(`{${list(25_000, (n) => `"k${n}":1`).join(',')}}`)),
  'JSON: a text of 1 MB': () => PropertyInput.safeParse({ address: 'a '.repeat(500_000) }),
};

export async function measureStops(): Promise<Stop[]> {
  const measured: Stop[] = [];
  for (const [name, work] of Object.entries(WORK)) {
    process.stderr.write(`stops: ${name} …\n`);
    await work(); // warm-up, so that the code is compiled
    measured.push({ name, ...(await measure(work)) });
  }
  return measured;
}

async function measure(work: () => unknown): Promise<Omit<Stop, 'name'>> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await pause(50);
  delay.reset();
  await pause(50);
  const watch = new AbortController();
  const longest = longestStep(watch.signal);
  const startedAt = performance.now();
  await work();
  const milliseconds = performance.now() - startedAt;
  await pause(10);
  watch.abort();
  delay.disable();
  return { milliseconds, step: await longest, delay: delay.max / 1e6 };
}

async function longestStep(signal: AbortSignal): Promise<number> {
  let [longest, before] = [0, processorTime()];
  while (!signal.aborted) {
    await pause(1);
    const now = processorTime();
    [longest, before] = [Math.max(longest, now - before), now];
  }
  return longest;
}

function processorTime(): number {
  if (!hasProc) return Number.NaN;
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

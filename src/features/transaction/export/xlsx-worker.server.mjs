/**
 * A thread of its own that writes an Excel file from rows it is sent, so that the server goes on meanwhile. It is started as it lies here
 * where the server runs from its sources, so it is plain JavaScript and imports packages only.
 */
import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile from 'write-excel-file/node';

/** @typedef {{ heading: string, kind: 'day' | 'text' | 'pence', width: number }} SheetColumn `width` is in characters */
/** @typedef {{ name: string, columns: SheetColumn[] }} Sheet what the thread is told at its start */
/** @typedef {(string | number)[]} SheetRow days (YYYY-MM-DD) and texts as they are, amounts in pounds */

/** Excel reckons as if 1900 had been a leap year: days before March of it would be shown one too late. */
const FIRST_SAFE_DAY = '1900-03-01';

const { name, columns } = /** @type {Sheet} */ (workerData);

/** @type {import('write-excel-file/node').SheetData} */
const rows = [columns.map(({ heading }) => ({ value: heading, fontWeight: 'bold' }))];

parentPort?.on('message', (/** @type {SheetRow[] | 'end'} */ message) => {
  if (message === 'end') void finish();
  else for (const row of message) rows.push(row.map(cellOf));
});

/**
 * A day becomes a date, an amount a number with two decimals, and a text stays one, whatever it begins with.
 * @param {string | number} value
 * @param {number} at
 * @returns {import('write-excel-file/node').Cell}
 */
function cellOf(value, at) {
  if (typeof value === 'number') return { value, type: Number, format: '#,##0.00' };
  if (columns[at]?.kind !== 'day' || value < FIRST_SAFE_DAY) return value;
  return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'dd mmm yyyy' };
}

async function finish() {
  const sheet = { sheet: name, stickyRowsCount: 1, columns: columns.map(({ width }) => ({ width })) };
  parentPort?.postMessage(await writeExcelFile(rows, sheet).toBuffer(), []);
  parentPort?.close();
}

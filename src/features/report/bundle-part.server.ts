/** Reports in the accountant's zip: only reports about money, because the others name tenants. */
import type { BundlePart } from '../tax-bundle/collect.server.ts';
import { REPORT_NAMES, REPORTS } from './catalogue.ts';
import { reportCsv } from './files/csv.server.ts';
import { readReport } from './report.server.ts';

export const reportsPart: BundlePart = async (db, { year, from, to, owner, today }, collect) => {
  for (const name of REPORT_NAMES.filter((one) => REPORTS[one].group === 'Money')) {
    const report = await readReport(db, { name, query: { year, from, to, ...(owner && { owner }) }, today });
    await collect.text(`reports/${name}.csv`, [reportCsv(report)]);
  }
};

import type { NounParts } from '../../server/noun-parts.server.ts';
import type { BundlePart } from '../tax-bundle/collect.server.ts';
import { REPORT_NAMES, REPORTS } from './catalogue.ts';
import { readReport } from './report.server.ts';
import { reportCsv } from './report-file.server.ts';

export const reportParts = {
  id: 'reports',
  paths: ['/dashboard/reports', '/dashboard/reports/$name'],
  activity: { 'saved report': { icon: 'paper', table: 'saved_reports', href: () => '/dashboard/reports' } },
  tables: {
    saved_reports: 'Reports that you have saved, with their days and filters.',
    property_values: 'The values of properties, from which their yield is calculated.',
  },
} as const satisfies NounParts;

/** Reports in the accountant’s zip: only reports about money, because the others name tenants. */
export const reportsPart: BundlePart = async (db, { year, from, to, owner, today }, collect) => {
  for (const name of REPORT_NAMES.filter((one) => REPORTS[one].group === 'Money')) {
    const report = await readReport(db, { name, query: { year, from, to, ...(owner && { owner }) }, today });
    await collect.text(`reports/${name}.csv`, [reportCsv(report)]);
  }
};

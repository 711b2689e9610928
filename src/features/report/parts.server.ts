import type { NounParts } from '../../server/noun-parts.server.ts';

export const reportParts = {
  id: 'reports',
  paths: ['/dashboard/reports', '/dashboard/reports/$name'],
  activity: { 'saved report': { icon: 'paper', table: 'saved_reports', href: () => '/dashboard/reports' } },
  tables: {
    saved_reports: 'Reports that you have saved, with their days and filters.',
    property_values: 'The values of properties, from which their yield is calculated.',
  },
} as const satisfies NounParts;

/** Registration of reports on the server. */
import type { NounParts } from '../../server/noun-parts.server.ts';

export const reportParts = {
  id: 'reports',
  paths: ['/dashboard/reports', '/dashboard/reports/$name'],
} as const satisfies NounParts;

/** The tabs of the dashboard, in the order of the bar. */
import type { AppPath } from './paths.ts';

export const TABS = [
  { to: '/dashboard', name: 'Dashboard' },
  { to: '/dashboard/properties', name: 'Properties' },
  { to: '/dashboard/tenants', name: 'Tenants' },
  { to: '/dashboard/suppliers', name: 'Suppliers' },
  { to: '/dashboard/finance', name: 'Finance' },
  { to: '/dashboard/settings', name: 'Settings' },
] as const satisfies { to: AppPath; name: string }[];

/** The file of each screen below /dashboard, as the router imports it: the document names what it needs before it is asked for. */
import type { AppPath } from './addresses.ts';

export const SCREEN_FILES = {
  '/dashboard': 'src/app/web/pages/OverviewPage.tsx',
  '/dashboard/activity': 'src/app/overview/activity/ActivityPage.tsx',
  '/dashboard/properties': 'src/features/property/PropertyList.tsx',
  '/dashboard/properties/add': 'src/features/property/form/PropertyForm.tsx',
  '/dashboard/properties/edit/$id': 'src/features/property/form/PropertyForm.tsx',
  '/dashboard/properties/$id': 'src/app/web/pages/PropertyPage.tsx',
  '/dashboard/certificates': 'src/features/property/certificates/CertificatesPage.tsx',
  '/dashboard/notifications': 'src/app/notification/Notifications.tsx',
  '/dashboard/tenants': 'src/features/tenant/TenantList.tsx',
  '/dashboard/tenants/add': 'src/features/tenant/form/TenantForm.tsx',
  '/dashboard/tenants/edit/$id': 'src/features/tenant/form/TenantForm.tsx',
  '/dashboard/tenants/$id': 'src/app/web/pages/TenantPage.tsx',
  '/dashboard/rent': 'src/app/web/pages/RentPage.tsx',
  '/dashboard/rent/bank': 'src/app/web/pages/BankRowsPage.tsx',
  '/dashboard/tenancies/$id': 'src/app/web/pages/TenancyPage.tsx',
  '/dashboard/suppliers': 'src/features/supplier/SupplierList.tsx',
  '/dashboard/suppliers/add': 'src/features/supplier/SupplierForm.tsx',
  '/dashboard/suppliers/edit/$id': 'src/features/supplier/SupplierForm.tsx',
  '/dashboard/suppliers/$id': 'src/features/supplier/SupplierDetail.tsx',
  '/dashboard/finance': 'src/app/web/pages/FinancePage.tsx',
  '/dashboard/finance/import': 'src/app/web/pages/StatementPage.tsx',
  '/dashboard/plans': 'src/features/billing/Plans.tsx',
  '/dashboard/profile': 'src/features/account/profile/Profile.tsx',
  '/dashboard/settings': 'src/app/web/pages/SettingsPage.tsx',
} as const satisfies { [Path in Extract<AppPath, `/dashboard${string}`>]: string };

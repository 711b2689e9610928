import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { NounParts } from '../../web/records/noun-parts.client.ts';
import { type CheckedLater, inside, onlyText, unchecked } from '../../web/records/routes.client.ts';
import type { LOAN_LIST } from './listed.ts';

export const loanParts: NounParts = {
  id: 'loans',
  label: 'Loans',
  area: 'tax',
  shortcuts: { add: [{ keys: 'al', name: 'Add a loan', href: '/dashboard/tax/loans/add' }] },
};

export const loanScreens = [
  createRoute({
    ...inside('tax/loans', 'Loans'),
    validateSearch: unchecked as CheckedLater<ReturnType<typeof LOAN_LIST.search>>,
    component: lazy(() => import('./LoanList.tsx'), 'LoanList'),
  }),
  createRoute({
    ...inside('tax/loans/add', 'Add New Loan'),
    validateSearch: onlyText('propertyId'),
    component: lazy(() => import('./LoanForm.tsx'), 'LoanAdd'),
  }),
  createRoute({
    ...inside('tax/loans/edit/$id', 'Edit Loan'),
    component: lazy(() => import('./LoanForm.tsx'), 'LoanEdit'),
  }),
  createRoute({
    ...inside('tax/loans/$id', 'Loan Details'),
    component: lazy(() => import('./LoanDetail.tsx'), 'LoanDetail'),
  }),
] as const;

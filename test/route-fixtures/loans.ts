import type { LoanRecord } from '../../src/features/loan/loan.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { addedLoan, addedPayments, linked } from '../fixtures/loans.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const STATEMENT = { from: '2025-04-06', to: '2026-04-05', interest: 560_00 };

/** Adds a loan with a linked payment, and a payment that is not linked. */
async function loanWithPayments(owner: Landlord) {
  const loan = await addedLoan(owner);
  const [payment, other] = await addedPayments(owner, { count: 2 });
  await linked(owner, loan, [payment ?? loan]);
  return { id: loan.id, payment: payment?.id ?? '', other: other?.id ?? '' };
}

async function loanWithStatement(owner: Landlord) {
  const made = await loanWithPayments(owner);
  await owner.post(`/api/loans/${made.id}/statements`, STATEMENT);
  const { statements } = JSON.parse((await owner.get(`/api/loans/${made.id}`)).text) as LoanRecord;
  return { ...made, statement: statements[0]?.id ?? '' };
}

const read = { make: loanWithPayments, otherLandlord: 404, guarded: false } as const;
const changed = { otherLandlord: 404, guarded: true, answer: () => ({ status: 200, body: { changed: 1 } }) } as const;

export const LOANS: AuthorizationCases = {
  'GET /api/loans/{id}/payments': ownedRoute({
    ...read,
    request: ({ id }) => ({ path: `/api/loans/${id}/payments` }),
    answer: ({ payment }) => ({ status: 200, body: { items: [{ id: payment, interest: 562_50 }] } }),
  }),
  'GET /api/loans/{id}/candidates': ownedRoute({
    ...read,
    request: ({ id }) => ({ path: `/api/loans/${id}/candidates` }),
    answer: ({ other }) => ({ status: 200, body: { items: [{ id: other, likely: true }] } }),
  }),
  'POST /api/loans/{id}/payments': ownedRoute({
    ...changed,
    make: loanWithPayments,
    request: ({ id, other }) => ({ path: `/api/loans/${id}/payments`, body: { ids: [other] } }),
  }),
  'POST /api/loans/{id}/payments/update': ownedRoute({
    ...changed,
    make: loanWithPayments,
    request: ({ id }) => ({ path: `/api/loans/${id}/payments/update` }),
    answer: () => ({ status: 200, body: { changed: 0 } }),
  }),
  'DELETE /api/loans/{id}/payments/{paymentId}': ownedRoute({
    ...changed,
    make: loanWithPayments,
    request: ({ id, payment }) => ({ path: `/api/loans/${id}/payments/${payment}` }),
  }),
  'POST /api/loans/{id}/statements': ownedRoute({
    ...changed,
    make: loanWithPayments,
    request: ({ id }) => ({ path: `/api/loans/${id}/statements`, body: STATEMENT }),
  }),
  'DELETE /api/loans/{id}/statements/{statementId}': ownedRoute({
    ...changed,
    make: loanWithStatement,
    request: ({ id, statement }) => ({ path: `/api/loans/${id}/statements/${statement}` }),
  }),
};

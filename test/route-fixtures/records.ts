import { BankAccount } from '../../src/features/bank/bank-account.ts';
import { addedBankAccount, newBankAccount } from '../fixtures/bank-accounts.ts';
import { addedProperty, addedSupplier, addedTenant, addedTransaction, type Landlord } from '../fixtures/landlords.ts';
import { newCertificate, newCompliance, newInvoice } from '../fixtures/make.ts';
import { PDF, uploaded, uploadPath } from '../fixtures/uploads.ts';
import { type AuthorizationCases, ifMatch, ownedRoute, recordCases } from './authorization-cases.ts';
import { STATEMENT_FILES } from './statements.ts';
import { TRANSACTIONS } from './transactions.ts';

const parts = { certificates: [newCertificate()], compliance: newCompliance(), invoices: [newInvoice()] };

const PROPERTIES: AuthorizationCases = {
  'GET /api/properties/choices': ownedRoute({
    make: async (owner) => {
      const { id, address, city } = await addedProperty(owner);
      return [{ id, address, city }];
    },
    request: () => ({ path: '/api/properties/choices' }),
    answer: (items) => ({ status: 200, body: { items } }),
    otherLandlord: 'own',
    // Available after the trial, because expenses need properties.
    guarded: false,
  }),
  'GET /api/properties/totals': ownedRoute({
    make: (owner) => addedProperty(owner, { rent: 145_000 }),
    request: () => ({ path: '/api/properties/totals' }),
    answer: () => ({ status: 200, body: { occupied: 0, vacant: 1, maintenance: 0, rent: 145_000 } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'GET /api/overview': ownedRoute({
    make: (owner) => addedProperty(owner, { rent: 145_000 }),
    request: () => ({ path: '/api/overview' }),
    answer: ({ id }) => ({
      status: 200,
      body: { properties: { vacant: { count: 1, rent: 145_000 } }, notLet: [{ id }], activities: [{ recordId: id }] },
    }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'GET /api/activity': ownedRoute({
    make: (owner) => addedProperty(owner),
    request: () => ({ path: '/api/activity' }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ recordId: id }], nextCursor: null } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'DELETE /api/overview/steps': ownedRoute({
    make: async () => undefined,
    request: () => ({ path: '/api/overview/steps' }),
    answer: () => ({ status: 204 }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'GET /api/certificates': ownedRoute({
    make: (owner) => addedProperty(owner),
    request: () => ({ path: '/api/certificates?item=gasSafety' }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id, name: 'Gas safety' }], nextCursor: null, total: 1 } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'GET /api/certificates/summary': ownedRoute({
    make: (owner) => addedProperty(owner),
    request: () => ({ path: '/api/certificates/summary' }),
    answer: () => ({ status: 200, body: { not_recorded: 9, in_order: 0, oldest: null } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  // Contents are tested in src/features/certificate/certificate.api.test.ts.
  'GET /api/certificates/export': ownedRoute({
    make: (owner) => addedProperty(owner),
    request: () => ({ path: '/api/certificates/export' }),
    answer: () => ({ status: 200 }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'GET /api/properties/{id}/history': ownedRoute({
    make: async (owner) => {
      const property = await addedProperty(owner, parts);
      // The property's history does not include its transactions.
      await addedTransaction(owner, { propertyId: property.id });
      return property;
    },
    request: ({ id }) => ({ path: `/api/properties/${id}/history` }),
    answer: ({ address }) => {
      const added = ['invoice', 'compliance', 'certificate'].map((noun) => ({ noun, action: 'added' }));
      const items = [...added, { noun: 'property', action: 'added', label: address }];
      return { status: 200, body: { items, nextCursor: null } };
    },
    otherLandlord: 404,
    guarded: true,
  }),
};

const TENANTS: AuthorizationCases = {
  'GET /api/properties/{id}/contacts': ownedRoute({
    make: (owner) => addedTenant(owner),
    request: ({ propertyId }) => ({ path: `/api/properties/${propertyId}/contacts` }),
    answer: ({ name, phone }) => ({ status: 200, body: { items: [{ name, phone }] } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'PATCH /api/tenants/{id}': ownedRoute({
    make: (owner) => addedTenant(owner),
    request: (tenant) => ({
      path: `/api/tenants/${tenant.id}`,
      headers: ifMatch(tenant),
      body: { movedOut: '2026-06-30' },
    }),
    answer: (tenant) => ({ status: 200, body: { ...tenant, movedOut: '2026-06-30', version: 2 } }),
    otherLandlord: 404,
    guarded: true,
  }),
};

const onSupplier = {
  make: async (owner: Landlord) => {
    const [house, other] = [await addedProperty(owner), await addedProperty(owner)];
    return { supplier: await addedSupplier(owner, { addedProperties: [house.id] }), house, other };
  },
  otherLandlord: 404,
  guarded: true,
} as const;

const SUPPLIERS: AuthorizationCases = {
  'GET /api/suppliers/choices': ownedRoute({
    make: async (owner) => {
      const { id, name, serviceType } = await addedSupplier(owner);
      return [{ id, name, serviceType }];
    },
    request: () => ({ path: '/api/suppliers/choices' }),
    answer: (items) => ({ status: 200, body: { items } }),
    otherLandlord: 'own',
    // Available after the trial, because expenses need suppliers.
    guarded: false,
  }),
  'PUT /api/suppliers/{id}/properties/{propertyId}': ownedRoute({
    ...onSupplier,
    request: ({ supplier, other }) => ({ path: `/api/suppliers/${supplier.id}/properties/${other.id}` }),
    answer: () => ({ status: 204 }),
  }),
  'DELETE /api/suppliers/{id}/properties/{propertyId}': ownedRoute({
    ...onSupplier,
    request: ({ supplier, house }) => ({ path: `/api/suppliers/${supplier.id}/properties/${house.id}` }),
    answer: () => ({ status: 204 }),
  }),
};

/** These routes stay available after the trial. */
const BANK_ACCOUNTS: AuthorizationCases = {
  ...recordCases({
    path: '/api/bank-accounts',
    guarded: false,
    item: BankAccount,
    make: (owner) => addedBankAccount(owner),
    added: async () => {
      const sent = newBankAccount();
      return { sent, expected: { institution: sent.institution, accountNumber: '****5926', sortCode: '27-18-**' } };
    },
  }),
  'PATCH /api/bank-accounts/{id}': ownedRoute({
    make: (owner) => addedBankAccount(owner),
    request: (account) => ({
      path: `/api/bank-accounts/${account.id}`,
      headers: ifMatch(account),
      body: { name: 'Rents' },
    }),
    answer: (account) => ({ status: 200, body: { ...account, name: 'Rents', version: 2 } }),
    otherLandlord: 404,
    guarded: false,
  }),
};

const FILES: AuthorizationCases = {
  'POST /api/files/{bucket}': ownedRoute({
    make: async () => uploadPath('property-certificates', 'Gas.pdf'),
    request: (path) => ({ path, headers: { 'content-type': 'application/octet-stream' }, body: PDF }),
    answer: () => ({ status: 201, body: { name: 'Gas.pdf', contentType: 'application/pdf', bytes: PDF.length } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'GET /api/files/{bucket}/{owner}/{name}': ownedRoute({
    make: (owner) => uploaded(owner),
    request: ({ url }) => ({ path: url }),
    answer: () => ({ status: 200, bytes: PDF }),
    otherLandlord: 404,
    guarded: true,
  }),
};

const SEARCH: AuthorizationCases = {
  'GET /api/search': ownedRoute({
    make: (owner) => addedProperty(owner),
    request: ({ address }) => ({ path: `/api/search?q=${encodeURIComponent(address)}` }),
    answer: ({ id, address }) => ({ status: 200, body: { properties: [{ id, address }], tenants: [], suppliers: [] } }),
    otherLandlord: 'own',
    guarded: true,
  }),
};

export const RECORDS: AuthorizationCases = {
  ...SEARCH,
  ...STATEMENT_FILES,
  ...PROPERTIES,
  ...TENANTS,
  ...SUPPLIERS,
  ...BANK_ACCOUNTS,
  ...TRANSACTIONS,
  ...FILES,
};

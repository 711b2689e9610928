/** Calls each route in each role. `ALLOWED_ROUTES` is independent of the product. */
import { describe, expect, it } from 'vitest';
import { createApi, describeApi } from '../src/app/server/app.server.ts';
import { landlordRoutes } from '../src/server/http/visitors.server.ts';
import { ROLES, type Role } from '../src/shared/rights.ts';
import { landlord } from './fixtures/landlords.ts';
import { member } from './fixtures/members.ts';
import { expectUnchanged } from './reading/snapshot.ts';
import { ALL_CASES } from './route-fixtures/all-cases.ts';
import type { OwnedCase } from './route-fixtures/authorization-cases.ts';
import { server } from './servers/server.ts';

const ALL: readonly Role[] = ROLES;
const OWNER: readonly Role[] = ['owner'];
const MANAGER: readonly Role[] = ['owner', 'manager'];
const OFFICE: readonly Role[] = ['owner', 'manager', 'bookkeeper'];
const CONTACTS: readonly Role[] = ['owner', 'manager', 'bookkeeper', 'maintenance'];
const MONEY: readonly Role[] = ['owner', 'manager', 'bookkeeper', 'guest'];

/** The roles that each route serves. All others get 403. */
const ALLOWED_ROUTES: [readonly Role[], string][] = [
  [
    OWNER,
    `DELETE /api/overview/steps, DELETE /api/sample, POST /api/sample, GET /api/billing, GET /api/my-data,
     POST /api/my-data/restores, GET /api/my-data/restores, POST /api/my-data/restores/{id}/run, DELETE /api/my-data/restores/{id},
     GET /api/keys, POST /api/keys, POST /api/keys/{id}/revoke,
     GET /api/webhooks, POST /api/webhooks, PUT /api/webhooks/{id}, DELETE /api/webhooks/{id}, POST /api/webhooks/{id}/rotate,
     POST /api/webhooks/{id}/test, GET /api/webhooks/deliveries, POST /api/webhooks/deliveries/send-failed, POST /api/webhooks/deliveries/{id}/send,
     PUT /api/team/name, POST /api/team/invitations, PATCH /api/team/{id}, DELETE /api/team/{id}, POST /api/team/{id}/pause,
     POST /api/team/{id}/resume, POST /api/account/remove, POST /api/billing-portal, POST /api/create-checkout-session, POST /api/subscription/refresh`,
  ],
  [
    MANAGER,
    `POST /api/deadlines/own, PUT /api/deadlines/own/{id}, DELETE /api/deadlines/own/{id}, PUT /api/deadlines/{id}/mark, POST /api/deadlines/marks,
     DELETE /api/deadlines/{id}/mark, PUT /api/deadlines/settings/{kind},
     POST /api/properties, PUT /api/properties/{id}, DELETE /api/properties/{id},
     POST /api/licences, PUT /api/licences/{id}, DELETE /api/licences/{id},
     POST /api/tenants, PUT /api/tenants/{id}, PATCH /api/tenants/{id}, DELETE /api/tenants/{id}, POST /api/tenancies,
     PUT /api/tenancies/{id}, DELETE /api/tenancies/{id}, POST /api/tenancies/{id}/rents, DELETE /api/tenancies/{id}/rents/{rentId},
     POST /api/tenancies/separate, POST /api/tenancies/{id}/join, POST /api/tenancies/{id}/end,
     POST /api/requests, PUT /api/requests/{id}, DELETE /api/requests/{id}, POST /api/occupiers, PUT /api/occupiers/{id},
     DELETE /api/occupiers/{id}, POST /api/right-to-rent, DELETE /api/right-to-rent/{id},
     POST /api/documents, PUT /api/documents/{id}, DELETE /api/documents/{id}, POST /api/documents/{id}/versions,
     DELETE /api/documents/{id}/versions/{versionId}, POST /api/documents/{id}/links, DELETE /api/documents/{id}/links/{linkId},
     POST /api/documents/guesses, PUT /api/documents/retention,
     POST /api/repairs/{id}/recharges, POST /api/repairs/{id}/invoices/{billId}/accept,
     POST /api/served, POST /api/served/{id}/strike, PUT /api/served/bundle, POST /api/links, POST /api/links/{id}/copy, POST /api/links/{id}/send,
     POST /api/links/{id}/revoke,
     POST /api/tenants/{id}/repair-link, POST /api/tenants/{id}/repair-link/revoke, POST /api/properties/{id}/repair-poster,
     GET /api/properties/{id}/repair-poster.pdf, POST /api/properties/{id}/repair-poster/revoke,
     POST /api/repairs/{id}/links/{supplierId}, POST /api/inspections/{id}/notice, POST /api/inspections/{id}/links/{tenantId},
     POST /api/inspections/{id}/links/{tenantId}/revoke,
     GET /api/imports, POST /api/imports, GET /api/imports/template.xlsx, GET /api/imports/templates/{kind}, GET /api/imports/{id},
     PATCH /api/imports/{id}, DELETE /api/imports/{id}, POST /api/imports/{id}/files, POST /api/imports/{id}/check, GET /api/imports/{id}/rows,
     PATCH /api/imports/{id}/rows/{sheet}/{number}, GET /api/imports/{id}/wrong.csv, POST /api/imports/{id}/run,
     GET /api/imports/{id}/undo, POST /api/imports/{id}/undo`,
  ],
  [
    OFFICE,
    `GET /api/requests, GET /api/requests/{id}, GET /api/occupiers, GET /api/occupiers/{id}, GET /api/right-to-rent,
     POST /api/right-to-rent/views, GET /api/served, GET /api/served/papers, GET /api/served/missing, GET /api/served/bundle, GET /api/links,
     GET /api/inspections/{id}/links,
     GET /api/tenants, GET /api/tenants/{id}, GET /api/tenancies, GET /api/tenancies/{id}, GET /api/tenancies/{id}/increase,
     GET /api/rent, GET /api/rent/arrears, GET /api/rent/export, GET /api/rent/arrears/export, GET /api/rent/ledger-gaps,
     POST /api/rent/ledger-gaps, GET /api/rent/payers, POST /api/rent/payments, POST /api/rent/payments/{id}/return,
     GET /api/rent/payments/{id}/allocation, PUT /api/rent/payments/{id}/allocation, GET /api/rent/payments/{id}/receipt,
     GET /api/rent/base-rates, PUT /api/rent/base-rates/{from}, DELETE /api/rent/base-rates/{from},
     GET /api/rent/reminders, PUT /api/rent/reminders, POST /api/rent/reminders/preview, PUT /api/tenancies/{id}/reminders,
     GET /api/tenancies/{id}/emails, GET /api/tenancies/{id}/ledger, POST /api/tenancies/{id}/entries,
     PATCH /api/tenancies/{id}/entries/{entryId}, DELETE /api/tenancies/{id}/entries/{entryId}, PUT /api/tenancies/{id}/ledger-start,
     GET /api/tenancies/{id}/past-rows, POST /api/tenancies/{id}/past-rent, POST /api/tenancies/{id}/kept-deposit,
     GET /api/tenancies/{id}/statement, PUT /api/tenancies/{id}/collection,
     GET /api/agents, POST /api/agents, GET /api/agents/{id}, PUT /api/agents/{id}, DELETE /api/agents/{id},
     GET /api/agents/{id}/statement, POST /api/agents/{id}/statement/read, POST /api/agents/{id}/statement,
     POST /api/bank-accounts, PATCH /api/bank-accounts/{id}, DELETE /api/bank-accounts/{id}, PUT /api/bank-accounts/{id}/only-lets,
     POST /api/transactions, PATCH /api/transactions/{id}, DELETE /api/transactions/{id}, POST /api/transactions/bulk,
     POST /api/transactions/from-invoice, POST /api/transactions/split, POST /api/transactions/undo,
     POST /api/receipts, PATCH /api/receipts/{id}, DELETE /api/receipts/{id},
     GET /api/banks, GET /api/bank-connections, POST /api/functions/gocardless, POST /api/bank-connections/{id}/confirm,
     POST /api/bank-connections/{id}/renew, DELETE /api/bank-connections/{id}, POST /api/bank-accounts/sync,
     POST /api/bank-accounts/{id}/sync, GET /api/bank-accounts/{id}/pending, GET /api/statements, POST /api/statements,
     GET /api/statements/{id}, PATCH /api/statements/{id}, DELETE /api/statements/{id}, POST /api/statements/{id}/import,
     GET /api/statements/{id}/undo, POST /api/statements/{id}/undo, GET /api/payer-rules, DELETE /api/payer-rules/{id},
     GET /api/bank-rows, GET /api/bank-rows/list, POST /api/bank-rows/decide, POST /api/bank-rows/undo,
     POST /api/tax/agent-days,
     POST /api/suppliers, PUT /api/suppliers/{id}, DELETE /api/suppliers/{id}, PUT /api/suppliers/{id}/properties/{propertyId},
     DELETE /api/suppliers/{id}/properties/{propertyId}`,
  ],
  [CONTACTS, 'GET /api/properties/{id}/contacts'],
  [
    CONTACTS,
    `GET /api/repairs, GET /api/repairs/{id}, GET /api/repairs/board, GET /api/repairs/summary, GET /api/repairs/targets,
     GET /api/repair-plans, GET /api/repair-plans/{id},
     GET /api/inspections, GET /api/inspections/{id}, GET /api/inspection-templates, GET /api/inspection-templates/{id},
     GET /api/inspections/{id}/report.pdf`,
  ],
  [
    ['owner', 'manager', 'maintenance'],
    `POST /api/repairs, PUT /api/repairs/{id}, DELETE /api/repairs/{id}, PUT /api/repairs/targets,
     POST /api/repairs/{id}/moves, POST /api/repairs/{id}/messages, POST /api/repairs/{id}/proposals, POST /api/repairs/{id}/quotes,
     POST /api/repairs/{id}/supplier, POST /api/repairs/{id}/files, POST /api/repairs/{id}/reporter, POST /api/repairs/{id}/invoices,
     POST /api/repairs/{id}/invoices/{billId}/refuse,
     POST /api/repair-plans, PUT /api/repair-plans/{id}, DELETE /api/repair-plans/{id},
     POST /api/inspections, PUT /api/inspections/{id}, DELETE /api/inspections/{id}, POST /api/inspections/{id}/rooms,
     POST /api/inspections/{id}/rooms/order, PUT /api/inspections/{id}/rooms/{roomId}, DELETE /api/inspections/{id}/rooms/{roomId},
     POST /api/inspections/{id}/rooms/{roomId}/photos, DELETE /api/inspections/{id}/rooms/{roomId}/photos/{photoId},
     POST /api/inspections/{id}/rooms/{roomId}/items/{itemId}/repair, POST /api/inspections/{id}/share, POST /api/inspections/{id}/take-back,
     POST /api/inspection-templates, PUT /api/inspection-templates/{id}, DELETE /api/inspection-templates/{id}`,
  ],
  [MONEY, 'GET /api/receipts, GET /api/receipts/{id}, GET /api/receipts/missing, GET /api/receipts/missing/totals'],
  [
    MONEY,
    `GET /api/transactions, GET /api/transactions/{id}, GET /api/transactions/{id}/split, GET /api/transactions/bills,
     GET /api/transactions/export, GET /api/transactions/property, GET /api/transactions/summary, GET /api/transactions/sums,
     GET /api/transactions/totals, GET /api/bank-accounts, GET /api/bank-accounts/{id},
     GET /api/tax/categories, GET /api/tax/lettings, GET /api/tax/{year},
     GET /api/tax/agent-days, GET /api/tax/capital, GET /api/tax/capital/export, GET /api/tax/{year}/year-end,
     GET /api/tax/{year}/bundle,
     GET /api/tax/{year}/estimate, GET /api/tax/{year}/export, GET /api/tax/{year}/rows, GET /api/owners, GET /api/owners/{id},
     GET /api/owners/shares`,
  ],
  [
    MONEY,
    'GET /api/reports/{name}, GET /api/reports/rows, GET /api/reports/{name}/file, GET /api/saved-reports, GET /api/saved-reports/{id}',
  ],
  [
    ['owner', 'bookkeeper'],
    `POST /api/saved-reports, PUT /api/saved-reports/{id}, DELETE /api/saved-reports/{id},
     PUT /api/property-values/{id}`,
  ],
  [
    ['owner', 'bookkeeper'],
    `PUT /api/tax/categories/{category}, PUT /api/tax/lettings/{id}, PUT /api/tax/{year}/estimate,
     PUT /api/tax/domestic-items/{id}, PUT /api/tax/capital/{id},
     POST /api/owners, PUT /api/owners/{id}, DELETE /api/owners/{id},
     PUT /api/owners/shares/{property}/{from}, DELETE /api/owners/shares/{property}/{from}`,
  ],
  [
    MONEY,
    `GET /api/journeys, GET /api/journeys/{id}, GET /api/journeys/mileage,
     GET /api/loans, GET /api/loans/{id}, GET /api/loans/{id}/payments, GET /api/loans/{id}/candidates`,
  ],
  [
    ['owner', 'bookkeeper'],
    `POST /api/journeys, PUT /api/journeys/{id}, DELETE /api/journeys/{id}, PUT /api/journeys/rate,
     POST /api/loans, PUT /api/loans/{id}, DELETE /api/loans/{id}, POST /api/loans/{id}/payments,
     POST /api/loans/{id}/payments/update, DELETE /api/loans/{id}/payments/{paymentId}, POST /api/loans/{id}/statements,
     DELETE /api/loans/{id}/statements/{statementId}`,
  ],
  [
    MONEY,
    `GET /api/tax-updates/{year}, GET /api/tax-updates/{year}/{update}, GET /api/tax-updates/{year}/{update}/rows,
     GET /api/tax-updates/{year}/{update}/export`,
  ],
  [
    ['owner', 'bookkeeper'],
    `PUT /api/tax-updates/{year}, DELETE /api/tax-updates/{year}, POST /api/tax-updates/{year}/{update},
     POST /api/tax-updates/{year}/{update}/check, POST /api/tax-connections, DELETE /api/tax-connections,
     POST /api/tax-connections/business, GET /api/tax-connections/callback`,
  ],
  [
    ALL,
    `GET /api/properties, GET /api/properties/{id}, GET /api/properties/choices, GET /api/properties/totals,
     GET /api/properties/{id}/history, GET /api/certificates, GET /api/certificates/summary, GET /api/certificates/export,
     GET /api/licences, GET /api/licences/{id},
     GET /api/deadlines, GET /api/deadlines/counts, GET /api/deadlines/settings, GET /api/deadlines/own, GET /api/deadlines/own/{id},
     GET /api/suppliers, GET /api/suppliers/{id}, GET /api/suppliers/choices,
     GET /api/documents, GET /api/documents/{id}, GET /api/documents/{id}/file, GET /api/documents/tidy,
     GET /api/team, POST /api/team/leave, GET /api/overview, GET /api/activity, GET /api/search, GET /api/notifications, POST /api/notifications/read,
     POST /api/notifications/snooze, GET /api/events, POST /api/files/{bucket}, GET /api/files/{bucket}/{owner}/{name},
     GET /api/calendar-feed, POST /api/calendar-feed, PATCH /api/calendar-feed, DELETE /api/calendar-feed,
     GET /api/sessions, DELETE /api/sessions/{id}, POST /api/sessions/sign-out-others, PATCH /api/settings, PUT /api/profile,
     POST /api/profile/password, GET /api/passkeys, POST /api/passkeys, POST /api/passkeys/begin, POST /api/passkeys/prove,
     POST /api/passkeys/prove/begin, POST /api/passkeys/{id}/remove, POST /api/second-factor/begin, POST /api/second-factor/confirm,
     POST /api/second-factor/end, POST /api/second-factor/prove, POST /api/second-factor/recovery-codes`,
  ],
];
const bulk = (names: string) =>
  names
    .split(', ')
    .map((name) => `POST /api/bulk/${name}`)
    .join();

ALLOWED_ROUTES.push(
  [MANAGER, bulk('deadlines/own, documents, licences, occupiers, properties, requests, tenancies, tenants')],
  [OFFICE, bulk('agents, bank-accounts, suppliers, transactions')],
  [['owner', 'manager', 'maintenance'], bulk('inspection-templates, inspections, repair-plans, repairs')],
  [['owner', 'bookkeeper'], bulk('journeys, loans, owners, saved-reports')],
);

const served = new Map(
  ALLOWED_ROUTES.flatMap(([roles, routes]) => routes.split(',').map((route) => [route.trim(), roles] as const)),
);

/** Routes for records of a person or member, which the owner's fixture cannot make. */
const PERSONAL_ROUTES =
  /team|files|calendar-feed|sessions|passkeys|second-factor|\/api\/(?:profile|settings|notifications)/;

/** Routes for a session that may have no account. */
const SESSION_ROUTES = [
  'POST /api/join',
  'GET /api/accounts',
  'POST /api/accounts',
  'POST /api/accounts/switch',
  'POST /api/accounts/accept',
  'POST /api/login/remove',
  'POST /api/auth/send-verification-email',
];

/** Routes of agents, whose address book all members share. */
const SHARED_ROUTES = /^[A-Z]+ \/api\/agents(?:\/|$)/;

const description = describeApi(createApi(server.services), server.services);
const needed = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { 'x-need'?: string }>).map(([method, route]) => ({
    route: `${method.toUpperCase()} ${path}`,
    need: route['x-need'],
  })),
);

describe('every route of an account', () => {
  it('declares the right that it needs, and has its roles decided here', () => {
    const ofAccounts = new Set(
      [...landlordRoutes(description).keys()].map((route) => route.replace(/:(\w+)/g, '{$1}')),
    );
    const declared = needed.filter(({ need }) => need).map(({ route }) => route);
    expect([...ofAccounts].filter((route) => !declared.includes(route) && !SESSION_ROUTES.includes(route))).toEqual([]);
    expect([...ofAccounts].filter((route) => !served.has(route) && !SESSION_ROUTES.includes(route))).toEqual([]);
    expect([...served.keys()].filter((route) => !declared.includes(route))).toEqual([]);
  });
});

type Case = { route: string; method: string; reach: OwnedCase; roles: readonly Role[] };

const cases = Object.entries(ALL_CASES).flatMap(([route, reach]): Case[] => {
  const roles = served.get(route);
  return !roles || 'why' in reach ? [] : [{ route, method: route.split(' ', 1)[0] ?? '', reach, roles }];
});

it.each(cases)(
  '$route serves its roles and rejects others without changes',
  async ({ route, method, reach, roles }) => {
    const owner = await landlord();
    const made = await reach.make(owner);
    const { path, ...ask } = reach.request(made);
    const others = await Promise.all(
      ROLES.filter((one) => !roles.includes(one)).map(async (role) => ({ role, ...(await member(owner, { role })) })),
    );
    await expectUnchanged(server.database, [owner], async () => {
      for (const { role, send } of others)
        expect([role, (await send(method, path, ask)).outcome]).toEqual([role, '403 not_allowed']);
    });
    expect(roles).not.toEqual([]);
    if (PERSONAL_ROUTES.test(route)) return;
    // The role varies by route, because a change can be made only once.
    const members = roles.filter((role) => role !== 'owner');
    const role = members[route.length % members.length];
    if (!role) return;
    const answer = await (await member(owner, { role })).send(method, path, ask);
    expect([role, answer.status, answer.text]).toEqual([role, reach.answer(made).status, answer.text]);
  },
);

const limited = cases.filter(
  ({ reach, roles, route }) =>
    roles.includes('manager') &&
    reach.otherLandlord === 404 &&
    !PERSONAL_ROUTES.test(route) &&
    !SHARED_ROUTES.test(route),
);

it.each(limited)('$route returns 404 to a manager without its property', async ({ method, reach }) => {
  const owner = await landlord();
  const made = await reach.make(owner);
  const { path, ...ask } = reach.request(made);
  const manager = await member(owner, { role: 'manager', properties: [] });
  await expectUnchanged(server.database, [owner], async () => {
    expect((await manager.send(method, path, ask)).outcome).toBe('404 not_found');
  });
});

import { Check } from '../../src/features/resident/right-to-rent/right-to-rent.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { addedTenancy } from '../fixtures/tenancies.ts';
import { type AuthorizationCases, ifMatch, ownedRoute } from './authorization-cases.ts';

const path = '/api/right-to-rent';

async function newCheck(owner: Landlord) {
  const { id: tenancyId, tenants } = await addedTenancy(owner);
  const check = { way: 'identity-provider', checkedOn: '2024-12-01', checkedBy: 'Ada' };
  return { ...check, tenancyId, tenantId: tenants[0]?.id ?? '' };
}
async function addedCheck(owner: Landlord) {
  const input = await newCheck(owner);
  return { ...input, ...(await owner.post(path, input)).as(Check) };
}

export const RESIDENTS: AuthorizationCases = {
  [`GET ${path}`]: ownedRoute({
    make: addedCheck,
    request: ({ tenancyId }) => ({ path: `${path}?tenancyId=${tenancyId}` }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id }] } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  [`POST ${path}/views`]: ownedRoute({
    make: addedCheck,
    request: ({ tenancyId }) => ({ path: `${path}/views`, body: { tenancyId } }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id, again: null }] } }),
    otherLandlord: 404,
    guarded: true,
  }),
  [`POST ${path}`]: ownedRoute({
    make: newCheck,
    request: (body) => ({ path, body }),
    answer: ({ tenantId }) => ({ status: 201, body: { tenantId } }),
    otherLandlord: 422,
    guarded: true,
  }),
  [`DELETE ${path}/{id}`]: ownedRoute({
    make: addedCheck,
    request: (check) => ({ path: `${path}/${check.id}`, headers: ifMatch(check) }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: true,
  }),
};

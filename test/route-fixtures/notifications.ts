import { Notices } from '../../src/app/notification/notification.ts';
import { addedTransaction, type Landlord } from '../fixtures/landlords.ts';
import { newTransaction } from '../fixtures/make.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const path = '/api/notifications';

export async function overdueNotice(owner: Pick<Landlord, 'get' | 'post'>): Promise<string> {
  await addedTransaction(owner, newTransaction({ status: 'pending', date: '2026-01-05', description: 'Gutters' }));
  const [notice] = (await owner.get(path)).as(Notices).items;
  if (!notice) throw new Error('The notification is missing');
  return notice.key;
}

const one = { make: overdueNotice, guarded: true } as const;

export const NOTIFICATIONS: AuthorizationCases = {
  [`GET ${path}`]: ownedRoute({
    ...one,
    guarded: false,
    request: () => ({ path }),
    answer: (key) => ({
      status: 200,
      body: { items: [{ key, title: 'Gutters, £120.49, is overdue' }], counts: { urgent: 1 } },
    }),
    otherLandlord: 'own',
  }),
  [`POST ${path}/read`]: ownedRoute({
    ...one,
    request: (key) => ({ path: `${path}/read`, body: { keys: [key] } }),
    answer: () => ({ status: 204 }),
    otherLandlord: 'own',
  }),
  [`POST ${path}/snooze`]: ownedRoute({
    ...one,
    request: (key) => ({ path: `${path}/snooze`, body: { key, until: '2099-01-01' } }),
    answer: () => ({ status: 200, body: { until: '2099-01-01' } }),
    otherLandlord: 404,
  }),
};

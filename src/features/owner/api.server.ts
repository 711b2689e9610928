/** /api/owners, and the registration of owners on the server. Readable after the trial. */
import { recordApi } from '../../server/http/record-api.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { TEXTS } from './listed.ts';
import { ownerTable } from './owner.server.ts';
import { Owner, OwnerInput, OwnerQuery } from './owner.ts';

export function ownerApi(services: Services) {
  return recordApi(services, {
    path: '/api/owners',
    area: 'tax',
    one: 'owner',
    access: 'saves',
    query: OwnerQuery,
    item: Owner,
    record: Owner,
    input: OwnerInput,
    table: ownerTable,
    notFound: TEXTS.notFound,
    nameOf: ({ name }) => name,
    summaries: {
      list: 'List owners for tax in the order in which they were added; empty for an account with a sole owner',
      remove: 'Remove an owner without shares and updates',
    },
  });
}

export const ownerParts = {
  id: 'owners',
  activity: {
    owner: { icon: 'person', href: () => '/dashboard/tax/owners' },
    shares: {
      icon: 'person',
      href: () => '/dashboard/tax/owners',
      words: ({ label }) => `Shares of “${label}” changed`,
    },
  },
  tables: {
    owners: 'Owners for tax: the people and companies that own your properties.',
    ownerships: 'From when the shares of a property apply, and the dates of Form 17.',
    shares: 'Each owner’s share of a property.',
  },
} as const satisfies NounParts;

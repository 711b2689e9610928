/** What tenancies, rent and agents add in the browser to what all nouns share. */
import type { NounParts } from '../../web/records/noun-parts.client.ts';

export const tenancyParts: NounParts = {
  id: 'rent',
  label: 'Rent',
  tab: { to: '/dashboard/rent', name: 'Rent', holds: ['/dashboard/tenancies'] },
  shortcuts: { go: [{ keys: 'gr', name: 'Rent', href: '/dashboard/rent' }] },
};

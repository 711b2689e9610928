import { type NounParts, recordAt } from '../../shared/noun-parts.ts';

const TENANCY = { icon: 'money', table: 'tenancies', href: recordAt('/dashboard/tenancies') } as const;

export const tenancyParts: NounParts = {
  shortcuts: { go: [{ keys: 'gr', name: 'Rent', href: '/dashboard/rent' }] },
  activity: {
    group: { id: 'rent', label: 'Rent' },
    nouns: {
      tenancy: TENANCY,
      rent: { ...TENANCY, words: ({ label }) => `Rent of “${label}” changed` },
      'ledger entry': { ...TENANCY, words: ({ label }) => `Ledger of “${label}” changed` },
      agent: { icon: 'money' },
      reminders: { icon: 'email', words: ({ label }) => `Rent reminders changed: ${label}` },
      'base rate': { icon: 'bank' },
    },
  },
};

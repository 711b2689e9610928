import { type NounParts, recordAt } from '../../shared/noun-parts.ts';

export const propertyParts: NounParts = {
  shortcuts: {
    add: [{ keys: 'ap', name: 'Add a property', href: '/dashboard/properties/add' }],
    go: [
      { keys: 'gp', name: 'Properties', href: '/dashboard/properties' },
      { keys: 'gc', name: 'Certificates and compliance', href: '/dashboard/certificates' },
    ],
  },
  activity: {
    group: { id: 'properties', label: 'Properties' },
    nouns: {
      property: { icon: 'building', table: 'properties', href: recordAt('/dashboard/properties') },
      certificate: { icon: 'paper' },
      compliance: { icon: 'paper' },
      invoice: { icon: 'paper' },
      'supplier link': { icon: 'tool' },
    },
  },
};

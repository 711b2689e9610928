import type { SearchPart } from '../../shared/noun-parts.ts';
import { complianceMarks } from './compliance/marks.ts';
import { Property } from './property.ts';

const found = Property.pick({ id: true, address: true, city: true, postalCode: true, ends: true });
export type FoundProperty = (typeof found)['_output'];

export const propertySearch: SearchPart<FoundProperty> = {
  icon: 'property',
  label: 'Properties',
  list: '/dashboard/properties',
  found,
  row({ address, city, postalCode, ends }, today) {
    const [first] = complianceMarks(ends, today);
    return {
      name: address,
      line: [city, postalCode].filter(Boolean).join(', '),
      ...(first && { state: { bad: first.state === 'expired', words: first.words } }),
    };
  },
  add: (q) => ({
    name: `Add a property at ‘${q}’`,
    href: `/dashboard/properties/add?${new URLSearchParams({ address: q })}`,
  }),
};

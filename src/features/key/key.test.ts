import { expect, it } from 'vitest';
import { areasOf, rightsOf } from './key.ts';
import { endOf, rightsWords } from './words.ts';

it.each([
  [{ properties: 'see' }, 'See properties'],
  [{ money: 'change', properties: 'see', rent: 'see' }, 'Change transactions, see properties and rent'],
  [{ properties: 'change', people: 'change', suppliers: 'change' }, 'Change properties, tenants and suppliers'],
] as const)('describes %j: %s', (rights, words) => {
  expect(rightsWords(rights)).toBe(words);
});

it.each([
  [{ rent: 'see' }, true, ['rent.see']],
  [{ people: 'see' }, true, ['people.see', 'contacts.see']],
  [{ properties: 'change' }, true, ['properties.see', 'properties.change', 'properties.add']],
  [{ properties: 'change' }, false, ['properties.see', 'properties.change']],
] as const)('turns %j of a key with all properties: %s into %j and back', (areas, whole, rights) => {
  expect(rightsOf(areas, { whole })).toEqual(rights);
  expect(areasOf(rights)).toEqual(areas);
});

it.each([
  [{ revokedAt: '2026-01-01T00:00:00Z', endsOn: null }, 'Revoked'],
  [{ revokedAt: null, endsOn: null }, undefined],
  [{ revokedAt: null, endsOn: '2026-11-24' }, 'Ended'],
  [{ revokedAt: null, endsOn: '2026-11-25' }, 'Ends today'],
  [{ revokedAt: null, endsOn: '2026-11-26' }, '1 day left'],
  [{ revokedAt: null, endsOn: '2026-12-25' }, '30 days left'],
  [{ revokedAt: null, endsOn: '2026-12-26' }, undefined],
])('marks the end of %j: %s', (key, words) => {
  expect(endOf(key, '2026-11-25')?.words).toBe(words);
});

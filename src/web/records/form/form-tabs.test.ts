import { expect, it } from 'vitest';
import { tabNamed } from './form-tabs.ts';

it('A form in tabs opens at the one that the address names, or at the first', () => {
  const tabs = [
    { value: 'details', label: 'Details' },
    { value: 'guarantor', label: 'Guarantor' },
  ] as const;
  expect([undefined, 'nonsense', 'guarantor'].map((name) => tabNamed(tabs, name))).toEqual([
    'details',
    'details',
    'guarantor',
  ]);
});

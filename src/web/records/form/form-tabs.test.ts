import { expect, it } from 'vitest';
import { tabNamed } from './form-tabs.ts';

it('returns the tab that the URL names, or the first tab', () => {
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

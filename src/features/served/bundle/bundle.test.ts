import { expect, it } from 'vitest';
import { indexDocument } from './bundle.ts';

it('lists kinds without a paper as not in this bundle, in its index', () => {
  const { facts } = indexDocument({ place: '1 Mill Road', types: ['gas', 'epc'], versions: [], day: '2026-11-01' });
  expect(facts).toContainEqual({ name: 'Not in this bundle', value: 'Gas, EPC' });
});

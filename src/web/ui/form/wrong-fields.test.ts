import { describe, expect, it } from 'vitest';
import { wrongFields } from './wrong-fields.ts';

const error = (message: string) => ({ type: 'custom', message });

describe('wrongFields', () => {
  it('follows the page, not the order in which the rules were checked', () => {
    const errors = { rent: error('Rent amount is required'), address: error('Address must be at least 5 characters') };
    const names = wrongFields(errors, ['address', 'city', 'rent']).map(({ name }) => name);
    expect(names).toEqual(['address', 'rent']);
  });

  it('names fields inside lists as their controls are named', () => {
    const errors = { certificates: [undefined, { name: error('Certificate name is required') }] };
    expect(wrongFields<{ certificates: { name: string }[] }>(errors, [])).toEqual([
      { name: 'certificates.1.name', message: 'Certificate name is required' },
    ]);
  });

  it('puts errors without a control last', () => {
    const errors = { status: error('Status is required'), address: error('Too short') };
    expect(wrongFields(errors, ['address']).map(({ name }) => name)).toEqual(['address', 'status']);
  });

  it('accepts fields that are named type and message', () => {
    const errors = { type: error('Property type is required'), message: error('Say something') };
    expect(wrongFields(errors, ['type', 'message'])).toHaveLength(2);
  });
});

/** A property's status follows its tenants, wherever they go. */
import { describe, expect, it } from 'vitest';
import { homesConcerned } from './homes.ts';

const inA = { propertyId: 'a', movedOut: null };

describe('the properties that a change of a tenant concerns', () => {
  it('are those that the tenant enters and leaves', () => {
    expect(homesConcerned(undefined, inA)).toEqual(['a']);
    expect(homesConcerned(inA, undefined)).toEqual(['a']);
    expect(homesConcerned(inA, { ...inA, propertyId: 'b' })).toEqual(['a', 'b']);
    expect(homesConcerned({ ...inA, propertyId: null }, inA)).toEqual(['a']);
  });

  it('is the one that the tenant moves out of, or back into', () => {
    expect(homesConcerned(inA, { ...inA, movedOut: '2026-11-21' })).toEqual(['a']);
    expect(homesConcerned({ ...inA, movedOut: '2026-11-21' }, inA)).toEqual(['a']);
  });

  it('are none where nobody came or went', () => {
    expect(homesConcerned(inA, { ...inA })).toEqual([]);
    expect(homesConcerned({ propertyId: null, movedOut: null }, undefined)).toEqual([]);
  });
});

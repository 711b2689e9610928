/** A property's status follows its tenants, wherever they go. */
import { describe, expect, it } from 'vitest';
import { affectedProperties } from './affected-properties.ts';

const inA = { propertyId: 'a', movedOut: null };

describe('the properties that a change of a tenant concerns', () => {
  it('are those that the tenant enters and leaves', () => {
    expect(affectedProperties(undefined, inA)).toEqual(['a']);
    expect(affectedProperties(inA, undefined)).toEqual(['a']);
    expect(affectedProperties(inA, { ...inA, propertyId: 'b' })).toEqual(['a', 'b']);
    expect(affectedProperties({ ...inA, propertyId: null }, inA)).toEqual(['a']);
  });

  it('is the one that the tenant moves out of, or back into', () => {
    expect(affectedProperties(inA, { ...inA, movedOut: '2026-11-21' })).toEqual(['a']);
    expect(affectedProperties({ ...inA, movedOut: '2026-11-21' }, inA)).toEqual(['a']);
  });

  it('are none where nobody came or went', () => {
    expect(affectedProperties(inA, { ...inA })).toEqual([]);
    expect(affectedProperties({ propertyId: null, movedOut: null }, undefined)).toEqual([]);
  });
});

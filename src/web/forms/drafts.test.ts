import { beforeEach, describe, expect, it } from 'vitest';
import { type DraftPlace, readDraft, removeDraft, removeDrafts, saveDraft, uploadsIn } from './drafts.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-11-21T12:00:00Z');

function memoryStorage(entries = new Map<string, string>()): DraftPlace['storage'] {
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

describe('a draft', () => {
  let place: DraftPlace;
  beforeEach(() => {
    place = { storage: memoryStorage(), userId: 'hannah', form: 'property:new' };
    saveDraft(place, { values: { address: '14 Chandos Terrace', rent: '1,200' }, addKey: 'one' }, NOW);
  });

  it('returns the values as they were typed', () => {
    expect(readDraft(place, NOW)).toEqual({
      values: { address: '14 Chandos Terrace', rent: '1,200' },
      addKey: 'one',
      at: NOW,
    });
  });

  it('is offered only to the same person in the same form', () => {
    expect(readDraft({ ...place, userId: 'tomasz' }, NOW)).toBeNull();
    expect(readDraft({ ...place, form: 'property:7:1' }, NOW)).toBeNull();
  });

  it('lasts seven days', () => {
    expect(readDraft(place, NOW + 7 * DAY - 1)).not.toBeNull();
    expect(readDraft(place, NOW + 7 * DAY)).toBeNull();
  });

  it('is removed when dropped', () => {
    removeDraft(place);
    expect(readDraft(place, NOW)).toBeNull();
  });

  it('never contains a password, an account number or a token at any depth', () => {
    saveDraft(
      place,
      { values: { name: 'Hannah', newPassword: 'x', bank: { accountNumber: '12345678', sortCode: '1' }, token: 't' } },
      NOW,
    );
    expect(place.storage.getItem(place.storage.key(0) ?? '')).not.toMatch(/password|12345678|sortCode|token/i);
    expect(readDraft(place, NOW)?.values).toEqual({ name: 'Hannah', bank: {} });
  });

  it('is not stored when only secrets were typed', () => {
    const start = { institution: '', accountNumber: '' };
    saveDraft(place, { values: { ...start, accountNumber: '12345678' }, start }, NOW);
    expect(readDraft(place, NOW)).toBeNull();
    saveDraft(place, { values: { ...start, institution: 'Starling' }, start }, NOW);
    expect(readDraft(place, NOW)?.values).toEqual({ institution: 'Starling' });
  });

  it('lists its uploads by field at any depth', () => {
    const [photo, gas] = ['/api/files/property_images/a/b.jpg', '/api/files/property-certificates/a/c.pdf'];
    const certificates = [
      { name: 'EPC', file: null },
      { name: 'Gas', file: { url: gas, name: 'Gas.pdf', bytes: 3 } },
    ];
    expect(uploadsIn({ address: 'See /api/files/', imageUrl: photo, certificates })).toEqual([
      { field: 'imageUrl', url: photo },
      { field: 'certificates.1.file', url: gas },
    ]);
  });

  it('is ignored when it cannot be parsed', () => {
    place.storage.setItem(place.storage.key(0) ?? '', '{"values":');
    expect(readDraft(place, NOW)).toBeNull();
  });
});

describe('removing drafts', () => {
  const storage = memoryStorage();
  const old = { storage, userId: 'hannah', form: 'property:new' };
  const fresh = { storage, userId: 'tomasz', form: 'property:new' };
  beforeEach(() => {
    saveDraft(old, { values: { city: 'Leeds' } }, NOW - 8 * DAY);
    saveDraft(fresh, { values: { city: 'York' } }, NOW);
    storage.setItem('tenure.theme', 'dark');
  });

  it('removes only expired drafts when a form is opened', () => {
    removeDrafts(storage, NOW);
    expect([storage.length, readDraft(fresh, NOW)?.values]).toEqual([2, { city: 'York' }]);
  });

  it('removes all drafts on sign-out and keeps other entries', () => {
    removeDrafts(storage);
    expect([storage.length, storage.getItem('tenure.theme')]).toEqual([1, 'dark']);
  });
});

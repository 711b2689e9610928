/** What the dialogs of a transaction say beside its fields. */
import { describe, expect, it } from 'vitest';
import { goneLine, overdueLine } from './dialog-words.ts';

const TODAY = '2026-11-21';

describe('the line about what is overdue', () => {
  it('says since when, in days', () => {
    expect(overdueLine({ date: '2026-11-12', status: 'pending' }, TODAY)).toBe(
      'Overdue. It was due on 12 Nov 2026, 9 days ago.',
    );
    expect(overdueLine({ date: '2026-11-20', status: 'pending' }, TODAY)).toBe(
      'Overdue. It was due on 20 Nov 2026, 1 day ago.',
    );
  });

  it('is not there for what is paid, for what is due today or later, and while the day is being typed', () => {
    expect(overdueLine({ date: '2026-11-12', status: 'completed' }, TODAY)).toBeUndefined();
    expect(overdueLine({ date: TODAY, status: 'pending' }, TODAY)).toBeUndefined();
    expect(overdueLine({ date: '2027-01-01', status: 'pending' }, TODAY)).toBeUndefined();
    expect(overdueLine({ date: '', status: 'pending' }, TODAY)).toBeUndefined();
  });
});

it('A transaction of a deleted property says which one it was', () => {
  const place = '14 Chandos Terrace, Leeds';
  expect(goneLine({ propertyId: null, propertyAddress: place })).toBe(`It was for ${place}, which has been deleted.`);
  expect(goneLine({ propertyId: null, propertyAddress: null })).toBeUndefined();
  expect(goneLine({ propertyId: '5f9f1f6e-4b1c-4a57-9a54-1f0c9d1f9a01', propertyAddress: place })).toBeUndefined();
});

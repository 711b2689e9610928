import { expect, it } from 'vitest';
import { addForm, needsConsent, startOfAdd } from './inspection-form.ts';

const NOW = '2026-11-25T10:00:00Z';
const PROPERTY = '10000000-0000-4000-8000-000000000001';

const routine = { kind: 'routine', startsAt: '2026-11-26', time: '10:00', saved: '' };

it.each([
  [routine, false],
  [{ ...routine, time: '09:59' }, true],
  [{ ...routine, kind: 'move-in', time: '09:59' }, false],
  [{ ...routine, time: '09:59', saved: '2026-11-26T09:59:00.000Z' }, false],
  [{ ...routine, time: '09:59', saved: '2026-11-26T09:00:00.000Z' }, true],
  [{ ...routine, startsAt: '' }, false],
])('decides whether the tenants must agree to %j', (visit, expected) => {
  expect(needsConsent(visit, NOW)).toBe(expected);
});

it('refuses a routine visit within 24 hours until the tenants agreed', () => {
  const typed = { ...startOfAdd(NOW, PROPERTY), ...routine, time: '09:00' };
  const refused = addForm(NOW).safeParse(typed);
  expect(refused.error?.issues.map(({ path }) => path.join('.'))).toEqual(['agreed']);
  const added = addForm(NOW).parse({ ...typed, agreed: true });
  expect(added).toMatchObject({
    input: { propertyId: PROPERTY, tenancyId: null, startsAt: '2026-11-26T09:00:00.000Z', agreed: true },
    notify: false,
  });
});

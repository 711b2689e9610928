import { expect, it } from 'vitest';
import { eventInWords, eventsInWords } from './event-words.ts';

it.each([
  [['*'], 'Everything'],
  [['transaction.changed', 'transaction.added', 'rent.late'], 'Transactions added and changed, rent late'],
  [
    ['bank-account.removed', 'tenant.added', 'tenant.changed', 'tenant.removed'],
    'Tenants added, changed and removed, bank accounts removed',
  ],
  [['certificate.expiring'], 'Certificate expiring'],
  [['import.finished', 'property.added'], 'Properties added, import finished'],
])('words %j as %s', (events, words) => {
  expect(eventsInWords(events)).toBe(words);
});

it('words a test', () => {
  expect(eventInWords('webhook.test')).toBe('Test');
});

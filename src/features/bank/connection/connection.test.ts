import { describe, expect, it } from 'vitest';
import { RETURN_REF } from '../listed.ts';
import {
  CLOSE_AFTER_MS,
  CONNECTION_TEXTS,
  connectedLine,
  REQUISITION_KEY,
  retryLine,
  STATUS_EVERY_MS,
  STATUS_FOR_MS,
} from './connection.ts';
import { FAILURES } from './failures.ts';

describe('texts of bank connections', () => {
  it('count accounts and transactions, singular and plural', () => {
    expect(connectedLine(2, 214)).toBe('Connected 2 bank accounts and imported 214 transactions.');
    expect(connectedLine(1, 1)).toBe('Connected 1 bank account and imported 1 transaction.');
    expect(connectedLine(0, 0)).toBe('Connected 0 bank accounts and imported 0 transactions.');
  });

  it('match the specification', () => {
    expect(CONNECTION_TEXTS).toMatchObject({
      connectionError: 'Connection Error',
      providerFailed: 'Failed to connect to the open-banking provider. Please try again.',
      cancelled: 'Connection failed or was cancelled by the user.',
      exchangeFailed: 'Failed to complete bank connection. Please try again.',
      statusFailed: 'Failed to check connection status. Please try again.',
      saveFailed: 'Failed to save bank account data.',
      connected: 'Bank Connected',
      synced: 'Account synchronized',
      syncFailed: 'Synchronization failed',
      usedToday: 'You have reached your bank’s update limit for today',
    });
    expect([REQUISITION_KEY, RETURN_REF]).toEqual(['gocardless_requisition_id', 'gocardless']);
    expect([STATUS_EVERY_MS, STATUS_FOR_MS, CLOSE_AFTER_MS]).toEqual([3_000, 300_000, 2_000]);
  });

  it('show the time of the next update in London, in winter and summer', () => {
    expect(retryLine('2026-11-23T00:10:00.000Z')).toBe('You can refresh it again at 00:10 on 23 Nov 2026.');
    expect(retryLine('2026-06-23T23:10:00.000Z')).toBe('You can refresh it again at 00:10 on 24 Jun 2026.');
    expect(retryLine(null)).toBe('');
  });

  it.each(Object.entries(FAILURES))('have their own sentence for %s', (_, { sentence }) => {
    expect(sentence('Harbour Bank')).toMatch(/^[A-Z].*\.$/);
    const others = Object.values(FAILURES).filter((other) => other.sentence('A') === sentence('A'));
    expect(others).toHaveLength(1);
  });
});

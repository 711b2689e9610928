import type { Period, UpdateState } from './update.ts';

export const STATE_WORDS: Record<UpdateState, string> = {
  ready: 'Ready to check',
  sending: 'Sending',
  unknown: 'Checking with HMRC',
  sent: 'Sent',
  fulfilled: 'Sent, accepted by HMRC',
  refused: 'Refused by HMRC',
  elsewhere: 'Marked as sent elsewhere',
};

export function toneOf(state: UpdateState, obligation: Period['obligation']): 'green' | 'amber' | 'red' | 'quiet' {
  if (state === 'refused') return 'red';
  if (obligation === 'met') return 'green';
  if (state === 'sending' || state === 'unknown') return 'amber';
  return obligation === 'late' ? 'red' : obligation === 'next' ? 'amber' : 'quiet';
}

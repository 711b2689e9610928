import { z } from 'zod';
import { isDay } from '../../../shared/dates.ts';

/** Earlier starts are rare: 1925 is usually a typing mistake for 2025. */
const LONG_AGO = '1980-01-01';

/** `before` is the saved start, '' or undefined for a new tenancy. */
type Start = { start: string; before?: string | undefined };

export const needsConfirmation = ({ start, before }: Start) => isDay(start) && start < LONG_AGO && start !== before;

export function validateStart({ confirmedStart, ...days }: Start & { confirmedStart?: boolean | undefined }) {
  return needsConfirmation(days) && !confirmedStart
    ? { confirmedStart: 'Check the year, or confirm that it is correct' }
    : null;
}

export const confirmedStart = () =>
  z.boolean().optional().describe('Confirms a new start date before 1980, which is refused otherwise');

export const confirmStart = (start: string) => `Yes, it started in ${start.slice(0, 4)}`;

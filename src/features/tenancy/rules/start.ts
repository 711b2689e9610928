/** A start that is more often mistyped than right. */
import { z } from 'zod';
import { isDay } from '../../../shared/dates.ts';

/** Tenancies that began earlier are few: a year like 1925 is more often 2025. */
const LONG_AGO = '1980-01-01';

/** `before` is the start that was saved before; '' or missing for a new tenancy. */
type Start = { start: string; before?: string | undefined };

export const needsConfirmation = ({ start, before }: Start) => isDay(start) && start < LONG_AGO && start !== before;

/** What is wrong with a start, by the field that confirms it; null where nothing is. */
export function startProblem({ confirmedStart, ...days }: Start & { confirmedStart?: boolean | undefined }) {
  return needsConfirmation(days) && !confirmedStart
    ? { confirmedStart: 'Please check the year, or say that it is right' }
    : null;
}

/** In the API. */
export const confirmedStart = () =>
  z.boolean().optional().describe('That a start before 1980 is right; refused without it where the start is new');

/** The label of the box: 'Yes, it began in 1925'. */
export const confirmStart = (start: string) => `Yes, it began in ${start.slice(0, 4)}`;

import { addDays, londonDay } from '../../src/shared/dates.ts';

/** Returns the day in London, as YYYY-MM-DD. */
export const dayFromNow = (days: number): string => addDays(londonDay(new Date()), days);

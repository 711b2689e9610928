import { type RawBuilder, sql } from 'kysely';

/** Formats a column's instant as ISO 8601 in UTC; null stays null. */
export const isoInstant = <T extends string | null = string>(column: string): RawBuilder<T> =>
  sql<T>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

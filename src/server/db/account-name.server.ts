import { sql } from 'kysely';

/** The account's own name, otherwise its owner's. */
export const accountName = sql<string>`coalesce(profiles.account_name, profiles.name)`;

/** Whether a landlord has sample rows, marked by app.begin_sample, and how exports show it. */
import { sql } from 'kysely';
import type { UserDb } from '../session/with-user.server.ts';

export const hasSample = sql<boolean>`app.has_sample()`;

const LINE = 'Sample data: the sample portfolio is loaded, so some of these rows are made up.';

/** A line for exports while the sample is loaded. */
export async function sampleLine(db: UserDb): Promise<string | undefined> {
  const { loaded } = await db.selectNoFrom(hasSample.as('loaded')).executeTakeFirstOrThrow();
  return loaded ? LINE : undefined;
}

/** A part of the file name while the sample is loaded. */
export function sampleMark(sample: string | undefined): string[] {
  return sample === undefined ? [] : ['with-sample-data'];
}

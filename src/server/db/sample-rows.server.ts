/** Whether a landlord has rows of the sample portfolio, and how an export says so. The database marks them: app.begin_sample. */
import { sql } from 'kysely';
import type { UserDb } from '../session/with-user.server.ts';

/** To select. */
export const hasSample = sql<boolean>`app.has_sample()`;

const LINE = 'Sample data: a sample portfolio is loaded, so made-up rows are among these.';

/** A sentence for an export while the sample is loaded. */
export async function sampleLine(db: UserDb): Promise<string | undefined> {
  const { loaded } = await db.selectNoFrom(hasSample.as('loaded')).executeTakeFirstOrThrow();
  return loaded ? LINE : undefined;
}

/** A part of a file's name while the sample is loaded. */
export function sampleMark(sample: string | undefined): string[] {
  return sample === undefined ? [] : ['with-sample-data'];
}

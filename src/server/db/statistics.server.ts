/** The planner's statistics after many new rows. */
import type { Services } from '../services.server.ts';

/** Call it after the commit. A failure only leaves queries slow until autovacuum runs, so it is logged. */
export async function analyzeChangedTables({ jobsPool, log }: Pick<Services, 'jobsPool' | 'log'>): Promise<void> {
  await jobsPool
    .query('select app.analyze_changed_tables()')
    .catch((error: unknown) => log.warn({ err: error }, 'Changed tables were not analysed'));
}

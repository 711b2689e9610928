import type { Services } from '../services.server.ts';

/** Updates the planner's statistics after a commit with many new rows. Failures are logged; autovacuum runs later. */
export async function analyzeChangedTables({ jobsPool, log }: Pick<Services, 'jobsPool' | 'log'>): Promise<void> {
  await jobsPool
    .query('select app.analyze_changed_tables()')
    .catch((error: unknown) => log.warn({ err: error }, 'Changed tables were not analysed'));
}

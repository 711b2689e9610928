/**
 * Runs `work` for one row after another, such as for each account. Continues after a failure, and throws the first one
 * at the end, so that the job is retried.
 */
export async function inTurn<Row>(rows: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<void> {
  const failed: unknown[] = [];
  for (const row of rows)
    await work(row).catch((error: unknown) => {
      failed.push(error);
    });
  if (failed.length > 0) throw failed[0];
}

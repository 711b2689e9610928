/** Loading tables into a database at the level the rows were saved at: all or nothing, and compared with the backup at the end. */
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { BackupProblem } from './backup-problem.ts';
import { findQueue, JOBS, listTables, type Queue, type Table } from './catalogue.server.ts';
import { type CopyPlan, copyIn, copyOut } from './copy.server.ts';
import type { Manifest } from './manifest.ts';
import { measured } from './measure.server.ts';

export type Loading = {
  /** Takes all rows of a table of the backup; parents come before their children. */
  load(name: string, rows: AsyncIterable<Buffer>): Promise<void>;
  /** Proves that the database holds what the backup holds, then commits. */
  finish(): Promise<void>;
  /** Whether waiting jobs had to stay behind. */
  leavesJobs: boolean;
};

/** Begins the transaction. `client` is the owner's; the tables are there, and what migrations put into them goes. */
export async function beginLoading(
  client: pg.Client,
  { manifest, jobs }: { manifest: Manifest; jobs: Queue | null },
): Promise<Loading> {
  const leavesJobs = jobs !== null && (await findQueue(client))?.version !== jobs.version;
  await client.query('begin');
  if (jobs && !leavesJobs) await makeQueues(client, jobs);
  const withJobs = jobs !== null && !leavesJobs;
  const all = fitting(
    (await listTables(client)).filter(({ name }) => withJobs || name !== JOBS),
    Object.entries(manifest.tables).filter(([name]) => withJobs || name !== JOBS),
  );
  const plans = new Map(all.map((plan) => [plan.name, plan]));
  await client.query('set constraints all deferred');
  await client.query(`truncate ${all.map(({ name }) => name).join(', ')}`);
  for (const { name, forced } of all) {
    // COPY takes no rows where row-level security holds, and triggers would remember everything once more.
    if (forced) await client.query(`alter table ${name} no force row level security`);
    await client.query(`alter table ${name} disable trigger user`);
  }
  return {
    leavesJobs,
    async load(name, rows) {
      const plan = plans.get(name);
      if (plan) await copyIn(client, plan, rows);
      else await measured(rows);
    },
    async finish() {
      // Tables cannot be changed while checks wait.
      await client.query('set constraints all immediate');
      for (const [name, { value, called }] of Object.entries(manifest.sequences)) {
        await client.query('select setval($1::regclass, $2, $3)', [name, value, called]);
      }
      for (const { name, forced } of all) {
        await client.query(`alter table ${name} enable trigger user`);
        if (forced) await client.query(`alter table ${name} force row level security`);
      }
      for (const plan of all) await compare(client, plan, manifest);
      await client.query('commit');
    },
  };
}

type LoadPlan = CopyPlan & Pick<Table, 'forced'>;

/** The tables with the backup's order of columns. Throws where the two do not have the same tables and columns. */
function fitting(tables: Table[], saved: [string, { columns: string[] }][]): LoadPlan[] {
  const columnsOf = new Map(saved.map(([name, { columns }]) => [name, columns]));
  const plans = tables.map((table) => ({ ...table, columns: columnsOf.get(table.name) ?? [] }));
  const same = tables.every(({ columns }, index) =>
    isDeepStrictEqual(columns.toSorted(), plans[index]?.columns.toSorted()),
  );
  if (!same || tables.length !== saved.length) {
    throw new BackupProblem(
      'The tables of the backup are not those that its migrations make: the migrations of this checkout were changed. ' +
        'Nothing was restored.',
    );
  }
  return plans;
}

/** Jobs of a queue that this code does not know any more need their place too. */
async function makeQueues(client: pg.Client, { queues }: Queue): Promise<void> {
  const known = new Set((await findQueue(client))?.queues);
  for (const name of queues.filter((queue) => !known.has(queue))) {
    await client.query(`select pgboss.create_queue($1, '{"policy":"standard"}')`, [name]);
  }
}

async function compare(client: pg.Client, plan: CopyPlan, manifest: Manifest): Promise<void> {
  const sum = await measured(copyOut(client, plan));
  const noted = manifest.tables[plan.name];
  if (noted && isDeepStrictEqual({ columns: plan.columns, ...sum }, noted)) return;
  throw new BackupProblem(
    `The table ${plan.name} did not come back as it was saved: ${sum.rows} rows of ${noted?.rows}, or other values. Nothing was restored.`,
  );
}

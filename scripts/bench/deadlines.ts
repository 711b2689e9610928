/** Measures the derivation of deadlines: for all properties, and in the save of one. */
import { setTimeout as pause } from 'node:timers/promises';
import { connectToDatabase } from '../server-process.ts';
import { type Plan, send } from './measure.ts';
import type { Once } from './once.ts';
import { ADD } from './scenarios.ts';
import { spreadOf } from './spread.ts';

const SAVES = 100;
const TIMEOUT_MS = 300_000;

export async function measureDeadlines(plan: Plan): Promise<Once[]> {
  const row = { memory: null, others: Number.NaN };
  const { changed, unchanged } = await measureSaves(plan);
  return [
    {
      ...row,
      name: 'Deadlines: derive in the save of a property',
      milliseconds: spreadOf(changed),
      // 5 ms more than a save that derives none.
      goal: { milliseconds: Math.round(spreadOf(unchanged).median + 5) },
    },
    {
      ...row,
      name: `Deadlines: derive all of ${plan.sizes.properties.toLocaleString('en-GB')} properties`,
      milliseconds: spreadOf([await measureDerivation(plan)]),
      goal: { milliseconds: 30_000 },
    },
  ];
}

/** Alternates saves that change a fact of the rules with saves that change the rent only. */
async function measureSaves(plan: Plan): Promise<Record<'changed' | 'unchanged', number[]>> {
  const input = { ...ADD.body, storeys: 1 };
  const added = await send(plan, { as: 'writer', path: ADD.path, body: input });
  const { id } = (await added.json()) as { id: string };
  const times = { changed: [] as number[], unchanged: [] as number[] };
  for (let save = 0, version = 1; save < SAVES; save++)
    for (const kind of ['changed', 'unchanged'] as const) {
      const [storeys, rent] = [2 + (save % 2), 100_000 + 2 * save + (kind === 'changed' ? 0 : 1)];
      const body = { ...input, storeys, rent };
      const headers = { 'if-match': `"${version++}"` };
      const startedAt = performance.now();
      await (await send(plan, { as: 'writer', method: 'PUT', path: `${ADD.path}/${id}`, body, headers })).arrayBuffer();
      times[kind].push(performance.now() - startedAt);
    }
  return times;
}

/** A save derives one batch, and queues the job that derives the rest. */
async function measureDerivation(plan: Plan): Promise<number> {
  const client = await connectToDatabase(plan.server);
  try {
    await client.query(`
      insert into app.stale_deadlines (property_id, user_id) select id, user_id from public.properties
      where user_id = (select id from public.profiles where email = 'writer@bench.example') on conflict do nothing`);
    const startedAt = performance.now();
    await send(plan, { as: 'writer', path: ADD.path, body: ADD.body });
    for (;;) {
      const { rows } = await client.query<{ left: number }>(
        'select count(*)::integer as left from app.stale_deadlines',
      );
      const milliseconds = performance.now() - startedAt;
      if (rows[0]?.left === 0) return milliseconds;
      if (milliseconds > TIMEOUT_MS) throw new Error(`${rows[0]?.left} properties still have stale deadlines.`);
      await pause(50);
    }
  } finally {
    await client.end();
  }
}

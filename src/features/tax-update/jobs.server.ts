import type pg from 'pg';
import type { Sender } from '../../outside/tax/tax.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import type { Plan, Run } from './connection.server.ts';
import { deliverUpdate } from './deliver.server.ts';
import { SEND_UPDATE, type SendUpdate } from './queues.server.ts';

type JobPlan = Omit<Plan, 'tax'> & { tax: Plan['tax'] | undefined; pool: pg.Pool; jobs: () => Jobs };

const INITIAL_DELAY_S = 60;
const MAX_DELAY_S = 3_600;
/** About four days of retries. */
const MAX_TRIES = 100;

export function taxUpdateJobs(plan: JobPlan): QueueHandler[] {
  return [handle(SEND_UPDATE, (job) => finishUpdate(plan, job))];
}

/** Retries with exponential backoff until the update is fulfilled or refused. */
export async function finishUpdate({ tax, pool, jobs, ...plan }: JobPlan, job: SendUpdate): Promise<void> {
  const { userId, updateId: id, tries } = job;
  if (!tax) return;
  const run: Run = (work) => runOnBehalfOf(pool, { userId, now: plan.clock.now() }, work);
  const outcome = await deliverUpdate({ ...plan, tax }, run, { id, sender: senderOf(job.sender) });
  if (outcome === 'done' || tries >= MAX_TRIES) return;
  const after = Math.min(INITIAL_DELAY_S * 2 ** Math.min(tries, 10), MAX_DELAY_S);
  await jobs().send(SEND_UPDATE, { ...job, tries: tries + 1 }, { about: [userId], after, final: true });
}

function senderOf(text: string): Sender {
  const sender = JSON.parse(text) as Sender;
  const { address, secondFactor } = sender;
  return {
    ...sender,
    address: address && { ...address, at: new Date(address.at) },
    secondFactor: secondFactor && { ...secondFactor, at: new Date(secondFactor.at) },
  };
}

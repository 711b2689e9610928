/**
 * Reads uploads in a worker thread with time and memory limits, one file at a time, round-robin by landlord.
 * The thread starts with the first file and ends when idle.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fairSemaphore } from '../../file/fair-semaphore.server.ts';
import type { Message, Reply, RowsJob, StatementJob, StatementReply } from './job.ts';
import type { Rows } from './rows.ts';
import { REFUSED } from './statement.ts';

type Limits = { milliseconds: number; megabytes: number };

/** A 20 MB file takes 2 s and 150 MB: the margin is for a busy machine. */
const LIMITS: Limits = { milliseconds: 60_000, megabytes: 384 };
const IDLE_MS = 60_000;
/** Files per landlord, queued or in progress. */
const MAX_WAITING = 12;

/** `parts`: JSON lists of `StoredLine`, empty for a file with a question. */
export type ReadFile = { statement: StatementReply; parts: string[] };
type Whose = { owner: string; signal?: AbortSignal };

export function createReader(limits: Limits = LIMITS) {
  const room = fairSemaphore({ places: 1, line: MAX_WAITING });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function alone<T>({ owner, signal }: Whose, work: (ask: Ask) => Promise<T>): Promise<T | { reason: string }> {
    const leave = await room.enter({ owner, most: 1, ...(signal && { signal }) });
    clearTimeout(idle);
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      worker ??= await startWorker(limits);
      const thread = worker;
      timer = setTimeout(() => late.abort(), limits.milliseconds);
      return await work((message) => ask(thread, message, late.signal));
    } catch (error) {
      await worker?.terminate();
      worker = undefined;
      if (late.signal.aborted) return { reason: REFUSED.tooSlow };
      if (isOutOfMemory(error)) return { reason: REFUSED.tooLarge };
      throw error;
    } finally {
      clearTimeout(timer);
      idle = setTimeout(() => {
        void worker?.terminate();
        worker = undefined;
      }, IDLE_MS).unref();
      leave();
    }
  }

  return {
    async readStatement(job: Omit<StatementJob, 'do'>, whose: Whose): Promise<ReadFile> {
      const read = await alone(whose, (ask) => readWhole({ do: 'statement', ...job }, ask));
      return 'reason' in read ? { statement: { kind: 'refused', reason: read.reason }, parts: [] } : read;
    },
    async readRows(text: string, whose: Whose): Promise<Rows> {
      return alone(whose, async (ask) => (await ask({ do: 'rows', text } satisfies RowsJob)) as Rows);
    },
  };
}

export const reader = createReader();

type Ask = (message: Message) => Promise<Reply>;

/** Rejects if the thread fails or the signal is aborted. */
async function ask(thread: Worker, message: Message, signal: AbortSignal): Promise<Reply> {
  const answer = once(thread, 'message', { signal }) as Promise<[Reply]>;
  thread.postMessage(message, []);
  return (await answer)[0];
}

async function readWhole(job: StatementJob, ask: Ask): Promise<ReadFile> {
  const statement = (await ask(job)) as StatementReply;
  const parts: string[] = [];
  if (statement.kind === 'lines')
    while (parts.length < statement.parts) {
      const { part } = (await ask({ do: 'more' })) as Extract<Reply, { part: string }>;
      parts.push(part);
    }
  return { statement, parts };
}

async function startWorker({ megabytes }: Limits): Promise<Worker> {
  const worker = new Worker(await program(), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
  });
  // An idle thread must not keep the process alive. Pending requests receive its errors.
  worker.unref();
  worker.on('error', () => {});
  return worker;
}

let bundled: Promise<URL> | undefined;

/** In a build, a file next to the server's (this may be a chunk); from source, bundled once a process. */
function program(): Promise<URL> {
  const built = import.meta.url.includes('/chunks/') ? '../reader.js' : './reader.js';
  if (import.meta.env.PROD) return Promise.resolve(new URL(built, import.meta.url));
  bundled ??= (async () => {
    const script = new URL('../../../../scripts/bundle.mjs', import.meta.url).href;
    const { bundle } = (await import(/* @vite-ignore */ script)) as { bundle(url: string): Promise<string> };
    return new URL(await bundle(new URL('./worker.server.ts', import.meta.url).href));
  })();
  return bundled;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

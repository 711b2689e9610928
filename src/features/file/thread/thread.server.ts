/**
 * A worker thread that reads uploads with time and memory limits, one at a time, round-robin by landlord.
 * The thread starts with the first file and ends when idle.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fairSemaphore } from './fair-semaphore.server.ts';

export type ThreadLimits = { milliseconds: number; megabytes: number };
export type Whose = { owner: string; signal?: AbortSignal };
type Stopped = { stopped: 'too_slow' | 'too_large' };

/** Sends a message and resolves with the reply. */
export type Ask = (message: object) => Promise<unknown>;

const IDLE_MS = 60_000;

type Thread = {
  limits: ThreadLimits;
  /** Maximum files per landlord, queued or in progress. */
  maxWaiting: number;
  /** Returned by `threadProgram`. */
  program: () => Promise<URL>;
};

export function createThread({ limits, maxWaiting, program }: Thread) {
  const semaphore = fairSemaphore({ slots: 1, maxPerOwner: maxWaiting });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** Runs `work` with exclusive use of the thread. An exceeded limit ends the thread. */
  return async function runExclusively<T>(
    { owner, signal }: Whose,
    work: (ask: Ask) => Promise<T>,
  ): Promise<T | Stopped> {
    const release = await semaphore.enter({ owner, most: 1, ...(signal && { signal }) });
    clearTimeout(idle);
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      worker ??= startWorker(await program(), limits);
      const thread = worker;
      timer = setTimeout(() => late.abort(), limits.milliseconds);
      return await work((message) => ask(thread, message, late.signal));
    } catch (error) {
      await worker?.terminate();
      worker = undefined;
      if (late.signal.aborted) return { stopped: 'too_slow' };
      if (isOutOfMemory(error)) return { stopped: 'too_large' };
      throw error;
    } finally {
      clearTimeout(timer);
      idle = setTimeout(() => {
        void worker?.terminate();
        worker = undefined;
      }, IDLE_MS).unref();
      release();
    }
  };
}

async function ask(thread: Worker, message: object, signal: AbortSignal): Promise<unknown> {
  const answer = once(thread, 'message', { signal });
  thread.postMessage(message, []);
  return (await answer)[0] as unknown;
}

function startWorker(program: URL, { megabytes }: ThreadLimits): Worker {
  const worker = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32 },
    // Parsers of uploaded files need no native addons.
    execArgv: ['--no-addons'],
  });
  // An idle thread must not keep the process alive. Errors reject the pending request.
  worker.unref();
  worker.on('error', () => {});
  return worker;
}

/** In a build, the program is `name`.js next to the server's script. From source, it is bundled once per process. */
export function threadProgram(name: string, source: URL): () => Promise<URL> {
  let bundled: Promise<URL> | undefined;
  return () => {
    const built = import.meta.url.includes('/chunks/') ? `../${name}.js` : `./${name}.js`;
    if (import.meta.env.PROD) return Promise.resolve(new URL(built, import.meta.url));
    bundled ??= (async () => {
      const script = new URL('../../../../scripts/bundle.mjs', import.meta.url).href;
      const { bundle } = (await import(/* @vite-ignore */ script)) as { bundle(url: string): Promise<string> };
      return new URL(await bundle(source.href));
    })();
    return bundled;
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

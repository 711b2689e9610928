/**
 * Several processes that share the port. The primary owns the embedded database, runs migrations and hands out connections; workers
 * serve. Sessions, limits, jobs and notices of changes live in PostgreSQL, so workers need to know of each other only the moved clock.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { movableClock } from '../../outside/clock.ts';
import { listen } from '../../server/http/listen.server.ts';
import type { MoveClock } from './assemble.server.ts';
import { firstSteps, openDatabase, type StartPlan, StartProblem, startWorker, type Workplace } from './run.server.ts';

/** In a worker's environment: where it works, and how far the clock has been moved when it begins. */
const WORKER = 'TENURE_WORKER';
type Begin = Omit<Workplace, 'address'> & {
  address: Pick<Workplace['address'], 'host' | 'port' | 'database' | 'ssl'>;
} & {
  clock: number;
};

type FromWorker =
  | { type: 'ready'; url: string }
  | { type: 'failed'; words: string }
  | { type: 'move-clock'; milliseconds: number }
  | { type: 'clock-set'; offset: number };
type ToWorker = { type: 'set-clock'; offset: number } | { type: 'clock-moved' } | { type: 'stop' };

/** Before a worker that never became ready is replaced. */
const PAUSE_MS = 1_000;

type PrimaryPlan = Pick<StartPlan, 'env' | 'checkout' | 'onFatal'> & {
  /** The program of the workers. */
  program: string;
};

/** Starts the database and all workers. Throws what `startTenure` throws; then nothing is left running. */
export async function startPrimary(plan: PrimaryPlan): Promise<{ url: string; stop(): Promise<void> }> {
  const { settings, log, dataFolder } = await firstSteps(plan);
  // Looked for once, and before anything is made: the workers share what is found.
  const found = await listen(settings);
  await found.close(0);
  const database = await openDatabase({ ...plan, settings, log, dataFolder });
  const { host, port, database: name, ssl } = database.admin;
  const address = { host, port, database: name, ...(ssl && { ssl }) };

  const stopping = new AbortController();
  let clock = 0;
  cluster.setupPrimary({ exec: plan.program, args: [] });
  const workers = new Set<Worker>();
  const send = (worker: Worker, message: ToWorker) => {
    if (worker.isConnected()) worker.send(message);
  };

  /** Resolves with its address when it serves; rejects with its words when it ends before. */
  function fork(): Promise<string> {
    const begin: Begin = { port: found.port, dataFolder, address, clock };
    const worker = cluster.fork({ [WORKER]: JSON.stringify(begin) });
    workers.add(worker);
    let words = 'A worker ended before it was ready.';
    return new Promise((resolve, reject) => {
      let ready = false;
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') {
          ready = true;
          resolve(message.url);
        } else if (message.type === 'failed') words = message.words;
        else if (message.type === 'move-clock') void moveClocks(worker, message.milliseconds);
      });
      worker.once('exit', (code, signal) => {
        workers.delete(worker);
        if (!ready) reject(new StartProblem(words));
        else if (!stopping.signal.aborted) {
          log.error({ worker: worker.process.pid, code, signal }, 'A worker ended and is replaced');
          void replace();
        }
      });
    });
  }

  async function replace(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await fork();
        return;
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'A worker could not be started and is tried again');
        await delay(PAUSE_MS);
      }
    }
  }

  /** Answers `asker` when the clocks of all workers have been moved. */
  async function moveClocks(asker: Worker, milliseconds: number): Promise<void> {
    clock += milliseconds;
    const offset = clock;
    await Promise.all([...workers].map((worker) => setClock(worker, offset)));
    send(asker, { type: 'clock-moved' });
  }

  function setClock(worker: Worker, offset: number): Promise<void> {
    return new Promise((resolve) => {
      const heard = (message: FromWorker) => {
        if (message.type === 'clock-set' && message.offset === offset) done();
      };
      const done = () => {
        worker.off('message', heard).off('exit', done);
        resolve();
      };
      worker.on('message', heard).once('exit', done);
      send(worker, { type: 'set-clock', offset });
    });
  }

  const stop = async () => {
    stopping.abort();
    await Promise.all(
      [...workers].map(async (worker) => {
        const ended = once(worker, 'exit');
        send(worker, { type: 'stop' });
        await ended;
      }),
    );
    await database.close();
  };

  try {
    const [url = ''] = await Promise.all(Array.from({ length: settings.workers }, fork));
    await database.announce(url);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs this process as a worker until the primary asks it to stop, or has gone. `words` tells a failure to a person. */
export async function runAsWorker(plan: StartPlan, words: (error: unknown) => string): Promise<void> {
  const { clock: offset, address, ...begin } = JSON.parse(plan.env[WORKER] ?? '{}') as Begin;
  const tell = (message: FromWorker) => process.send?.(message);
  const clock = movableClock(offset);
  const moves: (() => void)[] = [];
  const moveClock: MoveClock = {
    clock,
    move: (milliseconds) =>
      new Promise((resolve) => {
        moves.push(resolve);
        tell({ type: 'move-clock', milliseconds });
      }),
  };
  const starting = startWorker({ ...plan, ...begin, address: { ...address, user: '', password: '' }, moveClock });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  // Ctrl-C in a terminal reaches every process: the primary says when to stop.
  process.on('SIGINT', () => {}).on('SIGHUP', () => {});
  process.on('SIGTERM', stop).on('disconnect', stop);
  process.on('message', (message: ToWorker) => {
    if (message.type === 'stop') stop();
    else if (message.type === 'clock-moved') moves.shift()?.();
    else {
      clock.set(message.offset);
      tell({ type: 'clock-set', offset: message.offset });
    }
  });
  try {
    const { url } = await starting;
    tell({ type: 'ready', url });
  } catch (error) {
    process.send?.({ type: 'failed', words: words(error) } satisfies FromWorker, () => process.exit(1));
  }
}

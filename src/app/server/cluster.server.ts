/**
 * Several processes that share the port. The primary owns the embedded database, runs migrations and hands out connections; workers
 * serve. Sessions, limits, jobs and notices of changes live in PostgreSQL, so workers need to know of each other only the moved clock.
 */
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { movableClock } from '../../outside/clock.ts';
import { listen } from '../../server/http/listen.server.ts';
import type { MoveClock } from './assemble.server.ts';
import { firstSteps, openDatabase, type StartPlan, StartProblem, startWorker, type Workplace } from './run.server.ts';

/** In a worker's environment: where it works. */
const WORKER = 'TENURE_WORKER';

type FromWorker =
  | { type: 'port'; port: number }
  | { type: 'ready'; url: string }
  | { type: 'failed'; words: string }
  | { type: 'move-clock'; milliseconds: number }
  | { type: 'clock-set'; offset: number };
type ToWorker = { type: 'set-clock'; offset: number } | { type: 'clock-moved' };

/** Before a worker that never became ready is replaced. */
const PAUSE_MS = 1_000;

type PrimaryPlan = Pick<StartPlan, 'env' | 'checkout' | 'onFatal'> & {
  /** The program of the workers. */
  program: string;
};

/** Starts the database and all workers. Throws what `startTenure` throws; then nothing is left running. */
export async function startPrimary(plan: PrimaryPlan): Promise<{ url: string; stop(): Promise<void> }> {
  const { settings, log, dataFolder } = await firstSteps(plan);
  // Before anything is made: the first worker looks for it again, as a port is held by those that listen.
  const free = await listen(settings);
  await free.close(0);
  const database = await openDatabase({ ...plan, settings, log, dataFolder });
  // An environment is no place for a password: workers connect as roles whose passwords they work out.
  const address = { ...database.admin, user: '', password: '' };

  const stopping = new AbortController();
  let clock = 0;
  let port: number | undefined;
  cluster.setupPrimary({ exec: plan.program, args: [] });
  const workers = new Set<Worker>();
  const hearing = new Set<Worker>();
  const send = (worker: Worker, message: ToWorker) => {
    if (worker.isConnected()) worker.send(message);
  };

  /** `port` comes when it is held, `url` when the worker serves; both reject with its words when it ends before. */
  function fork(shared?: number): { port: Promise<number>; url: Promise<string> } {
    const begin: Workplace = { ...(shared && { port: shared }), dataFolder, address };
    const worker = cluster.fork({ [WORKER]: JSON.stringify(begin) });
    workers.add(worker);
    const heard = new EventEmitter();
    let ready = false;
    let words = 'A worker ended before it was ready.';
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'port') {
        // It hears from now on, and not before.
        hearing.add(worker);
        send(worker, { type: 'set-clock', offset: clock });
      }
      if (message.type === 'ready') ready = true;
      if (message.type === 'failed') words = message.words;
      if (message.type === 'move-clock') void moveClocks(worker, message.milliseconds);
      heard.emit(message.type, message);
    });
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      hearing.delete(worker);
      if (!ready) heard.emit('error', new StartProblem(words));
      else if (!stopping.signal.aborted) {
        log.error({ worker: worker.process.pid, code, signal }, 'A worker ended and is replaced');
        void replace();
      }
    });
    const port = once(heard, 'port').then(([message]) => (message as { port: number }).port);
    const url = once(heard, 'ready').then(([message]) => (message as { url: string }).url);
    for (const promise of [port, url]) promise.catch(() => undefined); // reported where it is awaited
    return { port, url };
  }

  async function replace(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await fork(port).url;
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
    await Promise.all([...hearing].map((worker) => setClock(worker, offset)));
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
        // No message: one that does not hear yet would never get it.
        worker.process.kill('SIGTERM');
        await ended;
      }),
    );
    await database.close();
  };

  try {
    const first = fork();
    port = await first.port;
    const others = Array.from({ length: settings.workers - 1 }, () => fork(port).url);
    const [url] = await Promise.all([first.url, ...others]);
    await database.announce(url);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs this process as a worker until the primary asks it to stop, or has gone. `words` tells a failure to a person. */
export async function runAsWorker(plan: StartPlan, words: (error: unknown) => string): Promise<void> {
  const begin = JSON.parse(plan.env[WORKER] ?? '{}') as Workplace;
  const tell = (message: FromWorker) => process.send?.(message);
  const clock = movableClock();
  const moves: (() => void)[] = [];
  const moveClock: MoveClock = {
    clock,
    move: (milliseconds) =>
      new Promise((resolve) => {
        moves.push(resolve);
        tell({ type: 'move-clock', milliseconds });
      }),
  };
  const starting = startWorker({
    ...plan,
    ...begin,
    moveClock,
    onPort: (port) => tell({ type: 'port', port }),
  });
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
    if (message.type === 'clock-moved') moves.shift()?.();
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

/**
 * Runs several processes on one port. The primary owns the embedded database and runs migrations; the workers serve
 * requests. Sessions, limits, jobs and notifications are in PostgreSQL, so only a moved clock is shared by messages.
 */
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { movableClock } from '../../outside/clock.ts';
import { listen } from '../../server/http/listen.server.ts';
import type { MoveClock } from './assemble.server.ts';
import { firstSteps, openDatabase, type StartPlan, StartProblem, startWorker, type Workplace } from './run.server.ts';

const WORKER = 'TENURE_WORKER';

type FromWorker =
  | { type: 'port'; port: number }
  | { type: 'ready'; url: string }
  | { type: 'failed'; words: string }
  | { type: 'move-clock'; milliseconds: number }
  | { type: 'clock-set'; offset: number };
type ToWorker = { type: 'set-clock'; offset: number } | { type: 'clock-moved' };

const RETRY_DELAY_MS = 1_000;

type PrimaryPlan = Pick<StartPlan, 'env' | 'checkout' | 'onFatal'> & {
  program: string;
};

/** Starts the database and all workers. If that fails, stops all of them and throws the errors of `startTenure`. */
export async function startPrimary(plan: PrimaryPlan): Promise<{ url: string; stop(): Promise<void> }> {
  const { settings, log, dataFolder } = await firstSteps(plan);
  // Fails before anything is created if the port is taken. The first worker binds the port again.
  const free = await listen(settings);
  await free.close(0);
  const database = await openDatabase({ ...plan, settings, log, dataFolder });
  // Keeps the password out of the environment. Workers derive the passwords of their roles.
  const address = { ...database.admin, user: '', password: '' };

  const stopping = new AbortController();
  let clock = 0;
  let port: number | undefined;
  cluster.setupPrimary({ exec: plan.program, args: [] });
  const workers = new Set<Worker>();
  const listening = new Set<Worker>();
  const send = (worker: Worker, message: ToWorker) => {
    if (worker.isConnected()) worker.send(message);
  };

  /** `port` resolves once bound, `url` once the worker serves. Both reject if the worker exits first. */
  function fork(shared?: number): { port: Promise<number>; url: Promise<string> } {
    const workplace: Workplace = { ...(shared && { port: shared }), dataFolder, address };
    const worker = cluster.fork({ [WORKER]: JSON.stringify(workplace) });
    workers.add(worker);
    const messages = new EventEmitter();
    let ready = false;
    let words = 'A worker ended before it was ready.';
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'port') {
        // From here on the worker handles messages.
        listening.add(worker);
        send(worker, { type: 'set-clock', offset: clock });
      }
      if (message.type === 'ready') ready = true;
      if (message.type === 'failed') words = message.words;
      if (message.type === 'move-clock') void moveClocks(worker, message.milliseconds);
      messages.emit(message.type, message);
    });
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      listening.delete(worker);
      if (!ready) messages.emit('error', new StartProblem(words));
      else if (!stopping.signal.aborted) {
        log.error({ worker: worker.process.pid, code, signal }, 'A worker ended: replacing it');
        void replace();
      }
    });
    const port = once(messages, 'port').then(([message]) => (message as { port: number }).port);
    const url = once(messages, 'ready').then(([message]) => (message as { url: string }).url);
    for (const promise of [port, url]) promise.catch(() => undefined); // the awaiting code handles the error
    return { port, url };
  }

  async function replace(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await fork(port).url;
        return;
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'Could not start a worker: retrying');
        await delay(RETRY_DELAY_MS);
      }
    }
  }

  /** Moves the clocks of all workers, then notifies `requester`. */
  async function moveClocks(requester: Worker, milliseconds: number): Promise<void> {
    clock += milliseconds;
    const offset = clock;
    await Promise.all([...listening].map((worker) => setClock(worker, offset)));
    send(requester, { type: 'clock-moved' });
  }

  function setClock(worker: Worker, offset: number): Promise<void> {
    return new Promise((resolve) => {
      const onMessage = (message: FromWorker) => {
        if (message.type === 'clock-set' && message.offset === offset) done();
      };
      const done = () => {
        worker.off('message', onMessage).off('exit', done);
        resolve();
      };
      worker.on('message', onMessage).once('exit', done);
      send(worker, { type: 'set-clock', offset });
    });
  }

  const stop = async () => {
    stopping.abort();
    await Promise.all(
      [...workers].map(async (worker) => {
        const ended = once(worker, 'exit');
        // Sends a signal, as a worker that does not handle messages yet would miss a message.
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

/** Runs a worker until the primary stops it or exits. `words` returns the message for an error. */
export async function runAsWorker(plan: StartPlan, words: (error: unknown) => string): Promise<void> {
  const workplace = JSON.parse(plan.env[WORKER] ?? '{}') as Workplace;
  const send = (message: FromWorker) => process.send?.(message);
  const clock = movableClock();
  const moves: (() => void)[] = [];
  const moveClock: MoveClock = {
    clock,
    move: (milliseconds) =>
      new Promise((resolve) => {
        moves.push(resolve);
        send({ type: 'move-clock', milliseconds });
      }),
  };
  const starting = startWorker({
    ...plan,
    ...workplace,
    moveClock,
    onPort: (port) => send({ type: 'port', port }),
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
  // Ctrl-C signals every process, but the primary decides when its workers stop.
  process.on('SIGINT', () => {}).on('SIGHUP', () => {});
  process.on('SIGTERM', stop).on('disconnect', stop);
  process.on('message', (message: ToWorker) => {
    if (message.type === 'clock-moved') moves.shift()?.();
    else {
      clock.set(message.offset);
      send({ type: 'clock-set', offset: message.offset });
    }
  });
  try {
    const { url } = await starting;
    send({ type: 'ready', url });
  } catch (error) {
    process.send?.({ type: 'failed', words: words(error) } satisfies FromWorker, () => process.exit(1));
  }
}

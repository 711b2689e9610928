import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import type { LiveChange } from '../../src/shared/records/live-change.ts';
import { query } from '../servers/database.ts';
import { server as fileServer } from '../servers/server.ts';
import type { TestServer } from '../servers/start-server.ts';
import type { Browser } from './browser.ts';

/** `requests[n]` caused `changes[n]`. */
type ReceivedEvents = {
  names: string[];
  changes: Omit<LiveChange, 'request'>[];
  requests: LiveChange['request'][];
  hello: unknown;
};
export type Events = ReceivedEvents & {
  answer: IncomingMessage;
  waitFor(enough: (received: ReceivedEvents) => boolean, timeout?: number): Promise<void>;
  /** Resolves when the server has closed the stream, and rejects if the stream was interrupted. */
  ended: Promise<void>;
};

type Asking = {
  browser: Pick<Browser, 'address' | 'cookieHeader'>;
  server?: Pick<TestServer, 'url' | 'services'>;
  since?: string;
};

export async function requestEvents({ browser, server = fileServer, since }: Asking): Promise<IncomingMessage> {
  const headers = {
    cookie: browser.cookieHeader(),
    host: new URL(server.services.appUrl).host,
    'accept-encoding': 'gzip, deflate, br',
    'x-forwarded-for': browser.address,
  };
  const request = get(`${server.url}/api/events${since ? `?since=${since}` : ''}`, { headers, agent: false });
  onTestFinished(() => void request.destroy());
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => {}); // `ended` rejects for the same error.
  return answer;
}

export function readEvents(answer: IncomingMessage): Events {
  const received: ReceivedEvents = { names: [], changes: [], requests: [], hello: undefined };
  const { names, changes, requests } = received;
  let rest = '';
  answer.setEncoding('utf8').on('data', (piece: string) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      names.push(event);
      if (event === 'hello') received.hello = JSON.parse(data);
      if (event !== 'change') continue;
      const { request, ...change } = JSON.parse(data) as LiveChange;
      changes.push(change);
      requests.push(request);
    }
  });
  const ended = new Promise<void>((resolve, reject) => {
    answer.once('close', () => (answer.complete ? resolve() : reject(new Error('The stream was interrupted.'))));
  });
  ended.catch(() => {}); // Not every test awaits `ended`.
  const waitFor: Events['waitFor'] = (enough, timeout = 30_000) =>
    vi.waitFor(
      () => {
        if (!enough(received)) throw new Error(`Only ${names.length} events were received.`);
      },
      { timeout, interval: 10 },
    );
  return Object.assign(received, { answer, waitFor, ended });
}

/** Opens the stream and waits for 'hello', after which no change is missed. */
export async function openEvents(asking: Asking): Promise<Events> {
  const answer = await requestEvents(asking);
  if (answer.statusCode !== 200) throw new Error(`The stream returned ${answer.statusCode}.`);
  const events = readEvents(answer);
  await events.waitFor(({ names }) => names.includes('hello'));
  return events;
}

/** Sends more notifications than are buffered for an idle reader. Returns the number that `events` has received. */
export async function sendManyNotices({ landlord, events }: { landlord: { id: string }; events: Events }) {
  const [TIMES, MAX_CONCURRENT] = [60, 1_000];
  for (let sent = MAX_CONCURRENT; sent <= TIMES * MAX_CONCURRENT; sent += MAX_CONCURRENT) {
    await query(
      fileServer.database,
      `select count(app.notify_live($1, 'transactions', gen_random_uuid(), 1)) from generate_series(1, $2::int)`,
      [landlord.id, MAX_CONCURRENT],
    );
    await events.waitFor(({ changes }) => changes.length === sent);
  }
  return TIMES * MAX_CONCURRENT;
}

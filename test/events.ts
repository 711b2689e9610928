/** A browser's open stream of events, read as it comes. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import { LiveChange } from '../src/shared/live-change.ts';
import { eventReader } from '../src/web/live/event-frames.ts';
import type { Browser } from './browser.ts';
import { query } from './database.ts';
import { server as fileServer } from './server.ts';
import type { TestServer } from './start-server.ts';

export type Events = {
  answer: IncomingMessage;
  /** What was heard, in order: the events' names. */
  names(): string[];
  /** What was heard of changes, in order. */
  changes(): LiveChange[];
  /** Waits until so much has been heard. */
  heard(enough: (events: { names: string[]; changes: LiveChange[] }) => boolean, timeout?: number): Promise<void>;
  /** Comes back when the server has ended it; rejects where it was broken off. */
  ended: Promise<void>;
  close(): void;
};

type Asking = { browser: Pick<Browser, 'address' | 'cookieHeader'>; server?: Pick<TestServer, 'url' | 'services'> };

/** Asks for the stream and returns once it is answered, unread. */
export async function askForEvents({ browser, server = fileServer }: Asking): Promise<IncomingMessage> {
  const headers = {
    cookie: browser.cookieHeader(),
    host: new URL(server.services.appUrl).host,
    'accept-encoding': 'gzip, deflate, br',
    'x-forwarded-for': browser.address,
  };
  const request = get(`${server.url}/api/events`, { headers, agent: false });
  onTestFinished(() => void request.destroy());
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => {}); // it is cut: `ended` tells
  return answer;
}

/** Begins to read. */
export function readEvents(answer: IncomingMessage): Events {
  const names: string[] = [];
  const changes: LiveChange[] = [];
  const read = eventReader();
  answer.setEncoding('utf8').on('data', (piece: string) => {
    for (const { event, data } of read(piece)) {
      names.push(event);
      if (event === 'change') changes.push(LiveChange.parse(JSON.parse(data)));
    }
  });
  const ended = new Promise<void>((resolve, reject) => {
    answer.once('close', () => (answer.complete ? resolve() : reject(new Error('The stream was broken off.'))));
  });
  ended.catch(() => {}); // not every test waits for it
  return {
    answer,
    names: () => names,
    changes: () => changes,
    heard: (enough, timeout = 10_000) =>
      vi.waitFor(
        () => {
          if (!enough({ names, changes })) throw new Error(`Only ${names.length} events were heard.`);
        },
        { timeout, interval: 10 },
      ),
    ended,
    close: () => void answer.destroy(),
  };
}

/** Opens the stream and returns once it has said hello: nothing is missed from here on. */
export async function openEvents(asking: Asking): Promise<Events> {
  const answer = await askForEvents(asking);
  if (answer.statusCode !== 200) throw new Error(`The stream was answered ${answer.statusCode}.`);
  const events = readEvents(answer);
  await events.heard(({ names }) => names.includes('hello'));
  return events;
}

/**
 * Sends notices as the triggers do, more than a connection holds for a reader who does not read: as fast as `events` hears them.
 * Answers how many.
 */
export async function manyNotices(plan: { landlord: { id: string }; events: Events; server?: TestServer }) {
  const { landlord, events, server = fileServer } = plan;
  const [TIMES, AT_ONCE] = [60, 1_000];
  const before = events.changes().length;
  for (let sent = AT_ONCE; sent <= TIMES * AT_ONCE; sent += AT_ONCE) {
    await query(
      server.database,
      `select count(pg_notify('tenure_live', json_build_object('landlord', $1::uuid, 'table', 'transactions',
         'operation', 'update', 'id', gen_random_uuid())::text)) from generate_series(1, $2::int)`,
      [landlord.id, AT_ONCE],
    );
    await events.heard(({ changes }) => changes.length === before + sent);
  }
  return TIMES * AT_ONCE;
}

/** Sends PostgreSQL's notifications of a landlord's changes to that landlord's open streams. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { SSEStreamingApi } from 'hono/streaming';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import { AppError } from '../../shared/app-error.ts';
import type { LiveChange } from '../../shared/records/live-change.ts';
import type { DatabaseAddress } from '../db/roles.server.ts';
import { openFeed } from './live-feed.server.ts';

const HEARTBEAT_MS = 15_000;
/** Maximum events buffered for a slow reader. Later ones are dropped, and `hello` makes the reader refetch. */
const MAX_BUFFERED = 2_000;
const MAX_RECENT = 10_000;
/** Upper bound of the clock difference between servers. */
const CLOCK_SKEW_MS = 5_000;
/** Time for a reader to receive the end of the stream before it is disconnected. */
const CLOSE_TIMEOUT_MS = 1_000;

const Notice: z.ZodType<LiveChange & { landlord: string }> = z.object({
  noun: z.string().regex(/^[a-z-]+$/),
  id: z.uuid().nullable(),
  version: z.int().nullable(),
  request: z.uuid().nullable(),
  landlord: z.uuid(),
});

/** Maximum open streams in a process, in total, for an account and for a person. Each visible tab has a stream. */
export type StreamLimits = { all?: number; account?: number; each?: number };
type Owner = {
  landlord: string;
  person: string;
  member: string;
  /** Role, and whether the member reaches all properties. The stream ends when either changes. */
  reach: string;
  token: string;
  /** When the page was rendered; undefined if it will refetch everything. */
  since: Date | undefined;
};
type Stream = Owner & { send: (event: string, data: object) => void; end: () => void };

export type Live = {
  /** Throws `too_many_attempts` at the stream limit, or `unavailable` during shutdown. */
  checkLimits(owner: Pick<Owner, 'landlord' | 'person'>, limits: StreamLimits): void;
  /** Sends the landlord's changes until the reader disconnects or the session of `token` ends. */
  stream(owner: Owner, line: { sse: SSEStreamingApi; outgoing: ServerResponse }): Promise<void>;
  /** Calls `act` with the landlord of each notice of a noun. Replaces an earlier subscriber of the noun. */
  subscribe(noun: LiveChange['noun'], act: (landlord: string) => void): void;
  stop(): Promise<void>;
};

export function startLive({ address, clock, log }: { address: DatabaseAddress; clock: Clock; log: Logger }): Live {
  const streams = new Set<Stream>();
  const subscribers = new Map<LiveChange['noun'], (landlord: string) => void>();
  let listening = false;
  /** Notices with their time of arrival, complete from `recentSince` on. */
  let recent: { at: number; landlord: string; noun: LiveChange['noun'] }[] = [];
  let recentSince = 0;
  let stopping = false;
  /** Includes the landlord, as the browser's cookie may now be another landlord's. */
  const sendHello = ({ send, landlord }: Stream) => send('hello', { landlord });

  /** Sends the nouns that changed since the page was rendered. If they are unknown, the page refetches everything. */
  function catchUp(stream: Stream): void {
    const { landlord, since, send } = stream;
    const from = (since?.getTime() ?? 0) - CLOCK_SKEW_MS;
    if (from < recentSince) {
      sendHello(stream);
      return;
    }
    const missed = recent.filter((notice) => notice.at >= from && notice.landlord === landlord);
    send('hello', { landlord, changed: [...new Set(missed.map(({ noun }) => noun))] });
  }

  /** Ends the streams of ended sessions, and of members who were removed or whose reach has changed. */
  async function endSignedOut(client: pg.Client): Promise<void> {
    if (streams.size === 0) return;
    const checked = [...new Map([...streams].map((stream) => [keyOf(stream), stream])).values()];
    const { rows } = await client.query<{ token: string; member: string; reach: string }>(
      'select * from app.live_sessions($1, $2, $3, $4)',
      [
        checked.map(({ token }) => token),
        checked.map(({ member }) => member),
        checked.map(({ reach }) => reach),
        clock.now(),
      ],
    );
    const valid = new Set(rows.map(keyOf));
    const keys = new Set(checked.map(keyOf));
    for (const stream of streams) if (keys.has(keyOf(stream)) && !valid.has(keyOf(stream))) stream.end();
  }

  const feed = openFeed({
    address,
    log,
    onNotice(payload) {
      const notice = Notice.safeParse(parsed(payload));
      if (!notice.success) return log.warn('A live notice could not be parsed');
      const { landlord, ...change } = notice.data;
      recent.push({ at: clock.now().getTime(), landlord, noun: change.noun });
      if (recent.length > MAX_RECENT) recentSince = recent.shift()?.at ?? recentSince;
      for (const stream of streams)
        if (stream.landlord === landlord) stream.send('change', seesIds(stream) ? change : withoutId(change));
      subscribers.get(change.noun)?.(landlord);
    },
    onListening() {
      listening = true;
      recent = [];
      recentSince = clock.now().getTime();
      streams.forEach(sendHello);
    },
    onLost() {
      listening = false;
    },
    check: endSignedOut,
  });
  const heartbeat = setInterval(() => {
    for (const { send } of streams) send('beat', {});
  }, HEARTBEAT_MS);

  return {
    checkLimits({ landlord, person }, { all = 5_000, account = 500, each = 30 }) {
      if (stopping) throw new AppError('unavailable', { message: 'The server is restarting. Try again.' });
      const own = [...streams].filter((stream) => stream.person === person).length;
      const ofAccount = [...streams].filter((stream) => stream.landlord === landlord).length;
      const message =
        own >= each
          ? `Tenure is already open in ${each} tabs. This tab will update when you return to it.`
          : 'Tenure is very busy. This tab will update when you return to it.';
      if (own >= each || ofAccount >= account || streams.size >= all)
        throw new AppError('too_many_attempts', { message, retryAfter: 60 });
    },

    async stream(owner, { sse, outgoing }) {
      let buffered = 0;
      let dropped = false;
      const write = async (event: string, data: object) => {
        buffered += 1;
        await sse.writeSSE({ event, data: JSON.stringify(data) });
        buffered -= 1;
        if (!dropped || buffered > 0) return;
        dropped = false;
        sendHello(stream);
      };
      const over = new AbortController();
      const ended = once(over.signal, 'abort');
      const stream: Stream = {
        ...owner,
        send(event, data) {
          if (buffered < MAX_BUFFERED) void write(event, data);
          else dropped = true;
        },
        end() {
          const timeout = setTimeout(() => outgoing.destroy(), CLOSE_TIMEOUT_MS);
          outgoing.once('close', () => clearTimeout(timeout));
          over.abort();
        },
      };
      sse.onAbort(() => over.abort());
      streams.add(stream);
      // Before the server listens, `onListening` sends `hello` instead, so that no later change is missed.
      if (listening) catchUp(stream);
      await ended;
      streams.delete(stream);
    },

    subscribe: (noun, act) => void subscribers.set(noun, act),

    async stop() {
      stopping = true;
      clearInterval(heartbeat);
      for (const { end } of streams) end();
      await feed.close();
    },
  };
}

const keyOf = ({ token, member, reach }: Pick<Owner, 'token' | 'member' | 'reach'>) => `${token} ${member} ${reach}`;

/** Other members may not see the record. Without its id they refetch the noun. */
const seesIds = ({ reach }: Owner) => /^(?:owner|manager|bookkeeper) t$/.test(reach);
const withoutId = (change: LiveChange): LiveChange => ({ ...change, id: null, version: null });

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined; // not a notice of this app
  }
}

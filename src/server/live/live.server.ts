/** Live events: what PostgreSQL tells of a landlord's rows goes to the open streams of that landlord, and to no other. */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import { AppError } from '../../shared/app-error.ts';
import { LiveChange, RELOADS } from '../../shared/live-change.ts';
import type { DatabaseAddress } from '../db/roles.server.ts';
import { type Ask, openFeed } from './live-feed.server.ts';
import { type EventStream, eventStream, frame } from './live-stream.server.ts';

/** Milliseconds between signs of life, by which a browser knows that its stream has not been lost. */
const BEAT = 15_000;

const BEAT_FRAME = frame('beat', {});
const END_FRAME = frame('end', { reason: 'signed_out' });
const RELOAD = Buffer.concat(RELOADS.map((change) => frame('change', change)));

/** What the triggers tell. */
const Notice = LiveChange.extend({ landlord: z.uuid() });

export type Live = {
  /**
   * A stream for the landlord whose session `token` is, which lasts no longer than that. It says hello once nothing can be missed
   * any more. `ended` is called once. Throws `unavailable` when the server is about to stop.
   */
  open(plan: {
    landlord: string;
    token: string;
    outgoing: ServerResponse;
    ended: () => void;
  }): ReadableStream<Uint8Array>;
  /** Ends every stream, and listens no more. */
  stop(): Promise<void>;
};

type Open = EventStream & { landlord: string; token: string; greeted: boolean };

export function startLive({ address, clock, log }: { address: DatabaseAddress; clock: Clock; log: Logger }): Live {
  const streams = new Map<string, Set<Open>>();
  let listening = false;
  let stopping = false;
  const all = () => [...streams.values()].flatMap((some) => [...some]);

  const greet = (stream: Open) => {
    stream.send(frame('hello', { landlord: stream.landlord }));
    stream.greeted = true;
  };

  async function endSignedOut(ask: Ask): Promise<void> {
    const open = all();
    if (open.length === 0) return;
    const tokens = [...new Set(open.map(({ token }) => token))];
    const rows = await ask<{ token: string }>('select app.live_sessions($1, $2) as token', [tokens, clock.now()]);
    const living = new Set(rows.map(({ token }) => token));
    for (const stream of open) if (!living.has(stream.token)) stream.end(END_FRAME);
  }

  const feed = openFeed({
    address,
    log,
    hear(payload) {
      const notice = Notice.safeParse(parsed(payload));
      if (!notice.success) return log.warn('A notice of a change could not be read');
      const { landlord, ...change } = notice.data;
      const event = frame('change', change);
      for (const stream of streams.get(landlord) ?? []) stream.send(event);
    },
    async listening(ask) {
      await endSignedOut(ask);
      listening = true;
      for (const stream of all()) {
        if (stream.greeted) stream.send(RELOAD);
        else greet(stream);
      }
    },
    look: endSignedOut,
    lost() {
      listening = false;
    },
  });

  const heart = setInterval(() => {
    for (const stream of all()) stream.send(BEAT_FRAME);
  }, BEAT);

  return {
    open({ landlord, token, outgoing, ended }) {
      if (stopping) throw new AppError('unavailable', { message: 'The server is about to stop. Please try again.' });
      const own = streams.get(landlord) ?? new Set<Open>();
      const leave = () => {
        own.delete(stream);
        if (own.size === 0 && streams.get(landlord) === own) streams.delete(landlord);
        ended();
      };
      const stream: Open = {
        ...eventStream({ outgoing, instead: RELOAD, ended: leave }),
        landlord,
        token,
        greeted: false,
      };
      streams.set(landlord, own.add(stream));
      if (listening) greet(stream);
      return stream.body;
    },
    async stop() {
      stopping = true;
      clearInterval(heart);
      for (const stream of all()) stream.end();
      await feed.close();
    },
  };
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined; // somebody else's notice
  }
}

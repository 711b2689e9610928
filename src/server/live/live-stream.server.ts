/** One open stream of events (text/event-stream): what is sent leaves at once, and does not pile up for who reads slowly. */
import type { ServerResponse } from 'node:http';

/** The most bytes that wait for a reader; one notice is some hundred. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** Milliseconds in which the last words may be taken. */
const LAST_WORDS = 1_000;

const encoder = new TextEncoder();

/** An event as it goes over the line. */
export function frame(event: string, content: object): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(content)}\n\n`);
}

export type EventStream = {
  body: ReadableStream<Uint8Array>;
  send(event: Uint8Array): void;
  /** Ends it, after `lastWords`; a reader who does not take them is cut off. */
  end(lastWords?: Uint8Array): void;
};

type Plan = {
  outgoing: ServerResponse;
  /** What a reader is told instead of all that waits, once that is too much. */
  instead: Uint8Array;
  /** Called once, whoever ends it. */
  ended: () => void;
};

export function eventStream({ outgoing, instead, ended }: Plan): EventStream {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let hungry = false;
  let reader: ReadableStreamDefaultController<Uint8Array> | undefined;
  const leave = () => {
    if (!reader) return;
    reader = undefined;
    waiting = [];
    ended();
  };
  const wait = (event: Uint8Array) => {
    waiting.push(event);
    bytes += event.length;
  };
  const hand = () => {
    hungry = false;
    reader?.enqueue(Buffer.concat(waiting));
    waiting = [];
    bytes = 0;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        reader = controller;
      },
      // Everything that waits goes in one piece: a burst takes as few writes as the line allows.
      pull() {
        if (waiting.length > 0) hand();
        else hungry = true;
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    send(event) {
      if (!reader) return;
      if (bytes > MAX_BUFFERED_BYTES) [waiting, bytes] = [[instead], instead.length];
      wait(event);
      if (hungry) hand();
    },
    end(lastWords) {
      if (!reader) return;
      if (lastWords) wait(lastWords);
      if (waiting.length > 0) hand();
      reader.close();
      leave();
      const late = setTimeout(() => outgoing.destroy(), LAST_WORDS);
      outgoing.once('close', () => clearTimeout(late));
    },
  };
}

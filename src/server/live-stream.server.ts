/** One open stream of events (text/event-stream): what is sent leaves at once, and who does not read is let go. */
import type { ServerResponse } from 'node:http';

/** The most bytes that wait for a reader. Beyond them the stream is broken off: the browser asks anew and reads all again. */
const MOST_WAITING = 256 * 1024;
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
  /** Ends it, after `lastWords`. */
  end(lastWords?: Uint8Array): void;
};

/** `ended` is called once, whoever ends it. */
export function eventStream({ outgoing, ended }: { outgoing: ServerResponse; ended: () => void }): EventStream {
  let reader: ReadableStreamDefaultController<Uint8Array> | undefined;
  const leave = () => {
    if (!reader) return;
    reader = undefined;
    ended();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        reader = controller;
      },
      cancel: leave,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
  );
  return {
    body,
    send(event) {
      if (!reader) return;
      reader.enqueue(event);
      if ((reader.desiredSize ?? 0) > 0) return;
      leave();
      outgoing.destroy();
    },
    end(lastWords) {
      if (!reader) return;
      if (lastWords) reader.enqueue(lastWords);
      reader.close();
      leave();
      const late = setTimeout(() => outgoing.destroy(), LAST_WORDS);
      outgoing.once('finish', () => clearTimeout(late)).once('close', () => clearTimeout(late));
    },
  };
}

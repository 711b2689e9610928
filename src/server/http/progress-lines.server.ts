/** Streams the progress of long work as NDJSON, then its result or an error. */
import type { Context } from 'hono';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv } from '../services.server.ts';

/** `no-transform` prevents compression, which would buffer the progress. */
export const PROGRESS_HEADERS = { 'content-type': 'text/x-ndjson', 'cache-control': 'private, no-store, no-transform' };

type Plan<Line> = {
  work: (send: (line: Line) => void) => Promise<Line>;
  /** Messages for an unknown error: `failed` for the person, `logged` for the log. */
  failed: string;
  logged: string;
};

/** Throws a failure before the first line; a later failure becomes the last line. `work` outlives the connection. */
export async function progressLines<Line extends object>(
  c: Context<AppEnv>,
  { work, failed, logged }: Plan<Line>,
): Promise<ReadableStream<Uint8Array>> {
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(streamController) {
      controller = streamController;
    },
    cancel() {
      controller = undefined;
    },
  });
  const encoder = new TextEncoder();
  const send = (line: object) => {
    controller?.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
    begin();
  };
  const running = work(send).then(send);
  await Promise.race([hasBegun, running]);
  void running
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) c.var.log().error({ err: error }, logged);
      send({ error: error instanceof AppError ? error.message : failed });
    })
    .finally(() => controller?.close());
  return stream;
}

/** Long work answered as NDJSON: its progress, then its outcome or an error. */
import type { Context } from 'hono';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv } from '../services.server.ts';

/** Compression would buffer the progress. */
export const PROGRESS_HEADERS = { 'content-type': 'text/x-ndjson', 'cache-control': 'private, no-store, no-transform' };

type Plan<Line> = {
  work: (send: (line: Line) => void) => Promise<Line>;
  /** The sentence for an unknown error, and its entry in the log. */
  failed: string;
  logged: string;
};

/** Failures before the first line throw; later ones become the last line. It continues when the client disconnects. */
export async function progressLines<Line extends object>(
  c: Context<AppEnv>,
  { work, failed, logged }: Plan<Line>,
): Promise<ReadableStream<Uint8Array>> {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  let open: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      open = controller;
    },
    cancel() {
      open = undefined;
    },
  });
  const encoder = new TextEncoder();
  const send = (line: object) => {
    open?.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
    begin();
  };
  const going = work(send).then(send);
  await Promise.race([begun, going]);
  void going
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) c.var.log().error({ err: error }, logged);
      send({ error: error instanceof AppError ? error.message : failed });
    })
    .finally(() => open?.close());
  return stream;
}

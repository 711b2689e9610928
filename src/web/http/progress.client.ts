/** Reads responses that stream the progress of long work as NDJSON and end with a result or an error. */
import type { ClientResponse } from 'hono/client';
import { AppError } from '../../shared/app-error.ts';
import { reached } from './api.client.ts';
import { withSession } from './save.client.ts';

type Line<Result> = { done: number; of: number } | { error: string } | Result;

type Plan<Result> = {
  /** Must use `fetch` directly, as the response streams. */
  send: () => Promise<ClientResponse<unknown>>;
  parse: (line: unknown) => Line<Result>;
  /** Called with the progress from 0 to 1. */
  onProgress: (share: number) => void;
  cutOff?: string;
};

/** Returns the result. Throws AppError: a line's error, or `unavailable` if the connection ends before the result. */
export async function streamed<Result extends object>({
  send,
  parse,
  onProgress,
  cutOff,
}: Plan<Result>): Promise<Result> {
  const response = await withSession(() => reached(send()));
  let result: Result | undefined;
  for await (const text of linesOf(response.body)) {
    const line = parse(JSON.parse(text));
    if ('error' in line) throw new AppError('internal', { message: line.error });
    if ('done' in line) onProgress(line.of === 0 ? 1 : line.done / line.of);
    else result = line;
  }
  if (!result) throw new AppError('unavailable', { ...(cutOff && { message: cutOff }) });
  return result;
}

async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const chunk = await reader?.read().catch(() => undefined);
    const lines = (rest + decoder.decode(chunk?.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (!chunk || chunk.done) return;
  }
}

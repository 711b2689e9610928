/** Long work whose answer streams progress as NDJSON, and ends with its result or an error. */
import type { ClientResponse } from 'hono/client';
import { AppError } from '../../shared/app-error.ts';
import { reached } from './api.client.ts';
import { withSession } from './save.client.ts';

type Line<Result> = { done: number; of: number } | { error: string } | Result;

type Plan<Result> = {
  /** Uses fetch directly, as the response streams. */
  send: () => Promise<ClientResponse<unknown>>;
  parse: (line: unknown) => Line<Result>;
  /** Receives the progress as a share. */
  onProgress: (share: number) => void;
  /** The sentence if the connection ends before the result. */
  cutOff?: string;
};

/** The result. Throws the error of the last line, or `unavailable` if the connection ends before it. */
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
    const piece = await reader?.read().catch(() => undefined);
    const lines = (rest + decoder.decode(piece?.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (!piece || piece.done) return;
  }
}

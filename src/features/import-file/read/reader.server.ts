import {
  type Ask,
  createThread,
  type ThreadLimits,
  threadProgram,
  type Whose,
} from '../../file/thread/thread.server.ts';
import { REFUSED } from './refusals.ts';
import type { Head, Message, Refused, Reply } from './source.ts';

/** A workbook of 100,000 rows takes 8 s. The margin is for a busy machine. */
const LIMITS: ThreadLimits = { milliseconds: 90_000, megabytes: 512 };
const MAX_WAITING = 12;

/** `rows` are JSON arrays of `StoredRow`. */
export type FileRead = Head & { rows: string[] };

const program = threadProgram('import-reader', new URL('./worker.server.ts', import.meta.url));

const REASONS = { too_slow: REFUSED.tooSlow, too_large: REFUSED.tooLarge };

function createReader(limits: ThreadLimits) {
  const thread = createThread({ limits, maxWaiting: MAX_WAITING, program });
  return async (job: { bytes: Uint8Array; name: string }, whose: Whose): Promise<FileRead | Refused> => {
    const read = await thread(whose, (ask) => readWhole({ do: 'read', ...job }, ask));
    return 'stopped' in read ? { refused: REASONS[read.stopped] } : read;
  };
}

export const readImport = createReader(LIMITS);

async function readWhole(job: Message, ask: Ask): Promise<FileRead | Refused> {
  const head = (await ask(job)) as Head | Refused;
  if ('refused' in head) return head;
  const rows: string[] = [];
  while (rows.length < head.parts) {
    const { part } = (await ask({ do: 'more' } satisfies Message)) as Extract<Reply, { part: string }>;
    rows.push(part);
  }
  return { ...head, rows };
}

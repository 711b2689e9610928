/** Parses statement files and agents' statements in a worker thread. */
import {
  type Ask,
  createThread,
  type ThreadLimits,
  threadProgram,
  type Whose,
} from '../../file/thread/thread.server.ts';
import type { Message, Reply, RowsJob, StatementJob, StatementReply } from './job.ts';
import type { Rows } from './rows.ts';
import { REFUSED } from './statement.ts';

/** A file of 20 MB takes 2 s and 150 MB; the rest is margin for a busy machine. */
const LIMITS: ThreadLimits = { milliseconds: 60_000, megabytes: 384 };
const MAX_WAITING = 12;

/** `parts` are JSON arrays of `StoredLine`, and empty for a file with a question. */
export type ReadFile = { statement: StatementReply; parts: string[] };

const program = threadProgram('reader', new URL('./worker.server.ts', import.meta.url));

const REASONS = { too_slow: REFUSED.tooSlow, too_large: REFUSED.tooLarge };

export function createReader(limits: ThreadLimits = LIMITS) {
  const alone = createThread({ limits, maxWaiting: MAX_WAITING, program });
  return {
    async readStatement(job: Omit<StatementJob, 'do'>, whose: Whose): Promise<ReadFile> {
      const read = await alone(whose, (ask) => readWhole({ do: 'statement', ...job }, ask));
      if (!('stopped' in read)) return read;
      return { statement: { kind: 'refused', reason: REASONS[read.stopped] }, parts: [] };
    },
    async readRows(text: string, whose: Whose): Promise<Rows> {
      const rows = await alone(whose, async (ask) => (await ask({ do: 'rows', text } satisfies RowsJob)) as Rows);
      return 'stopped' in rows ? { reason: REASONS[rows.stopped] } : rows;
    },
  };
}

export const reader = createReader();

async function readWhole(job: StatementJob, ask: Ask): Promise<ReadFile> {
  const statement = (await ask(job)) as StatementReply;
  const parts: string[] = [];
  if (statement.kind === 'lines')
    while (parts.length < statement.parts) {
      const { part } = (await ask({ do: 'more' } satisfies Message)) as Extract<Reply, { part: string }>;
      parts.push(part);
    }
  return { statement, parts };
}

/** The reading thread: parses one upload at a time. Started by `reader.server.ts`, which ends it where it takes too long. */
import { parentPort } from 'node:worker_threads';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createEncryption } from '../../../server/jobs/encryption.server.ts';
import { accountFingerprint } from '../../bank/fingerprint.server.ts';
import { type Message, PART, type Reply, type StatementJob } from './job.ts';
import { readStatement } from './read-statement.ts';
import { readRows } from './rows.ts';
import { REFUSED, type Statement, type StatementLine, type UnreadableLine } from './statement.ts';

/** As the column that keeps it allows. */
const MAX_KEPT = 20_000_000;

let rest: { lines: StatementLine[]; unreadable: UnreadableLine[] } = { lines: [], unreadable: [] };

function reply(message: Message): Reply {
  if (message.do === 'more') return { lines: rest.lines.splice(0, PART), unreadable: rest.unreadable.splice(0, PART) };
  if (message.do === 'rows') return readRows(message.text);
  return readFile(message);
}

function readFile({ file, secret, today, answer, keep }: StatementJob): Reply {
  const encryption = createEncryption(secret, 'statements');
  const bytes = 'bytes' in file ? file.bytes : unpacked(encryption.decrypt(Buffer.from(file.kept).toString('latin1')));
  const reading = { fingerprint: accountFingerprint(secret), today };
  const given = answer && ('date' in answer ? { mapping: answer } : answer);
  const statement = readStatement(bytes, { ...reading, ...given });
  const keeping = keep && statement.kind !== 'refused';
  const kept = keeping ? Buffer.from(encryption.encrypt(gzipSync(bytes, { level: 1 }).toString('base64'))) : undefined;
  if (kept && kept.length > MAX_KEPT) return withoutLines({ kind: 'refused', reason: REFUSED.tooLarge }, undefined);
  return withoutLines(statement, kept);
}

const unpacked = (packed: string) => gunzipSync(Buffer.from(packed, 'base64'));

function withoutLines(statement: Statement, kept: Uint8Array | undefined): Reply {
  if (statement.kind !== 'lines') return { statement, kept, lines: 0, unreadable: 0 };
  const { lines, unreadable } = statement;
  rest = { lines, unreadable };
  const head = { ...statement, lines: [], unreadable: [] };
  return { statement: head, kept, lines: lines.length, unreadable: unreadable.length };
}

parentPort?.on('message', (message: Message) => parentPort?.postMessage(reply(message), []));

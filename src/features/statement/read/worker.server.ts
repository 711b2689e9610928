/** The reader thread, which parses one upload at a time. `reader.server.ts` starts it, and ends it on a timeout. */
import { parentPort } from 'node:worker_threads';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createEncryption } from '../../../server/jobs/encryption.server.ts';
import { accountFingerprint } from '../../bank/fingerprint.server.ts';
import { type Message, PART, type Reply, type StatementJob, type StatementReply } from './job.ts';
import { readSource, readStatement, type Source } from './read-statement.ts';
import { readRows } from './rows.ts';
import { REFUSED } from './statement.ts';
import { type StoredLine, storedLines } from './stored-line.server.ts';

/** Maximum size in bytes of the column `cells`. */
const MAX_CELLS = 20_000_000;

let parts = partsOf([]);

function reply(message: Message): Reply {
  if (message.do === 'more') return { part: parts.next().value };
  if (message.do === 'rows') return readRows(message.text);
  return readFile(message);
}

function readFile({ file, secret, today, answer }: StatementJob): StatementReply {
  // Frees the memory of the previous file.
  parts = partsOf([]);
  const encryption = createEncryption(secret, 'statements');
  const source = 'bytes' in file ? readSource(file.bytes) : unpacked(encryption.decrypt(textOf(file.cells)));
  const reading = { fingerprint: accountFingerprint(secret), today };
  const given = answer && ('date' in answer ? { mapping: answer } : answer);
  const statement = readStatement(source, { ...reading, ...given });
  if (statement.kind === 'refused') return statement;
  if (statement.kind === 'ask') {
    if (!('bytes' in file)) return statement;
    const cells = Buffer.from(encryption.encrypt(packed(source)));
    return cells.length > MAX_CELLS ? { kind: 'refused', reason: REFUSED.tooLarge } : { ...statement, cells };
  }
  const { lines, unreadable, ...head } = statement;
  parts = partsOf(storedLines(statement));
  return { ...head, parts: Math.ceil((lines.length + unreadable.length) / PART), readable: lines.length };
}

const textOf = (cells: Uint8Array) => Buffer.from(cells).toString('latin1');
const packed = (source: Source) => gzipSync(JSON.stringify(source), { level: 1 }).toString('base64');
const unpacked = (text: string) => JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as Source;

/** Yields JSON arrays of stored lines, one for each message. */
function* partsOf(lines: Iterable<StoredLine>): Generator<string, string> {
  let part: StoredLine[] = [];
  for (const line of lines) {
    part.push(line);
    if (part.length < PART) continue;
    yield JSON.stringify(part);
    part = [];
  }
  return JSON.stringify(part);
}

parentPort?.on('message', (message: Message) => parentPort?.postMessage(reply(message), []));

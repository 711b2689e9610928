/**
 * Encrypts backups: a header, then chunks of AES-256-GCM under a key derived by scrypt from passphrase and salt.
 * Each chunk starts with its nonce: the chunk's number and, in the last chunk, an end marker.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { BackupProblem } from './format.ts';

export const CHUNK_BYTES = 64 * 1024;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const FRAME_BYTES = NONCE_BYTES + CHUNK_BYTES + TAG_BYTES;

const MAGIC = Buffer.from('tenure encrypted\x01', 'latin1');
const SALT_BYTES = 16;
const SUM_BYTES = 32;
/** Magic, scrypt's log2(N), r and p, salt, proof of the passphrase, and a checksum of these. */
export const HEADER_BYTES = MAGIC.length + 3 + SALT_BYTES + 2 * SUM_BYTES;

/** scrypt's log2(N): 128 MB and about 0.4 s a guess (OWASP's first choice). */
const COST = 17;
const R = 8;
const P = 1;
/** Limits the memory that an untrusted header can request. */
const MAX_MEMORY = 1024 ** 3;

const MIN_PASSPHRASE = 12;

/** The passphrase in BACKUP_PASSPHRASE_FILE; undefined if unset. Throws `BackupProblem`. */
export async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
    throw new BackupProblem(`The file ${file} in BACKUP_PASSPHRASE_FILE ${why}. No changes were made.`);
  });
  const passphrase = text.replace(/[\r\n]+$/, '').normalize();
  if (Array.from(passphrase).length >= MIN_PASSPHRASE) return passphrase;
  throw new BackupProblem(
    `The passphrase in ${file} (BACKUP_PASSPHRASE_FILE) is too short: it needs at least ${MIN_PASSPHRASE} characters. No changes were made.`,
  );
}

/** Encrypts `source`. A new salt gives a new key each time, so nonces never repeat under a key. */
export async function* encrypted(
  source: AsyncIterable<Buffer>,
  { passphrase, cost = COST }: { passphrase: string; cost?: number },
): AsyncGenerator<Buffer> {
  const start = Buffer.concat([MAGIC, Buffer.from([cost, R, P]), randomBytes(SALT_BYTES)]);
  const { key, proof } = await keysOf(passphrase, start);
  const proven = Buffer.concat([start, proof]);
  yield Buffer.concat([proven, sumOf(proven)]);

  let number = 0n;
  const frame = (chunk: Buffer, last: boolean): Buffer => {
    const nonce = nonceOf(number++, last);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    return Buffer.concat([nonce, cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  // Holds one chunk back, as only the end of the source shows which chunk is last.
  let held: Buffer | undefined;
  for await (const chunk of inPieces(source, CHUNK_BYTES)) {
    if (held) yield frame(held, false);
    held = chunk;
  }
  yield frame(held ?? Buffer.alloc(0), true);
}

type Opening = { name: string; passphrase: string | undefined };

/** Decrypts `source` if encrypted. Yields authenticated bytes only; throws `BackupProblem` about `name` otherwise. */
export async function* decrypted(source: AsyncIterable<Buffer>, opening: Opening): AsyncGenerator<Buffer> {
  const bytes = join([], source);
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEADER_BYTES) {
    const { done, value } = await bytes.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) return yield* join([head], bytes);
  const key = await openedKey(head.subarray(0, HEADER_BYTES), opening);
  yield* chunksOf(inPieces(join([head.subarray(HEADER_BYTES)], bytes), FRAME_BYTES), { key, name: opening.name });
}

async function* join(first: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield* first;
  yield* rest;
}

async function openedKey(header: Buffer, { name, passphrase }: Opening): Promise<Buffer> {
  if (!passphrase) {
    throw new BackupProblem(
      `${name} is encrypted. Set BACKUP_PASSPHRASE_FILE to the path of the file that holds its passphrase. No changes were made.`,
    );
  }
  if (header.length < HEADER_BYTES) throw damaged(name, 'it was cut short');
  const proven = header.subarray(0, -SUM_BYTES);
  if (!sumOf(proven).equals(header.subarray(-SUM_BYTES))) throw damaged(name, 'its header was altered');
  const start = proven.subarray(0, -SUM_BYTES);
  const { key, proof } = await keysOf(passphrase, start).catch((error: unknown) => {
    throw damaged(name, 'its header needs too much memory', error);
  });
  if (timingSafeEqual(proof, proven.subarray(-SUM_BYTES))) return key;
  throw new BackupProblem(
    `${name} was encrypted with a different passphrase from the one in BACKUP_PASSPHRASE_FILE. No changes were made.`,
  );
}

async function* chunksOf(
  frames: AsyncIterable<Buffer>,
  { key, name }: { key: Buffer; name: string },
): AsyncGenerator<Buffer> {
  let number = 0n;
  let ended = false;
  for await (const frame of frames) {
    if (ended) throw damaged(name, 'data was added after its end');
    const nonce = frame.subarray(0, NONCE_BYTES);
    const chunk = openedFrame(key, frame);
    if (!chunk) throw damaged(name, frame.length < FRAME_BYTES ? 'it was cut short or altered' : 'it was altered');
    // An authentic chunk may still be out of order.
    ended = nonce.equals(nonceOf(number, true));
    if (!ended && !nonce.equals(nonceOf(number, false))) throw damaged(name, 'parts are missing or out of order');
    number += 1n;
    yield chunk;
  }
  if (!ended) throw damaged(name, 'it was cut short');
}

function openedFrame(key: Buffer, frame: Buffer): Buffer | undefined {
  if (frame.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, frame.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(frame.subarray(-TAG_BYTES));
  const chunk = decipher.update(frame.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
    return chunk;
  } catch {
    return undefined;
  }
}

function nonceOf(number: bigint, last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(number, 3);
  nonce[NONCE_BYTES - 1] = last ? 1 : 0;
  return nonce;
}

/** The chunk key, and a proof of the passphrase that does not reveal the key. `start` is the header up to the salt. */
async function keysOf(passphrase: string, start: Buffer): Promise<{ key: Buffer; proof: Buffer }> {
  const [cost = 0, r = 0, p = 0, ...salt] = start.subarray(MAGIC.length);
  const options = { N: 2 ** cost, r, p, maxmem: MAX_MEMORY };
  const keys = await promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)(
    passphrase,
    Buffer.from(salt),
    64,
    options,
  );
  const proof = createHmac('sha256', keys.subarray(32)).update(start).digest();
  return { key: keys.subarray(0, 32), proof };
}

function sumOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function damaged(name: string, how: string, cause?: unknown): BackupProblem {
  return new BackupProblem(`${name} is damaged: ${how}. No changes were made. Take another backup file.`, { cause });
}

/** Re-chunks the stream into pieces of `maxBytes`, with a shorter last piece. */
export async function* inPieces(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (size + rest.length >= maxBytes) {
      yield Buffer.concat([...held, rest.subarray(0, maxBytes - size)]);
      rest = rest.subarray(maxBytes - size);
      held = [];
      size = 0;
    }
    held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}

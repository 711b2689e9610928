import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CHUNK_BYTES, decrypted, encrypted, FRAME_BYTES, HEADER_BYTES, readPassphrase } from './cipher.server.ts';

const PASSPHRASE = 'correct horse battery';
/** A low scrypt cost keeps the tests fast. */
const COST = 4;

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const encrypt = (bytes: Buffer) => buffer(encrypted(inParts(bytes, 10_007), { passphrase: PASSPHRASE, cost: COST }));
const decrypt = (bytes: Buffer, passphrase: string | undefined = PASSPHRASE) =>
  buffer(decrypted(inParts(bytes, 7_001), { name: 'The file', passphrase }));
const refusal = (bytes: Buffer, passphrase?: string) =>
  decrypt(bytes, passphrase).then(
    () => 'It was decrypted.',
    (error: Error) => error.message,
  );
const damaged = (how: string) => `The file is damaged: ${how}. No changes were made. Take another backup file.`;

/** Encrypts `content`, and splits the result into the header, the first chunk, the second chunk and the rest. */
async function framesOf(content: Buffer): Promise<Buffer[]> {
  const file = await encrypt(content);
  const cuts = [0, HEADER_BYTES, HEADER_BYTES + FRAME_BYTES, HEADER_BYTES + 2 * FRAME_BYTES];
  return cuts.map((cut, index) => file.subarray(cut, cuts[index + 1]));
}
const content = randomBytes(2 * CHUNK_BYTES + 1000);

it.each([
  ['no byte', 0],
  ['one byte', 1],
  ['a byte less than a chunk', CHUNK_BYTES - 1],
  ['a chunk', CHUNK_BYTES],
  ['a byte more than a chunk', CHUNK_BYTES + 1],
  ['three chunks', 3 * CHUNK_BYTES],
])('decrypts %s', async (_, length) => {
  const plain = randomBytes(length);
  const file = await encrypt(plain);
  const chunks = Math.max(1, Math.ceil(length / CHUNK_BYTES));
  expect(file.length).toBe(HEADER_BYTES + length + chunks * (FRAME_BYTES - CHUNK_BYTES));
  expect((await decrypt(file)).equals(plain)).toBe(true);
});

it('passes unencrypted bytes through, with or without a passphrase', async () => {
  for (const plain of [Buffer.alloc(0), randomBytes(20), content]) {
    expect((await decrypt(plain)).equals(plain)).toBe(true);
    expect((await decrypt(plain, '')).equals(plain)).toBe(true);
  }
});

it('hides the content and uses a new key each time', async () => {
  const [first, second] = await Promise.all([framesOf(content), framesOf(content)]);
  expect(Buffer.concat(first).includes(content.subarray(0, 16))).toBe(false);
  expect(first[1]?.equals(second[1] ?? content)).toBe(false);
  expect(await refusal(Buffer.concat([...first.slice(0, 2), ...second.slice(2)]))).toBe(damaged('it was altered'));
});

describe('reports', () => {
  it('a missing and a wrong passphrase', async () => {
    const file = await encrypt(content);
    expect(await refusal(file, '')).toBe(
      'The file is encrypted. Set BACKUP_PASSPHRASE_FILE to the path of the file that holds its passphrase. No changes were made.',
    );
    expect(await refusal(file, 'correct horse batterY')).toBe(
      'The file was encrypted with a different passphrase from the one in BACKUP_PASSPHRASE_FILE. No changes were made.',
    );
  });

  it('a file cut short at the end of a chunk or within one', async () => {
    const frames = await framesOf(content);
    const file = Buffer.concat(frames);
    for (const count of [1, 2, 3]) {
      expect(await refusal(Buffer.concat(frames.slice(0, count)))).toBe(damaged('it was cut short'));
    }
    expect(await refusal(file.subarray(0, HEADER_BYTES - 1))).toBe(damaged('it was cut short'));
    for (const length of [HEADER_BYTES + 1, HEADER_BYTES + FRAME_BYTES - 1, file.length - 1]) {
      expect(await refusal(file.subarray(0, length))).toBe(damaged('it was cut short or altered'));
    }
  });

  it('chunks that are swapped, missing, repeated or after the end', async () => {
    const [header, first, second, last] = (await framesOf(content)) as [Buffer, Buffer, Buffer, Buffer];
    for (const frames of [
      [second, first, last],
      [first, last],
      [first, second, second, last],
    ]) {
      const file = Buffer.concat([header, ...frames]);
      expect(await refusal(file)).toBe(damaged('parts are missing or out of order'));
    }
    const [fullHeader, full] = await framesOf(content.subarray(0, CHUNK_BYTES));
    expect(await refusal(Buffer.concat([fullHeader, full, full] as Buffer[]))).toBe(
      damaged('data was added after its end'),
    );
  });

  it('a changed byte in the header, a nonce, the content or a tag', async () => {
    const file = await encrypt(content);
    const chunk = HEADER_BYTES + FRAME_BYTES;
    for (const [place, how] of [
      [17, 'its header was altered'],
      [20, 'its header was altered'],
      [HEADER_BYTES - 1, 'its header was altered'],
      [chunk + 11, 'it was altered'],
      [chunk + 500, 'it was altered'],
      [chunk + FRAME_BYTES - 1, 'it was altered'],
      [file.length - 20, 'it was cut short or altered'],
    ] as const) {
      const bytes = Buffer.from(file);
      bytes[place] = (bytes[place] ?? 0) ^ 0x10;
      expect([place, await refusal(bytes)]).toEqual([place, damaged(how)]);
    }
  });
});

it('releases a chunk only after authenticating it', async () => {
  const file = await encrypt(content);
  const place = HEADER_BYTES + FRAME_BYTES + 20;
  file[place] = (file[place] ?? 0) ^ 1;
  const released: Buffer[] = [];
  const reading = async () => {
    for await (const piece of decrypted(inParts(file, 7_001), { name: 'x', passphrase: PASSPHRASE }))
      released.push(piece);
  };
  await expect(reading()).rejects.toThrow('altered');
  expect(Buffer.concat(released).equals(content.subarray(0, CHUNK_BYTES))).toBe(true);
});

it('reads a passphrase without its line end, and rejects a short or missing one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'passphrase-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'passphrase');
  expect(await readPassphrase(undefined)).toBeUndefined();
  await expect(readPassphrase(file)).rejects.toThrow(`The file ${file} in BACKUP_PASSPHRASE_FILE does not exist.`);
  await expect(readPassphrase(folder)).rejects.toThrow('cannot be read (EISDIR)');
  await writeFile(file, ' twelve char\r\n');
  expect(await readPassphrase(file)).toBe(' twelve char');
  for (const short of ['', 'eleven char\n', '🏠🏠🏠🏠🏠🏠']) {
    await writeFile(file, short);
    await expect(readPassphrase(file)).rejects.toThrow('is too short: it needs at least 12 characters.');
  }
});

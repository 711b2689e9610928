import { describe, expect, it } from 'vitest';
import { type FormFile, readForm } from './multipart.server.ts';

const LIMITS = { file: 1000, fields: 100, body: 10_000 };

/** Encodes a form as browsers do, in chunks of `size` bytes. The file 'none' gets an empty name, which Node omits. */
async function inChunks(form: FormData, size: number): Promise<Request> {
  const whole = new Request('http://tenure.example', { method: 'POST', body: form });
  const text = Buffer.from(await whole.arrayBuffer())
    .toString('latin1')
    .replace('filename="none"', 'filename=""');
  const bytes = Buffer.from(text, 'latin1');
  return requestOf(bytes, whole.headers.get('content-type') ?? '', size);
}

function requestOf(bytes: Uint8Array, type: string, size = 1000): Request {
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => at * size);
  return streamed(type, ({ enqueue, close }) => {
    for (const start of starts) enqueue(bytes.slice(start, start + size));
    close();
  });
}

type Sink = { enqueue(bytes: Uint8Array): void; close(): void };

function streamed(type: string, send: (sink: Sink) => void): Request {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => send({ enqueue: (bytes) => controller.enqueue(bytes), close: () => controller.close() }),
  });
  const half = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' };
  return new Request('http://tenure.example', half);
}

async function read(request: Request, limits = LIMITS) {
  const files: FormFile[] = [];
  const fields = await readForm(request, limits, async (file) => {
    files.push(file);
  });
  return { fields: Object.fromEntries(fields), files };
}

function filled(): FormData {
  const form = new FormData();
  form.append('words', 'Kein “Wasser”\r\nsince today');
  form.append('kept', 'a');
  form.append('kept', 'b');
  form.append('empty', '');
  form.append('photos', new File([], 'none'));
  form.append('photos', new File(['\r\n--not the boundary\r\n'], 'a "b".jpg'));
  form.append('photos', new File([new Uint8Array(999).fill(13)], 'ü.jpg'));
  return form;
}

describe('a form with files', () => {
  it.each([1, 7, 64, 100_000])('is read in chunks of %i bytes', async (size) => {
    const { fields, files } = await read(await inChunks(filled(), size));
    expect(fields).toEqual({ words: ['Kein “Wasser”\r\nsince today'], kept: ['a', 'b'], empty: [''] });
    expect(files.map(({ field, name, bytes }) => [field, name, bytes?.toString('latin1')])).toEqual([
      ['photos', 'a "b".jpg', '\r\n--not the boundary\r\n'],
      ['photos', 'ü.jpg', '\r'.repeat(999)],
    ]);
  });

  it('has files above the limit without their bytes, and the others', async () => {
    const { files } = await read(await inChunks(filled(), 10), { ...LIMITS, file: 30 });
    expect(files.map(({ bytes }) => bytes?.byteLength)).toEqual([22, undefined]);
  });

  it('is refused if it is too long, incomplete or no form', async () => {
    await expect(read(await inChunks(filled(), 10), { ...LIMITS, fields: 20 })).rejects.toThrow('too long');
    await expect(read(await inChunks(filled(), 10), { ...LIMITS, body: 500 })).rejects.toThrow('too large together');
    const cut = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nwords';
    await expect(read(requestOf(Buffer.from(cut), 'multipart/form-data; boundary=x'))).rejects.toThrow('completely');
    await expect(read(requestOf(Buffer.from('a=b'), 'application/x-www-form-urlencoded'))).rejects.toThrow(
      'completely',
    );
    const nameless = '--x\r\ncontent-type: text/plain\r\n\r\nwords\r\n--x--';
    await expect(read(requestOf(Buffer.from(nameless), 'multipart/form-data; boundary=x'))).rejects.toThrow(
      'completely',
    );
    const endless = streamed('multipart/form-data; boundary=x', ({ enqueue }) => enqueue(Buffer.from('--x')));
    await expect(readForm(endless, { ...LIMITS, silence: 20 }, async () => {})).rejects.toThrow('too long');
  });
});

/** Reads a form with files (RFC 7578) part by part, so that only one file is in memory. */
import { AppError } from '../../shared/app-error.ts';

/** `bytes` is undefined for a file above the limit. */
export type FormFile = { field: string; name: string; bytes: Buffer | undefined };

type Limits = {
  /** Maximum bytes of a file, of all fields together, and of the whole body. */
  file: number;
  fields: number;
  body: number;
  /** Maximum milliseconds for the whole body, and between two chunks. */
  milliseconds?: number;
  silence?: number;
};

const MAX_HEAD_BYTES = 8 * 1024;
const MAX_PARTS = 500;
const END = Buffer.from('\r\n\r\n');

/**
 * Returns fields by name, each with all its values. Calls `onFile` with the files in the form's order.
 * Files without name and content, which browsers send for an empty field, are skipped.
 * Throws `bad_request`, `payload_too_large` or `request_timeout`.
 */
export async function readForm(
  request: Request,
  limits: Limits,
  onFile: (file: FormFile, fields: ReadonlyMap<string, string[]>) => Promise<void>,
): Promise<Map<string, string[]>> {
  const type = request.headers.get('content-type') ?? '';
  const [, quoted, bare] = /^multipart\/form-data;.*\bboundary=(?:"([^"]{1,100})"|([^\s;]{1,100}))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (!boundary || !request.body) throw incomplete();
  const source = sourceOf(request.body, limits);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields = new Map<string, string[]>();
  let fieldBytesLeft = limits.fields;
  try {
    await source.until(delimiter, MAX_HEAD_BYTES);
    for (let part = 0; part < MAX_PARTS; part += 1) {
      const head = await source.until(END, MAX_HEAD_BYTES, '--');
      if (head === 'end') return fields;
      const { name, file } = parseHead(head?.toString('utf8') ?? '');
      const content = await source.until(delimiter, file === undefined ? fieldBytesLeft : limits.file);
      if (file === undefined) {
        if (!Buffer.isBuffer(content)) throw new AppError('payload_too_large', { message: 'This form is too long.' });
        fieldBytesLeft -= content.byteLength;
        fields.set(name, [...(fields.get(name) ?? []), content.toString('utf8')]);
      } else if (file !== '' || (Buffer.isBuffer(content) && content.byteLength > 0)) {
        await onFile({ field: name, name: file, bytes: Buffer.isBuffer(content) ? content : undefined }, fields);
      }
    }
    throw new AppError('payload_too_large', { message: 'This form has too many parts.' });
  } finally {
    source.close();
  }
}

const incomplete = (cause?: unknown) =>
  new AppError('bad_request', { message: 'The form did not arrive completely. Send it again.', cause });

/** Decodes quotes and line breaks in names, which browsers write as '%22', '%0D' and '%0A'. */
const unescaped = (name: string) => name.replace(/%(22|0D|0A)/gi, (code) => decodeURIComponent(code));

function parseHead(head: string): { name: string; file: string | undefined } {
  const [, disposition = ''] = /^content-disposition:\s*form-data;(.*)$/im.exec(head) ?? [];
  const [, name] = /(?:^|[;\s])name="([^"]*)"/i.exec(disposition) ?? [];
  const [, file] = /(?:^|[;\s])filename="([^"]*)"/i.exec(disposition) ?? [];
  if (name === undefined) throw incomplete();
  return { name: unescaped(name), file: file === undefined ? undefined : unescaped(file) };
}

function sourceOf(
  body: ReadableStream<Uint8Array>,
  { body: maxBytes, milliseconds = 5 * 60_000, silence = 30_000 }: Limits,
) {
  const reader = body.getReader();
  // The body may begin with the first delimiter, without its line break.
  let buffered = Buffer.from('\r\n');
  let total = 0;
  const timers: NodeJS.Timeout[] = [];
  const timeout = new Promise<never>((_, reject) => {
    const tooSlow = () => reject(new AppError('request_timeout', { message: 'The form took too long. Try again.' }));
    timers.push(setTimeout(tooSlow, milliseconds), setTimeout(tooSlow, silence));
  });
  timeout.catch(() => undefined);

  async function more(): Promise<void> {
    const cutOff = (cause: unknown): never => {
      throw incomplete(cause);
    };
    const { done, value } = await Promise.race([reader.read().catch(cutOff), timeout]);
    if (done) throw incomplete();
    timers[1]?.refresh();
    total += value.byteLength;
    if (total > maxBytes) throw new AppError('payload_too_large', { message: 'These files are too large together.' });
    buffered = buffered.byteLength > 0 ? Buffer.concat([buffered, value]) : Buffer.from(value);
  }

  return {
    /** Reads up to `mark` and skips it. Returns undefined for more than `max` bytes, and 'end' if `last` comes next. */
    async until(mark: Buffer, max: number, last?: string): Promise<Buffer | undefined | 'end'> {
      if (last) {
        while (buffered.byteLength < last.length) await more();
        if (buffered.subarray(0, last.length).toString('latin1') === last) return 'end';
      }
      const pieces: Buffer[] = [];
      let size = 0;
      for (;;) {
        const at = buffered.indexOf(mark);
        const safe = at >= 0 ? at : Math.max(0, buffered.byteLength - mark.byteLength + 1);
        size += safe;
        if (size <= max) pieces.push(buffered.subarray(0, safe));
        else pieces.length = 0;
        buffered = buffered.subarray(at >= 0 ? at + mark.byteLength : safe);
        if (at >= 0) return size <= max ? Buffer.concat(pieces) : undefined;
        await more();
      }
    },
    close: () => {
      timers.forEach(clearTimeout);
      reader.cancel().catch(() => undefined);
    },
  };
}

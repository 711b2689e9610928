/** Reads the text of a Word document. Runs in a worker thread only. */
import { fromBufferPromise } from 'yauzl';
import type { DocumentReply } from './job.ts';

/** Bytes of decompressed XML. Stops zip bombs, as declared sizes are not trusted. */
const MAX_XML = 24 * 1024 * 1024;
const MAX_ENTRIES = 2_000;

export async function readDocx(bytes: Uint8Array, maxText: number): Promise<DocumentReply> {
  try {
    const part = await mainPart(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (part === 'too_large') return { reading: 'too_large', pages: null };
    const { xml } = part;
    if (xml === undefined) return { reading: 'broken', pages: null };
    const text = textOf(xml, maxText);
    return text.trim() === '' ? { reading: 'no_text', pages: null } : { reading: 'read', pages: null, text };
  } catch {
    return { reading: 'broken', pages: null };
  }
}

async function mainPart(file: Buffer): Promise<{ xml?: string } | 'too_large'> {
  const zip = await fromBufferPromise(file);
  let entries = 0;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > MAX_ENTRIES) return 'too_large';
    if (entry.fileName !== 'word/document.xml') continue;
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of stream) {
      size += part.byteLength;
      if (size > MAX_XML) return 'too_large';
      parts.push(part);
    }
    return { xml: Buffer.concat(parts).toString('utf8') };
  }
  return {};
}

const PART = /<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|<w:(tab|br|cr)\b[^<>]*>|<\/w:(p)>/g;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function textOf(xml: string, maxText: number): string {
  let text = '';
  for (const [, words, gap] of xml.matchAll(PART)) {
    text += words === undefined ? (gap === 'tab' ? '\t' : '\n') : decoded(words);
    if (text.length >= maxText) break;
  }
  return text.slice(0, maxText);
}

function decoded(words: string): string {
  return words.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (whole, digits?: string, hex?: string, name = '') => {
      if (name) return NAMED[name as string] ?? whole;
      const point = digits ? Number(digits) : Number.parseInt(hex ?? '', 16);
      return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
    },
  );
}

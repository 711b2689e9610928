/** Files as landlords upload them: made here, each a real one of its kind. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type BucketName, StoredFile } from '../src/features/file/file.ts';
import type { Answer, Ask, Browser } from './browser.ts';

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');

type Given = { bucket?: BucketName; name?: string; bytes?: Uint8Array } & Pick<Ask, 'headers'>;

/** Where a file of this name is sent. */
export function uploadPath(bucket: BucketName, name: string): string {
  return `/api/files/${bucket}?${new URLSearchParams({ name })}`;
}

/** Sends a file as a browser does; a certificate in PDF unless told otherwise. */
export function upload(
  owner: Pick<Browser, 'post'>,
  { bucket = 'property-certificates', name = 'Gas 2026.pdf', bytes = PDF, headers = {} }: Given = {},
): Promise<Answer> {
  const ask = { headers: { 'content-type': 'application/octet-stream', ...headers } };
  return owner.post(uploadPath(bucket, name), bytes, ask);
}

export async function uploaded(owner: Pick<Browser, 'post'>, given: Given = {}): Promise<StoredFile> {
  const answer = await upload(owner, given);
  if (answer.status !== 201) throw new Error(`The upload was answered ${answer.status}: ${answer.text}`);
  return answer.as(StoredFile);
}

/** A photo that the landlord has just uploaded, of a property unless told otherwise. */
export async function uploadedPhoto(
  owner: Pick<Browser, 'post'>,
  { bucket = 'property_images', name = 'House.jpg' }: Pick<Given, 'bucket' | 'name'> = {},
): Promise<StoredFile> {
  return uploaded(owner, { bucket, name, bytes: await photo().jpeg().toBuffer() });
}

export async function storedFiles({ id }: { id: string }, { dataFolder }: { dataFolder: string }): Promise<string[]> {
  const all = await readdir(join(dataFolder, 'files'), { recursive: true });
  return all.filter((name) => name.includes(`${id}/`));
}

/** A photo with much in it, so that its bytes are many and can be cut. Sides in pixels. */
export function photo({ width = 800, height = 600 } = {}) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#336699', noise } });
}

/** A zip of files that are not compressed; Word's and Excel's own formats are such. */
export function zip(contents: Record<string, string>): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(contents)) {
    const content = Buffer.from(text);
    // Version, flags, method, time, date, checksum, both sizes, lengths of name and extra field.
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(content.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), content]);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    local.push(entry);
    central.push(Buffer.from('PK\x01\x02\x14\0'), about, where, Buffer.from(name));
    offset += entry.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(local.length, 4);
  end.writeUInt16LE(local.length, 6);
  end.writeUInt32LE(Buffer.concat(central).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, ...central, Buffer.from('PK\x05\x06'), end]);
}

/** A Word document or Excel spreadsheet of today. */
export function officeFile(kind: 'docx' | 'xlsx' | 'docm'): Buffer {
  const { part, type } = {
    docx: { part: 'word/document.xml', type: 'vnd.openxmlformats-officedocument.wordprocessingml.document' },
    xlsx: { part: 'xl/workbook.xml', type: 'vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    docm: { part: 'word/document.xml', type: 'vnd.ms-word.document.macroEnabled' },
  }[kind];
  const override = `<Override PartName="/${part}" ContentType="application/${type}.main+xml"/>`;
  return zip({
    '[Content_Types].xml': `<Types>${override}</Types>`,
    '_rels/.rels': '<Relationships/>',
    [part]: '<x/>',
  });
}

/** A file in the container of the old Office formats, with these parts in its directory. */
export function oldOfficeFile(...parts: string[]): Buffer {
  const header = Buffer.alloc(512);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const entries = ['Root Entry', ...parts].map((part) => {
    const entry = Buffer.alloc(128);
    entry.write(part, 'utf16le');
    entry.writeUInt16LE((part.length + 1) * 2, 64);
    return entry;
  });
  return Buffer.concat([header, ...entries]);
}

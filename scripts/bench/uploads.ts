/** Measures a landlord's photo upload, alone and during another landlord's uploads of the largest accepted pictures. */
import Pdf from 'pdfkit';
import sharp from 'sharp';
import { type Bench, headersFor, send } from './measure.ts';
import type { Once } from './once.ts';
import type { Sessions } from './seed.ts';
import { spreadOf } from './spread.ts';

const PHOTOS = 30;

/** A photo as resized by the browser, 2,560 pixels wide. */
const photo = () =>
  sharp({
    create: { width: 2560, height: 1920, channels: 3, background: 'grey', noise: { type: 'gaussian', sigma: 20 } },
  })
    .jpeg({ quality: 85 })
    .toBuffer();

/** A picture with the most work for each byte: 32 megapixels, 16 bits a channel, transparent and interlaced. */
const attack = () =>
  sharp({ create: { width: 8000, height: 4000, channels: 4, background: { r: 90, g: 120, b: 40, alpha: 0.5 } } })
    .toColourspace('rgb16')
    .png({ compressionLevel: 9, progressive: true })
    .toBuffer();

export async function measureUploads(bench: Bench): Promise<Once[]> {
  const [small, large] = [await photo(), await attack()];
  const alone = await times(bench, small);
  const done = new AbortController();
  const attackers = Array.from({ length: 80 }, async () => {
    while (!done.signal.aborted) await upload(bench, 'reader', large);
  });
  const duringAttack = await times(bench, small);
  done.abort();
  await Promise.all(attackers);
  const row = { memory: null, others: Number.NaN };
  return [
    { ...row, name: 'Upload a photo', milliseconds: alone, goal: { milliseconds: 1000 } },
    {
      ...row,
      name: 'Upload a photo during an attack',
      milliseconds: duringAttack,
      goal: { milliseconds: 2 * alone.median },
    },
  ];
}

/** Measures the upload of a two-page PDF, and the reading of date, total and supplier from its text. */
export async function measureReceipts(bench: Bench): Promise<Once> {
  const durations: number[] = [];
  for (let round = 0; round < PHOTOS; round++) {
    const bytes = await receipt(round);
    const startedAt = performance.now();
    const headers = { ...headersFor(bench, 'writer'), 'content-type': 'application/octet-stream' };
    const url = `${bench.server.origin}/api/files/transaction-files?name=Receipt.pdf`;
    const uploaded = await fetch(url, { method: 'POST', headers, body: new Uint8Array(bytes) });
    const file = (await uploaded.json()) as { url: string };
    const added = await send(bench, { as: 'writer', path: '/api/receipts', body: { file, transactionId: null } });
    const { found } = (await added.json()) as { found: { amount: number | null } };
    durations.push(performance.now() - startedAt);
    if (found.amount !== 12_000 + round) throw new Error(`The receipt has an amount of ${found.amount}`);
  }
  return {
    name: 'Receipts: upload a PDF and read its text',
    milliseconds: spreadOf(durations),
    memory: null,
    others: Number.NaN,
    goal: { milliseconds: 1000 },
  };
}

function receipt(round: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const document = new Pdf();
    document.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
    document.text('Harrogate Heating Ltd').text('Invoice date: 12 May 2026');
    for (let line = 0; line < 60; line++) document.text(`Part ${line}, fitted at 1 Mill Lane   £1.00`);
    document.text(`Total due: £${((12_000 + round) / 100).toFixed(2)}`).end();
  });
}

async function times(bench: Bench, bytes: Buffer): Promise<Once['milliseconds']> {
  const durations: number[] = [];
  for (let round = 0; round < PHOTOS; round++) {
    const startedAt = performance.now();
    const status = await upload(bench, 'writer', bytes);
    if (status !== 201) throw new Error(`A photo upload returned ${status}`);
    durations.push(performance.now() - startedAt);
  }
  return spreadOf(durations);
}

async function upload(bench: Bench, as: keyof Sessions, body: Buffer): Promise<number> {
  const headers = { ...headersFor(bench, as), 'content-type': 'application/octet-stream' };
  const url = `${bench.server.origin}/api/files/property_images?name=House.${as === 'reader' ? 'png' : 'jpg'}`;
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  await answer.arrayBuffer();
  return answer.status;
}

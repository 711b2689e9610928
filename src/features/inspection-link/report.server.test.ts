import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { photo } from '../../../test/fixtures/uploads.ts';
import { readPdfText } from '../file/pdf/pdf.server.ts';
import type { Photo } from '../inspection/inspection.ts';
import { type ReadPhoto, reportPdf } from './report.server.ts';
import type { Block, Report } from './report.ts';

const photoOf = (id: string): Photo => ({
  id,
  itemId: null,
  takenAt: null,
  addedAt: '2026-11-26T10:00:00.000Z',
  url: `/api/files/inspection_images/${id}.jpg`,
  name: 'Damp.jpg',
  contentType: 'image/jpeg',
  bytes: 1,
});
const photos = (count: number): Block => ({
  kind: 'photos',
  photos: Array.from({ length: count }, (_, at) => ({ photo: photoOf(`${at}`), caption: `Photo ${at}` })),
});
const reportWith = (...blocks: Block[]): Report => ({
  title: 'Move-in inspection',
  createdAt: '2026-11-26T10:00:00.000Z',
  foot: '8 Ash Grove',
  blocks,
});
const written = (report: Report, readPhoto: ReadPhoto) => buffer(Readable.from(reportPdf(report, readPhoto)));

describe('the PDF of a report', () => {
  it('stays below 30 MB with 200 detailed photos, and is sent while they are read', async () => {
    const detailed = await photo({ width: 960, height: 720 }).jpeg({ quality: 82 }).toBuffer();
    expect(200 * detailed.byteLength).toBeGreaterThan(30_000_000);
    let [sent, maxHeld, read] = [0, 0, 0];
    const report = reportPdf(reportWith(photos(200)), async () => {
      read += 1;
      return detailed;
    });
    for await (const { byteLength } of report) {
      sent += byteLength;
      maxHeld = Math.max(maxHeld, read * 30_000 - sent);
    }
    expect(sent).toBeGreaterThan(200 * 30_000);
    expect(sent).toBeLessThan(30_000_000);
    expect(maxHeld).toBeLessThan(1_000_000);
  });

  it('keeps a photo of few as it is stored, and has a sentence for one that is missing or no picture', async () => {
    const stored = await photo({ width: 300, height: 200 }).jpeg().toBuffer();
    const bytes = await written(reportWith(photos(3)), async ({ id }) =>
      id === '0' ? stored : id === '1' ? Buffer.from('no picture') : undefined,
    );
    expect(bytes.includes(stored)).toBe(true);
    const read = await readPdfText(new Uint8Array(bytes), { pages: 9, pieces: 99 });
    const lines = read.reading === 'read' ? read.lines : [];
    expect(lines.map(({ text }) => text)).toContain('This photo cannot be shown.\tThis photo cannot be shown.');
  });

  it('sets long words and tables over pages, with the titles on each', async () => {
    const table = {
      columns: [
        { title: 'Item', share: 0.5 },
        { title: 'Condition', share: 0.5 },
      ],
      rows: Array.from({ length: 80 }, (_, at) => ({ cells: [`Item ${at}`, 'Good'], more: [] })),
    };
    const words = `${'x'.repeat(5000)}\n\nThe end ${'\n'.repeat(200)}of it`;
    const report = reportWith({ kind: 'table', table }, { kind: 'words', text: words });
    const bytes = await written(report, async () => undefined);
    const read = await readPdfText(new Uint8Array(bytes), { pages: 99, pieces: 9_999 });
    const lines = read.reading === 'read' ? read.lines.map(({ text }) => text) : [];
    expect(lines.filter((text) => text === 'Item\tCondition').length).toBe(3);
    expect(lines.join('').split('x')).toHaveLength(5001);
    expect(lines).toContain('of it');
    expect(lines.filter((text) => text.includes(`of ${read.pages}`))).toHaveLength(read.pages ?? 0);
  });
});

/**
 * Writes a report as a PDF and streams it, so that only a few photos are in memory at a time.
 * The same content produces the same bytes.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import sharp from 'sharp';
import { loadFonts } from '../../server/pdf/fonts.server.ts';
import {
  drawFact,
  drawFeet,
  drawRule,
  drawTitle,
  GAP,
  INK,
  MARGIN,
  MUTED,
  makeRoom,
  openPdf,
  type Page,
  SIZES,
  widthOf,
} from '../../server/pdf/page.server.ts';
import type { Doc } from '../../server/pdf/set-text.server.ts';
import type { Photo } from '../inspection/inspection.ts';
import type { Block, Report, Table } from './report.ts';

const NAME_WIDTH = 110;
const PHOTOS_IN_ROW = 3;
const PHOTO_GAP = 10;
const PHOTO_HEIGHT = 120;
/** Maximum characters of a piece. A long line is split, so that each piece fits on a page. */
const MAX_PIECE = 1_000;

/** Maximum bytes of a report's photos together. Photos above their share are scaled down. */
const MAX_PHOTO_BYTES = 24_000_000;
const SCALED = { side: 640, quality: 72 } as const;
const MISSING = 'This photo cannot be shown.';

/** Undefined if the photo is missing from the store. */
export type ReadPhoto = (photo: Photo) => Promise<Uint8Array | undefined>;

export async function* reportPdf(report: Report, readPhoto: ReadPhoto): AsyncGenerator<Uint8Array> {
  const { title, createdAt, blocks, foot } = report;
  const fonts = await loadFonts([title, foot, MISSING, ...blocks.flatMap(textsOf)]);
  const pdf = openPdf({ title: foot, createdAt: new Date(createdAt), fonts });
  const { page } = pdf;
  drawTitle(page, title);
  const photos = blocks.reduce((sum, block) => sum + (block.kind === 'photos' ? block.photos.length : 0), 0);
  const fitted: ReadPhoto = async (photo) => {
    const bytes = await readPhoto(photo);
    return bytes && bytes.byteLength > MAX_PHOTO_BYTES / photos ? scaledDown(bytes) : bytes;
  };
  for (const block of blocks) {
    const steps = draw(page, block, fitted);
    while (!(await steps.next()).done) yield* pdf.written();
  }
  await drawFeet(page, foot, NAME_WIDTH);
  yield* await pdf.end();
}

function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'facts':
      return block.facts.flatMap(({ name, value }) => [name, value]);
    case 'table':
      return [
        ...block.table.columns.map((column) => column.title),
        ...block.table.rows.flatMap(({ cells, more }) => [...cells, ...more]),
      ];
    case 'photos':
      return block.photos.map(({ caption }) => caption);
    case 'heading':
    case 'words':
      return [block.text];
  }
}

const scaledDown = (bytes: Uint8Array): Promise<Uint8Array> =>
  sharp(bytes, { failOn: 'none' })
    .resize({ width: SCALED.side, height: SCALED.side, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: SCALED.quality })
    .toBuffer()
    // Bytes that are not an image are returned unchanged, and drawn as `MISSING`.
    .catch(() => bytes);

/** Yields after each part, so that the written bytes are sent and other requests can run. */
async function* draw(page: Page, block: Block, readPhoto: ReadPhoto): AsyncGenerator<void> {
  const { doc, text } = page;
  switch (block.kind) {
    case 'heading':
      // Keeps the heading on the page of its first line.
      makeRoom(doc, 60);
      doc.y += 3 * GAP;
      doc.fontSize(SIZES.heading).fillColor(INK);
      text.set(block.text, 'bold', { x: MARGIN, y: doc.y, width: widthOf(doc) });
      doc.y += GAP;
      yield;
      return;
    case 'facts':
      for (const fact of block.facts) {
        doc.fontSize(SIZES.text);
        makeRoom(doc, text.height(fact.value, 'bold', widthOf(doc) - NAME_WIDTH));
        drawFact(page, fact, NAME_WIDTH);
        yield* pause();
      }
      doc.y += 2 * GAP;
      return;
    case 'words':
      for (const piece of piecesOf(block.text)) {
        drawWords(page, piece, block.muted ? MUTED : INK);
        yield* pause();
      }
      doc.y += GAP;
      return;
    case 'table':
      drawCells(page, block.table, titlesOf(block.table), MUTED);
      for (const { cells, more } of block.table.rows) {
        drawCells(page, block.table, cells, INK);
        for (const piece of more.flatMap(piecesOf)) {
          drawWords(page, piece, MUTED);
          yield* pause();
        }
        drawRule(doc);
        yield* pause();
      }
      doc.y += GAP;
      return;
    case 'photos':
      for (let first = 0; first < block.photos.length; first += PHOTOS_IN_ROW) {
        const row = block.photos.slice(first, first + PHOTOS_IN_ROW);
        const loaded = [];
        for (const one of row) loaded.push({ caption: one.caption, bytes: await readPhoto(one.photo) });
        drawPhotos(page, loaded);
        yield* pause();
      }
  }
}

async function* pause(): AsyncGenerator<void> {
  await yieldToOthers();
  yield;
}

const titlesOf = ({ columns }: Table) => columns.map(({ title }) => title);

/** Lines of a text, split at spaces so that each piece fits on a page. */
function piecesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${MAX_PIECE}}(?:\\s+|$)|.{1,${MAX_PIECE}}`, 'gu')) ?? ['']);
}

function drawWords({ doc, text }: Page, words: string, colour: string): void {
  doc.fontSize(SIZES.text).fillColor(colour);
  const height = text.height(words || ' ', 'plain', widthOf(doc));
  makeRoom(doc, height);
  text.set(words || ' ', 'plain', { x: MARGIN, y: doc.y, width: widthOf(doc) });
}

/** Repeats the titles at the top of a new page. */
function drawCells(page: Page, table: Table, cells: readonly string[], colour: string): void {
  const { doc, text } = page;
  doc.fontSize(SIZES.text);
  const widths = table.columns.map(({ share }) => share * widthOf(doc) - GAP);
  const heights = widths.map((width, place) => text.height(cells[place] || ' ', 'plain', width));
  const isTitles = colour === MUTED;
  if (makeRoom(doc, Math.max(...heights) + (isTitles ? 40 : 2 * GAP)) && !isTitles)
    drawCells(page, table, titlesOf(table), MUTED);
  const top = doc.y;
  let x = MARGIN;
  let bottom = top;
  for (const [place, width] of widths.entries()) {
    doc.fontSize(SIZES.text).fillColor(colour);
    text.set(cells[place] || ' ', isTitles || place > 0 ? 'plain' : 'bold', { x, y: top, width });
    bottom = Math.max(bottom, doc.y);
    x += width + GAP;
  }
  doc.y = bottom;
  if (isTitles) drawRule(doc);
}

type Loaded = { caption: string; bytes: Uint8Array | undefined };

function drawPhotos({ doc, text }: Page, photos: readonly Loaded[]): void {
  const width = (widthOf(doc) - (PHOTOS_IN_ROW - 1) * PHOTO_GAP) / PHOTOS_IN_ROW;
  doc.fontSize(SIZES.small);
  const captions = Math.max(...photos.map(({ caption }) => text.height(caption, 'plain', width)));
  makeRoom(doc, PHOTO_HEIGHT + captions + 3 * GAP);
  const top = doc.y + GAP;
  for (const [place, { caption, bytes }] of photos.entries()) {
    const x = MARGIN + place * (width + PHOTO_GAP);
    doc.fontSize(SIZES.small).fillColor(MUTED);
    if (!bytes || !hasDrawn(doc, bytes, { x, y: top, width })) text.set(MISSING, 'plain', { x, y: top, width });
    text.set(caption, 'plain', { x, y: top + PHOTO_HEIGHT + GAP, width });
  }
  doc.y = top + PHOTO_HEIGHT + captions + 2 * GAP;
}

/** Returns false if the bytes are not an image. */
function hasDrawn(doc: Doc, bytes: Uint8Array, { x, y, width }: { x: number; y: number; width: number }): boolean {
  try {
    doc.image(Buffer.from(bytes), x, y, { fit: [width, PHOTO_HEIGHT], align: 'center', valign: 'center' });
    return true;
  } catch {
    return false;
  }
}

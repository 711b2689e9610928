/** A4 pages of a PDF: title, facts, rules and page numbers. Sizes are in points. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import Pdf from 'pdfkit';
import type { Fonts } from './fonts.server.ts';
import { type Doc, type TextSetter, textSetter } from './set-text.server.ts';

export const MARGIN = 50;
export const GAP = 4;
export const SIZES = { title: 20, heading: 13, text: 9.5, small: 8 } as const;
export const INK = '#1d1b18';
export const MUTED = '#5c5750';
const FOOT = 40;
const RULE = '#cfc9c0';

export type Page = { doc: Doc; text: TextSetter };

type Plan = {
  title: string;
  createdAt: Date;
  /** Landscape instead of portrait. */
  wide?: boolean;
  fonts: Fonts;
};

export function openPdf({ title, createdAt, wide = false, fonts }: Plan) {
  const doc = new Pdf({
    size: 'A4',
    layout: wide ? 'landscape' : 'portrait',
    font: '', // pdfkit would read its default from a folder that our bundle lacks
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, Creator: 'Tenure', Producer: 'Tenure', CreationDate: createdAt },
  });
  let pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject));
  const written = (): Buffer[] => {
    const all = pieces;
    pieces = [];
    return all;
  };
  return {
    page: { doc, text: textSetter(doc, fonts) },
    /** Returns the bytes since the last call. */
    written,
    /** Ends the document and returns its remaining bytes. */
    async end(): Promise<Buffer[]> {
      doc.end();
      await ended;
      return written();
    },
  };
}

export const widthOf = (doc: Doc) => doc.page.width - 2 * MARGIN;

/** Adds a page unless `height` is left on the current page. Returns whether a page was added. */
export function makeRoom(doc: Doc, height: number): boolean {
  if (doc.y + height <= doc.page.height - MARGIN - FOOT) return false;
  doc.addPage();
  doc.y = MARGIN;
  return true;
}

export function drawTitle({ doc, text }: Page, title: string): void {
  doc.fontSize(SIZES.title).fillColor(INK);
  text.set(title, 'bold', { x: MARGIN, y: MARGIN, width: widthOf(doc) });
  doc.y += 2 * GAP;
}

export function drawFact({ doc, text }: Page, { name, value }: { name: string; value: string }, nameWidth: number) {
  const { y } = doc;
  doc.fontSize(SIZES.text).fillColor(MUTED);
  text.set(name, 'plain', { x: MARGIN, y, width: nameWidth });
  const below = doc.y;
  doc.fillColor(INK);
  text.set(value, 'bold', { x: MARGIN + nameWidth, y, width: widthOf(doc) - nameWidth });
  doc.y = Math.max(doc.y, below) + GAP / 2;
}

export function drawRule(doc: Doc): void {
  const y = doc.y + GAP / 2;
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(doc), y)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  doc.y = y + GAP;
}

/** Must follow all other content, as each footer shows the number of pages, in `numberWidth` at the right. */
export async function drawFeet({ doc, text }: Page, foot: string, numberWidth: number): Promise<void> {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const y = doc.page.height - MARGIN - FOOT / 4;
    doc.fontSize(SIZES.small).fillColor(MUTED);
    text.set(foot, 'plain', { x: MARGIN, y, width: widthOf(doc) - numberWidth });
    doc.font('plain').text(`Page ${page + 1} of ${count}`, MARGIN, y, { width: widthOf(doc), align: 'right' });
    await yieldToOthers();
  }
}

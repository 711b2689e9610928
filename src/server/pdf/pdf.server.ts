/** Renders documents as PDF, reproducibly: the date is the document's and no identifier is random. */
import { setImmediate as othersFirst } from 'node:timers/promises';
import Pdf from 'pdfkit';
import { mapCooperatively } from '../cooperative.server.ts';
import { loadFonts, printable, SUBSTITUTE } from './fonts.server.ts';
import type { PdfDocument, PdfRow } from './pdf-document.ts';
import { type Doc, type TextSetter, textSetter } from './set-text.server.ts';

const MARGIN = 50;
const FOOT = 40;
const GAP = 4;
const NAME_WIDTH = 150;
const SIZES = { title: 20, text: 9.5, small: 8 } as const;
const INK = '#1d1b18';
const MUTED = '#5c5750';
const RULE = '#cfc9c0';

/** Yields to other requests after every line, as ten years of rent take a second to render. */
export async function pdfOf(paper: PdfDocument): Promise<Uint8Array<ArrayBuffer>> {
  const texts = textsOf(paper);
  const fonts = await loadFonts(texts);
  const doc = new Pdf({
    size: 'A4',
    layout: paper.wide ? 'landscape' : 'portrait',
    font: '', // pdfkit would read its default from a folder that our bundle lacks
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    bufferPages: true,
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: paper.title,
      Creator: 'Tenure',
      Producer: 'Tenure',
      CreationDate: new Date(`${paper.day}T00:00:00Z`),
    },
  });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject));
  const text = textSetter(doc, fonts);
  const page = { doc, text };
  doc.fontSize(SIZES.title).fillColor(INK);
  text.set(paper.title, 'bold', { x: MARGIN, y: MARGIN, width: widthOf(doc) });
  doc.y += 2 * GAP;
  for (const fact of paper.facts) {
    writeFact(page, fact);
    await othersFirst();
  }
  doc.y += 4 * GAP;
  writeHead(page, paper);
  for (const row of paper.rows) {
    writeRow(page, paper, row);
    await othersFirst();
  }
  const whole = await mapCooperatively(
    texts,
    (one) => one.includes(SUBSTITUTE) || !printable(one, fonts).includes(SUBSTITUTE),
  );
  await writeFeet(
    page,
    whole.every(Boolean) ? paper.foot : `${paper.foot} ${SUBSTITUTE} is a character that cannot be printed.`,
  );
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(pieces));
}

type Page = { doc: Doc; text: TextSetter };

const textsOf = ({ title, facts, columns, rows, foot }: PdfDocument) => [
  title,
  foot,
  ...facts.flatMap(({ name, value }) => [name, value]),
  ...columns.map((column) => column.title),
  ...rows.flatMap(({ cells, more = '' }) => [...cells, more]),
];

const widthOf = (doc: Doc) => doc.page.width - 2 * MARGIN;

function writeFact({ doc, text }: Page, { name, value }: PdfDocument['facts'][number]): void {
  const y = doc.y;
  doc.fontSize(SIZES.text).fillColor(MUTED);
  text.set(name, 'plain', { x: MARGIN, y, width: NAME_WIDTH });
  const below = doc.y;
  doc.fillColor(INK);
  text.set(value, 'bold', { x: MARGIN + NAME_WIDTH, y, width: widthOf(doc) - NAME_WIDTH });
  doc.y = Math.max(doc.y, below) + GAP / 2;
}

function writeHead({ doc, text }: Page, { columns }: PdfDocument): void {
  writeCells({ doc, text }, { columns, cells: columns.map(({ title }) => title), bold: true, colour: MUTED });
  rule(doc);
}

function writeRow({ doc, text }: Page, paper: PdfDocument, row: PdfRow): void {
  const { columns } = paper;
  const second = (columns[1]?.share ?? 1) * widthOf(doc) - GAP;
  doc.fontSize(SIZES.text);
  const heights = columns.map(({ share }, place) =>
    text.height(row.cells[place] || ' ', row.bold ? 'bold' : 'plain', share * widthOf(doc) - GAP),
  );
  const height = Math.max(...heights);
  doc.fontSize(SIZES.small);
  const more = row.more ? text.height(row.more, 'plain', second) : 0;
  if (doc.y + height + more + 2 * GAP > doc.page.height - MARGIN - FOOT) {
    doc.addPage();
    doc.y = MARGIN;
    writeHead({ doc, text }, paper);
  }
  writeCells({ doc, text }, { columns, cells: row.cells, bold: row.bold ?? false, colour: INK });
  if (row.more) {
    doc.fontSize(SIZES.small).fillColor(MUTED);
    const x = MARGIN + (columns[0]?.share ?? 0) * widthOf(doc);
    text.set(row.more, 'plain', { x, y: doc.y - GAP / 2, width: second });
  }
  rule(doc);
}

type Cells = { columns: PdfDocument['columns']; cells: string[]; bold: boolean; colour: string };

function writeCells({ doc, text }: Page, { columns, cells, bold, colour }: Cells): void {
  doc.fontSize(SIZES.text).fillColor(colour);
  const top = doc.y;
  let x = MARGIN;
  let bottom = top;
  for (const [place, { share, end }] of columns.entries()) {
    const width = share * widthOf(doc);
    const align = end ? 'right' : 'left';
    text.set(cells[place] || ' ', bold ? 'bold' : 'plain', { x, y: top, width: width - (end ? 0 : GAP), align });
    bottom = Math.max(bottom, doc.y);
    x += width;
  }
  doc.y = bottom;
}

function rule(doc: Doc): void {
  const y = doc.y + GAP / 2;
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(doc), y)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
  doc.y = y + GAP;
}

/** Once all pages exist, as each footer shows their number. */
async function writeFeet({ doc, text }: Page, foot: string): Promise<void> {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const y = doc.page.height - MARGIN - FOOT / 4;
    doc.fontSize(SIZES.small).fillColor(MUTED);
    text.set(foot, 'plain', { x: MARGIN, y, width: widthOf(doc) - NAME_WIDTH });
    doc.font('plain').text(`Page ${page + 1} of ${count}`, MARGIN, y, { width: widthOf(doc), align: 'right' });
    await othersFirst();
  }
}

import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { mapCooperatively } from '../cooperative.server.ts';
import { loadFonts, printable, SUBSTITUTE } from './fonts.server.ts';
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
} from './page.server.ts';
import type { PdfDocument, PdfRow } from './pdf-document.ts';

const NAME_WIDTH = 150;

/**
 * Renders a document. The same document gives the same bytes: the date is the document's and no identifier is random.
 * Yields to other requests after every line, as ten years of rent take a second to render.
 */
export async function pdfOf(paper: PdfDocument): Promise<Uint8Array<ArrayBuffer>> {
  const texts = textsOf(paper);
  const fonts = await loadFonts(texts);
  const pdf = openPdf({
    title: paper.title,
    createdAt: new Date(`${paper.day}T00:00:00Z`),
    wide: paper.wide ?? false,
    fonts,
  });
  const { page } = pdf;
  drawTitle(page, paper.title);
  for (const fact of paper.facts) {
    drawFact(page, fact, NAME_WIDTH);
    await yieldToOthers();
  }
  page.doc.y += 4 * GAP;
  writeHead(page, paper);
  for (const row of paper.rows) {
    writeRow(page, paper, row);
    await yieldToOthers();
  }
  const isPrintable = await mapCooperatively(
    texts,
    (text) => text.includes(SUBSTITUTE) || !printable(text, fonts).includes(SUBSTITUTE),
  );
  const foot = isPrintable.every(Boolean)
    ? paper.foot
    : `${paper.foot} ${SUBSTITUTE} is a character that cannot be printed.`;
  await drawFeet(page, foot, NAME_WIDTH);
  return new Uint8Array(Buffer.concat(await pdf.end()));
}

const textsOf = ({ title, facts, columns, rows, foot }: PdfDocument) => [
  title,
  foot,
  ...facts.flatMap(({ name, value }) => [name, value]),
  ...columns.map((column) => column.title),
  ...rows.flatMap(({ cells, more = '' }) => [...cells, more]),
];

function writeHead({ doc, text }: Page, { columns }: PdfDocument): void {
  writeCells({ doc, text }, { columns, cells: columns.map(({ title }) => title), bold: true, colour: MUTED });
  drawRule(doc);
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
  if (makeRoom(doc, height + more + 2 * GAP)) writeHead({ doc, text }, paper);
  writeCells({ doc, text }, { columns, cells: row.cells, bold: row.bold ?? false, colour: INK });
  if (row.more) {
    doc.fontSize(SIZES.small).fillColor(MUTED);
    const x = MARGIN + (columns[0]?.share ?? 0) * widthOf(doc);
    text.set(row.more, 'plain', { x, y: doc.y - GAP / 2, width: second });
  }
  drawRule(doc);
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

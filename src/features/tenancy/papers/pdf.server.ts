/** Papers as PDF. The same paper gives the same bytes: its day is the file's, and no identifier is random. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate as othersFirst } from 'node:timers/promises';
import Pdf from 'pdfkit';
import type { Paper, PaperRow } from './paper.ts';

const MARGIN = 50;
const FOOT = 40;
const GAP = 4;
const NAME_WIDTH = 150;
const SIZES = { title: 20, text: 9.5, small: 8 } as const;
const INK = '#1d1b18';
const MUTED = '#5c5750';
const RULE = '#cfc9c0';

// Noto Sans prints £, Ł and ë; the fonts that every PDF reader has stop at Western European.
const require = createRequire(import.meta.url);
const FONTS = {
  plain: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
};
let loaded: Promise<Record<keyof typeof FONTS, Buffer>> | undefined;

async function loadFonts(): Promise<Record<keyof typeof FONTS, Buffer>> {
  const [plain, bold] = await Promise.all([readFile(FONTS.plain), readFile(FONTS.bold)]);
  return { plain, bold };
}

/** Lets other requests in after every line, as ten years of rent take a second to set. */
export async function pdfOf(paper: Paper): Promise<Uint8Array<ArrayBuffer>> {
  loaded ??= loadFonts();
  const fonts = await loaded;
  const doc = new Pdf({
    size: 'A4',
    font: '', // its own default would be read from beside its code, which stands in one file with ours
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
  for (const [name, file] of Object.entries(fonts)) {
    // A font's tables are read when it is first used: the longest step of all.
    doc.registerFont(name, file).font(name).widthOfString('£');
    await othersFirst();
  }
  doc.font('bold').fontSize(SIZES.title).fillColor(INK).text(paper.title, MARGIN, MARGIN);
  doc.y += 2 * GAP;
  for (const fact of paper.facts) {
    writeFact(doc, fact);
    await othersFirst();
  }
  doc.y += 4 * GAP;
  writeHead(doc, paper);
  for (const row of paper.rows) {
    writeRow(doc, paper, row);
    await othersFirst();
  }
  await writeFeet(doc, paper);
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(pieces));
}

type Doc = InstanceType<typeof Pdf>;

const widthOf = (doc: Doc) => doc.page.width - 2 * MARGIN;

function writeFact(doc: Doc, { name, value }: Paper['facts'][number]): void {
  const y = doc.y;
  doc.fontSize(SIZES.text);
  doc.font('plain').fillColor(MUTED).text(name, MARGIN, y, { width: NAME_WIDTH });
  const below = doc.y;
  doc
    .font('bold')
    .fillColor(INK)
    .text(value, MARGIN + NAME_WIDTH, y, { width: widthOf(doc) - NAME_WIDTH });
  doc.y = Math.max(doc.y, below) + GAP / 2;
}

function writeHead(doc: Doc, { columns }: Paper): void {
  writeCells(doc, { columns, cells: columns.map(({ title }) => title), bold: true, colour: MUTED });
  rule(doc);
}

function writeRow(doc: Doc, paper: Paper, row: PaperRow): void {
  const { columns } = paper;
  const second = (columns[1]?.share ?? 1) * widthOf(doc) - GAP;
  doc.font(row.bold ? 'bold' : 'plain').fontSize(SIZES.text);
  const height = doc.heightOfString(row.cells[1] || ' ', { width: second });
  doc.font('plain').fontSize(SIZES.small);
  const more = row.more ? doc.heightOfString(row.more, { width: second }) : 0;
  if (doc.y + height + more + 2 * GAP > doc.page.height - MARGIN - FOOT) {
    doc.addPage();
    doc.y = MARGIN;
    writeHead(doc, paper);
  }
  writeCells(doc, { columns, cells: row.cells, bold: row.bold ?? false, colour: INK });
  if (row.more) {
    doc.font('plain').fontSize(SIZES.small).fillColor(MUTED);
    doc.text(row.more, MARGIN + (columns[0]?.share ?? 0) * widthOf(doc), doc.y - GAP / 2, { width: second });
  }
  rule(doc);
}

type Cells = { columns: Paper['columns']; cells: string[]; bold: boolean; colour: string };

function writeCells(doc: Doc, { columns, cells, bold, colour }: Cells): void {
  doc
    .font(bold ? 'bold' : 'plain')
    .fontSize(SIZES.text)
    .fillColor(colour);
  const top = doc.y;
  let x = MARGIN;
  let bottom = top;
  for (const [place, { share, end }] of columns.entries()) {
    const width = share * widthOf(doc);
    doc.text(cells[place] || ' ', x, top, { width: width - (end ? 0 : GAP), align: end ? 'right' : 'left' });
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

/** When all pages are there, as each says how many there are. */
async function writeFeet(doc: Doc, { foot }: Paper): Promise<void> {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const y = doc.page.height - MARGIN - FOOT / 4;
    doc.font('plain').fontSize(SIZES.small).fillColor(MUTED);
    doc.text(foot, MARGIN, y, { width: widthOf(doc) - NAME_WIDTH });
    doc.text(`Page ${page + 1} of ${count}`, MARGIN, y, { width: widthOf(doc), align: 'right' });
    await othersFirst();
  }
}

/** The poster of a property: an A4 page with a QR code of its link. The same data produces the same bytes. */
import { encode } from 'uqr';
import { loadFonts } from '../../server/pdf/fonts.server.ts';
import { INK, MUTED, openPdf } from '../../server/pdf/page.server.ts';
import type { Doc } from '../../server/pdf/set-text.server.ts';

const MARGIN = 60;
const CODE = 300;

type Poster = { address: string; landlord: string; url: string; day: string };

/** `day` is the PDF's creation date, YYYY-MM-DD. `url` is in the code and printed below it. */
export async function posterOf({ address, landlord, url, day }: Poster): Promise<Uint8Array<ArrayBuffer>> {
  const lines = {
    title: 'Something broken? Report it here',
    how: 'Scan the code with your phone. You do not need an account or an app.',
    emergency: 'Smell of gas: 0800 111 999. Power cut: 105. Danger: 999. Call first.',
    foot: `For ${landlord}. Your report is not shown to other people in the building.`,
  };
  const fonts = await loadFonts([...Object.values(lines), address]);
  const pdf = openPdf({ title: `Report a repair: ${address}`, createdAt: new Date(`${day}T00:00:00Z`), fonts });
  const { doc, text } = pdf.page;
  const place = { x: MARGIN, width: doc.page.width - 2 * MARGIN };
  doc.fontSize(28).fillColor(INK);
  text.set(lines.title, 'bold', { ...place, y: MARGIN });
  doc.fontSize(16).fillColor(MUTED);
  text.set(address, 'plain', { ...place, y: doc.y + 12 });
  drawCode(doc, url, { x: (doc.page.width - CODE) / 2, y: doc.y + 24 });
  doc.fontSize(15).fillColor(INK);
  text.set(lines.how, 'plain', { ...place, y: doc.y + 16 });
  doc.fontSize(10).fillColor(MUTED);
  text.set(url, 'plain', { ...place, y: doc.y + 8 });
  doc.fontSize(15).fillColor(INK);
  text.set(lines.emergency, 'bold', { ...place, y: doc.y + 28 });
  doc.fontSize(11).fillColor(MUTED);
  text.set(lines.foot, 'plain', { ...place, y: doc.y + 28 });
  return new Uint8Array(Buffer.concat(await pdf.end()));
}

/** Draws the code with the quiet zone of four modules that QR codes need. Moves `doc.y` below the code. */
function drawCode(doc: Doc, url: string, { x, y }: { x: number; y: number }): void {
  const { size, data } = encode(url, { border: 4, ecc: 'M' });
  const side = CODE / size;
  for (const [row, squares] of data.entries()) {
    for (const [column, dark] of squares.entries()) {
      if (dark) doc.rect(x + column * side, y + row * side, side, side);
    }
  }
  doc.fill('#000000');
  doc.y = y + CODE;
}

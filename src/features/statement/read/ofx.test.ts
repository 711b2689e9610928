import { expect, it } from 'vitest';
import { readOfx } from './ofx.ts';

it.each([
  ['20260630', '20260630'],
  ['20260630230000', '20260630'],
  ['20260630225959.999[0:GMT]', '20260630'],
  ['20260630230000[0:GMT]', '2026-07-01'],
  ['20260630230000.000[+1:BST]', '2026-06-30'],
  ['20260630120000[+5.5:IST]', '2026-06-30'],
  ['20261231190000[-5:EST]', '2027-01-01'],
  ['20260701000000[0:GMT]', '2026-07-01'],
  ['20260931000000[0:GMT]', '20260931'],
])('reads the time %s as the day %s in London', (posted, day) => {
  const [read] = readOfx(`<OFX><STMTTRN><DTPOSTED>${posted}<TRNAMT>1<NAME>A</STMTTRN>`).raw;
  expect(read?.date.replaceAll('-', '')).toBe(day.replaceAll('-', ''));
});

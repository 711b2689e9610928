import { describe, expect, it } from 'vitest';
import { EVERY_KIND } from '../../web/ui/form/FileInput.tsx';
import { contentTypeOf, kindsInWords, nameToSend, ONE_AT_A_TIME, refusalOf, TOO_LARGE } from './choice.ts';
import { endingOf, fileWords, keptName, MAX_FILE_BYTES, savedName, sizeWords } from './file.ts';
import { fitted } from './fitted.ts';

const pdf = { name: 'gas.pdf', size: 1000, type: 'application/pdf' };
const photo = { name: 'IMG_0001.JPG', size: 1000, type: 'image/jpeg' };

it('S1.5.22 a field that names no kinds takes all of them', () => {
  expect(EVERY_KIND).toEqual(['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png']);
});

describe('a chosen file', () => {
  it('of a kind that the place takes is sent, whatever the case of its ending', () => {
    expect(refusalOf([pdf], 'property-certificates')).toBeUndefined();
    expect(refusalOf([photo], 'property_images')).toBeUndefined();
    expect(refusalOf([{ ...pdf, name: 'costs.XLSX', type: '' }], 'property-invoices')).toBeUndefined();
  });

  it('of another kind is refused with the kinds that are taken', () => {
    expect(refusalOf([pdf], 'property_images')).toBe(
      'This kind of file cannot be kept here. Please choose a JPG or PNG.',
    );
    for (const name of ['page.html', 'costs.xlsx', 'gas.pdf.exe', 'gas', '.pdf/', 'pdf']) {
      expect(refusalOf([{ ...pdf, name, type: '' }], 'property-certificates')).toBe(
        'This kind of file cannot be kept here. Please choose a PDF, JPG, PNG, DOC or DOCX.',
      );
    }
  });

  it('that is empty is refused', () => {
    expect(refusalOf([{ ...pdf, size: 0 }], 'property-invoices')).toBe(
      'This file is empty. Please choose another one.',
    );
  });

  it('of 20 MB is sent, of one byte more refused', () => {
    expect(refusalOf([{ ...pdf, size: MAX_FILE_BYTES }], 'property-invoices')).toBeUndefined();
    expect(refusalOf([{ ...pdf, size: MAX_FILE_BYTES + 1 }], 'property-invoices')).toBe(TOO_LARGE);
  });

  it('that is a large picture is not refused for its size before it has been made smaller', () => {
    expect(refusalOf([{ ...photo, size: MAX_FILE_BYTES + 1 }], 'property_images')).toBeUndefined();
  });

  it('is the only one', () => {
    expect(refusalOf([pdf, photo], 'property-certificates')).toBe(ONE_AT_A_TIME);
  });

  it('from an iPhone may be HEIC, wherever pictures go', () => {
    expect(refusalOf([{ name: 'IMG_1.HEIC', size: 9, type: 'image/heic' }], 'property_images')).toBeUndefined();
    expect(refusalOf([{ name: 'IMG_1.heif', size: 9, type: '' }], 'property-certificates')).toBeUndefined();
  });
});

describe('a file without an ending', () => {
  it('is sent with the one of its type', () => {
    expect(nameToSend({ name: '1000023', type: 'image/png' })).toBe('1000023.png');
    expect(nameToSend({ name: '', type: 'application/pdf' })).toBe('file.pdf');
    expect(refusalOf([{ name: '1000023', size: 9, type: 'image/jpeg' }], 'property_images')).toBeUndefined();
  });

  it('keeps its name where the type is not one of ours, or its ending is', () => {
    expect(nameToSend({ name: 'notes', type: 'text/plain' })).toBe('notes');
    expect(nameToSend({ name: 'gas.pdf', type: 'image/png' })).toBe('gas.pdf');
  });
});

it('the type of a file is the one of its ending', () => {
  expect(contentTypeOf({ name: 'letter.doc', type: '' })).toBe('application/msword');
  expect(contentTypeOf({ name: 'IMG.heic', type: 'image/heic' })).toBe('image/heic');
});

it('kinds are told once each', () => {
  expect(kindsInWords('property_images')).toBe('JPG or PNG');
});

describe('a picture is scaled', () => {
  it('to the longest side that is kept, in its own proportions', () => {
    expect(fitted({ width: 6000, height: 4000 }, 2560)).toEqual({ width: 2560, height: 1707 });
    expect(fitted({ width: 3024, height: 4032 }, 2560)).toEqual({ width: 1920, height: 2560 });
  });

  it('never to a larger one', () => {
    expect(fitted({ width: 2560, height: 10 }, 2560)).toEqual({ width: 2560, height: 10 });
    expect(fitted({ width: 40, height: 30 }, 2560)).toEqual({ width: 40, height: 30 });
  });

  it('and never to nothing, however thin it is', () => {
    expect(fitted({ width: 100_000, height: 1 }, 2560)).toEqual({ width: 2560, height: 1 });
  });
});

describe('the name of an upload', () => {
  it.each([
    ['Gas 2026.pdf', 'Gas 2026.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['..\\..\\boot.pdf', 'boot.pdf'],
    ['C:\\Users\\Ada\\Gas safety.pdf', 'Gas safety.pdf'],
    ['/etc/x.pdf', 'x.pdf'],
    ['  Gas.pdf \n', 'Gas.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie: x.pdf'],
    ['a\0b\u0007.pdf', 'ab.pdf'],
    ['exe\u202Efdp.pdf', 'exefdp.pdf'],
    ['half \ud83d an emoji.pdf', 'half \ufffd an emoji.pdf'],
    [`Ada's "gas" <certificate>.pdf`, `Ada's "gas" <certificate>.pdf`],
    ['🏠 Château d’If 👩‍👩‍👧.jpg', '🏠 Château d’If 👩‍👩‍👧.jpg'],
    ['شهادة الغاز.pdf', 'شهادة الغاز.pdf'],
    ['100%.pdf', '100%.pdf'],
    ['archive.tar.pdf', 'archive.tar.pdf'],
  ])('%j is kept as %j', (given, kept) => {
    expect(keptName(given)).toBe(kept);
  });

  it.each(['x', '🏠'])('of 300 characters (%s) is kept with 255 of them and its ending', (character) => {
    const kept = keptName(`${character.repeat(296)}.pdf`);
    expect([...kept]).toHaveLength(255);
    expect(kept).toBe(`${character.repeat(251)}.pdf`);
  });

  it.each([
    ['Gas.PDF', 'pdf'],
    ['a.b.JPeG ', 'jpeg'],
    ['pdf', ''],
    ['a.pdf/', ''],
    ['folder.pdf/scan', ''],
    ['scan.', ''],
    ['.pdf', 'pdf'],
    ['', ''],
  ])('%j ends in %j', (name, ending) => {
    expect(endingOf(name)).toBe(ending);
  });
});

describe('the name to save a file under', () => {
  it.each([
    ['Gas.pdf', 'application/pdf', 'Gas.pdf'],
    ['House.JPEG', 'image/jpeg', 'House.JPEG'],
    ['Roof.png', 'image/jpeg', 'Roof.jpg'],
    ['two.dots.png', 'image/jpeg', 'two.dots.jpg'],
  ])('%s, kept as %s, is %s', (name, contentType, saved) => {
    expect(savedName({ name, contentType })).toBe(saved);
  });
});

describe('the size of a file in words', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [412 * 1024, '412 kB'],
    [999 * 1024, '999 kB'],
    [999.6 * 1024, '1 MB'],
    [1.24 * 1024 ** 2, '1.2 MB'],
    [9.94 * 1024 ** 2, '9.9 MB'],
    [9.96 * 1024 ** 2, '10 MB'],
    [20 * 1024 ** 2, '20 MB'],
  ])('%d is told as %s', (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });
});

describe('a file in words', () => {
  it('is its kind and its size', () => {
    expect(fileWords({ contentType: 'application/pdf', bytes: 421_888 })).toBe('PDF, 412 kB');
    expect(fileWords({ contentType: 'image/jpeg', bytes: 1_300_000 })).toBe('JPEG picture, 1.2 MB');
    expect(fileWords({ contentType: 'application/vnd.ms-excel', bytes: 2048 })).toBe('Excel spreadsheet, 2 kB');
  });

  it('is its size alone where the kind is not one of ours', () => {
    expect(fileWords({ contentType: 'text/html', bytes: 10 })).toBe('10 bytes');
  });
});

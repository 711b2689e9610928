/** What a file is called, whatever a landlord's machine, or somebody's script, calls it. */
import { describe, expect, it } from 'vitest';
import { endingOf, keptName, savedName } from './file-name.ts';

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

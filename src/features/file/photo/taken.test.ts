import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { photo } from '../../../../test/fixtures/uploads.ts';
import { preparePhoto } from './photo.server.ts';
import { takenAt } from './taken.server.ts';

const NOW = new Date('2027-01-12T18:00:00Z');
const withExif = (exif: Record<string, string>) =>
  photo()
    .withExif({ IFD2: exif, IFD3: { GPSLatitude: '53/1 48/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();

describe('the time when a photo was taken', () => {
  it.each([
    [{ DateTimeOriginal: '2027:01:12 16:20:31' }, '2027-01-12T16:20:00.000Z'],
    [{ DateTimeOriginal: '2026:07:12 16:20:31' }, '2026-07-12T15:20:00.000Z'],
    [{ DateTimeOriginal: '2027:01:12 16:20:31', OffsetTimeOriginal: '+02:00' }, '2027-01-12T14:20:00.000Z'],
    [{ DateTimeOriginal: '2027:02:30 16:20:31' }, null],
    [{ DateTimeOriginal: '2028:01:12 16:20:31' }, null],
    [{ UserComment: 'none' }, null],
  ])('is read from %o', async (exif, expected) => {
    expect(await takenAt(await withExif(exif), NOW)).toBe(expected);
  });

  it('is null for other files and damaged data', async () => {
    expect(await takenAt(Buffer.from('%PDF-1.4'), NOW)).toBeNull();
    const whole = await withExif({ DateTimeOriginal: '2027:01:12 16:20:31' });
    const at = whole.indexOf('Exif\0\0') + 6;
    const damaged = Buffer.from(whole);
    damaged.fill(255, at + 4, at + 8);
    expect(await takenAt(damaged, NOW)).toBeNull();
  });

  it('is removed from the stored photo, with the position', async () => {
    const original = await withExif({ DateTimeOriginal: '2027:01:12 16:20:31' });
    expect((await sharp(original).metadata()).exif).toBeDefined();
    const { bytes, small } = await preparePhoto(original);
    for (const stored of [bytes, ...Object.values(small)])
      expect((await sharp(stored).metadata()).exif).toBeUndefined();
  });
});

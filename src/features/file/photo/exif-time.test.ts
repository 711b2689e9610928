import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { photo } from '../../../../test/fixtures/uploads.ts';
import { cameraTimeIn, jpegHeadWith, tiffIn } from './exif-time.ts';

const TAKEN = { DateTimeOriginal: '2027:01:12 16:20:31', OffsetTimeOriginal: '+02:00' };

const taken = (exif: Record<string, string>) =>
  photo()
    .withExif({ IFD2: exif, IFD3: { GPSLatitude: '53/1 48/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();

const timeIn = (file: Uint8Array) => {
  const tiff = tiffIn(file);
  return tiff && cameraTimeIn(tiff);
};

describe('the time of a camera', () => {
  it.each([
    [TAKEN, { time: TAKEN.DateTimeOriginal, offset: '+02:00' }],
    [{ DateTimeOriginal: TAKEN.DateTimeOriginal }, { time: TAKEN.DateTimeOriginal, offset: '' }],
    [{ UserComment: 'none' }, null],
  ])('is read from %o', async (exif, expected) => {
    expect(timeIn(await taken(exif))).toEqual(expected);
  });

  it('is not found without EXIF data', async () => {
    expect(tiffIn(await photo().jpeg().toBuffer())).toBeUndefined();
  });

  it('is kept in a scaled photo, upright and without the position', async () => {
    const scaled = await photo().jpeg().toBuffer();
    const time = { time: TAKEN.DateTimeOriginal, offset: '+02:00' };
    const kept = Buffer.concat([jpegHeadWith(time), scaled.subarray(2)]);
    expect(timeIn(kept)).toEqual(time);
    const { exif, orientation, width } = await sharp(kept).metadata();
    expect([orientation, width]).toEqual([undefined, (await sharp(scaled).metadata()).width]);
    // The EXIF data has only the two texts and their directory entries.
    expect(exif?.byteLength).toBe(89);
  });
});

import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { photo } from '../../../../test/fixtures/uploads.ts';
import { preparePhoto, prepareScan } from './photo.server.ts';

const DAMAGED = { fields: { file: 'We cannot read this image. It may be damaged. Choose another one.' } };
const TOO_LARGE = { fields: { file: 'This image is too large. Choose one with up to 64 megapixels.' } };

const about = (bytes: Uint8Array | undefined) => sharp(bytes).metadata();

async function colourAt(bytes: Uint8Array, { x, y }: { x: number; y: number }): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer())];
}

/** Returns a photo of 40 by 20 pixels, red on the left and blue on the right, with an EXIF tag to rotate it. */
async function rotatedPhoto() {
  const blue = { create: { width: 20, height: 20, channels: 3, background: 'blue' } } as const;
  return sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .composite([{ input: blue, left: 20, top: 0 }])
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
}

describe('a photo', () => {
  it('is rotated upright, without the location or camera metadata', async () => {
    const taken = await rotatedPhoto();
    expect(taken.includes('SecretCamera')).toBe(true);
    const { bytes } = await preparePhoto(taken);
    const kept = await about(bytes);
    expect(kept).toMatchObject({ width: 20, height: 40, format: 'jpeg', space: 'srgb', isProgressive: true });
    expect([kept.exif, kept.icc, kept.xmp, kept.iptc, kept.orientation]).toEqual(Array(5).fill(undefined));
    expect(Buffer.from(bytes).includes('SecretCamera')).toBe(false);
    const [red = 0, , blue = 0] = await colourAt(bytes, { x: 10, y: 5 });
    expect([red > 200, blue < 60]).toEqual([true, true]);
  });

  it.each([
    [3000, 4000, [1920, 2560], [720, 960], [180, 240]],
    [100, 50, [100, 50], [100, 50], [100, 50]],
  ])('of %d by %d is stored as %j, with smaller sizes of %j and %j', async (width, height, ...sizes) => {
    const { bytes, small } = await preparePhoto(await photo({ width, height }).jpeg().toBuffer());
    for (const [place, picture] of [bytes, small.card, small.thumb].entries()) {
      const kept = await about(picture);
      expect([kept.format, kept.width, kept.height]).toEqual(['jpeg', ...(sizes[place] ?? [])]);
    }
  });

  it.each([
    ['in few colours', (picture: Sharp) => picture.png({ palette: true })],
    ['in greys', (picture: Sharp) => picture.toColourspace('b-w').png()],
    ['in many colours', (picture: Sharp) => picture.toColourspace('rgb16').png()],
  ])('that is semi-transparent, %s, has a white background in every size', async (_, written) => {
    const half = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } as const;
    const { bytes, small } = await preparePhoto(await written(sharp({ create: half })).toBuffer());
    for (const one of [bytes, small.card, small.thumb])
      for (const value of await colourAt(one ?? bytes, { x: 4, y: 4 })) expect(Math.abs(value - 127)).toBeLessThan(8);
  });

  it.each([
    ['greys', () => photo({ width: 60, height: 40 }).toColourspace('b-w').jpeg()],
    ['CMYK', () => photo({ width: 60, height: 40 }).toColourspace('cmyk').jpeg()],
    ['16 bits', () => photo({ width: 60, height: 40 }).toColourspace('rgb16').png()],
    ['P3', () => photo({ width: 60, height: 40 }).withIccProfile('p3').jpeg()],
  ])('in %s is stored in sRGB', async (_, taken) => {
    const { bytes, small } = await preparePhoto(await taken().toBuffer());
    const kept = { space: 'srgb', channels: 3, depth: 'uchar', hasProfile: false };
    expect([await about(bytes), await about(small.thumb)]).toMatchObject([kept, kept]);
  });
});

describe('a scan', () => {
  it('keeps its format and up to 4,000 pixels, without metadata, and a JPEG has a preview', async () => {
    const jpeg = await prepareScan(await photo({ width: 5000, height: 2500 }).jpeg().toBuffer(), 'jpg');
    expect(await about(jpeg.bytes)).toMatchObject({ width: 4000, height: 2000, format: 'jpeg' });
    const taken = await prepareScan(await rotatedPhoto(), 'jpg');
    expect(await about(taken.bytes)).toMatchObject({ width: 20, height: 40 });
    expect(Buffer.from(taken.bytes).includes('SecretCamera')).toBe(false);
    const clear = { width: 8, height: 8, channels: 4, background: { r: 10, g: 20, b: 30, alpha: 0.5 } } as const;
    const png = await prepareScan(await sharp({ create: clear }).png().toBuffer(), 'png');
    expect(await about(png.bytes)).toMatchObject({ format: 'png', channels: 4 });
    expect(await colourAt(png.bytes, { x: 4, y: 4 })).toEqual([10, 20, 30, 128]);
    expect(Object.keys(png.small)).toEqual([]);
    expect(await about(jpeg.small.thumb ?? png.bytes)).toMatchObject({ width: 240, height: 120, format: 'jpeg' });
  });
});

describe('a picture that cannot be read', () => {
  const prepared = [
    ['a photo', preparePhoto],
    ['a scan', (bytes: Uint8Array) => prepareScan(bytes, 'jpg')],
  ] as const;

  it.each(prepared)('is refused as %s if truncated', async (_, prepare) => {
    for (const whole of [photo().jpeg(), photo().jpeg({ progressive: true }), photo().png()]) {
      const bytes = await whole.toBuffer();
      for (const share of [0.01, 0.3, 0.99]) {
        const part = bytes.subarray(0, Math.floor(bytes.length * share));
        await expect(prepare(part)).rejects.toMatchObject({ code: 'invalid_input', details: DAMAGED });
      }
    }
  });

  const create = { width: 10_000, height: 10_000, channels: 3, background: 'white' } as const;
  const vast = sharp({ create }).jpeg().toBuffer();

  it.each(prepared)('is refused as %s with 100 megapixels in a small file', async (_, prepare) => {
    const bytes = await vast;
    expect(bytes.length).toBeLessThan(2e6);
    await expect(prepare(bytes)).rejects.toMatchObject({ code: 'invalid_input', details: TOO_LARGE });
  });

  const deep = { create: { width: 8000, height: 4100, channels: 4, background: 'white' } } as const;
  const DEEP = /up to 32 megapixels at 16 bits per channel/;

  it.each(prepared)('is refused as %s if too large with 16 bits a channel', async (_, prepare) => {
    const bytes = await sharp(deep).toColourspace('rgb16').png().toBuffer();
    await expect(prepare(bytes)).rejects.toThrow(DEEP);
  });
});

/** Pictures as they are kept: upright, bearable, and nothing in them but the picture. */
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { photo } from '../../../test/uploads.ts';
import { preparePhoto, prepareScan } from './photo.server.ts';

const DAMAGED = { fields: { file: 'This picture cannot be read: it may be damaged or cut off.' } };
const TOO_LARGE = { fields: { file: 'This picture is too large: the most is 64 megapixels. Please make it smaller.' } };

const about = (bytes: Uint8Array | undefined) => sharp(bytes).metadata();

/** The colour of one pixel: red, green, blue, and how opaque where that is kept. */
async function colourAt(bytes: Uint8Array, { x, y }: { x: number; y: number }): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer())];
}

/** 40 by 20 pixels, red on the left and blue on the right, as a camera held upright writes it: lying, with a note to turn it. */
async function lyingPhoto() {
  const right = {
    input: { create: { width: 20, height: 20, channels: 3, background: 'blue' } },
    left: 20,
    top: 0,
  } as const;
  return sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .composite([right])
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
}

describe('a photo', () => {
  it('is turned upright, and keeps neither the place nor the camera', async () => {
    const taken = await lyingPhoto();
    expect(await about(taken)).toMatchObject({ width: 40, height: 20, orientation: 6 });
    expect(taken.includes('SecretCamera')).toBe(true);
    expect((await about(taken)).exif?.includes(Buffer.from([0x25, 0x88]))).toBe(true);
    const { bytes } = await preparePhoto(taken);
    const kept = await about(bytes);
    expect(kept).toMatchObject({ width: 20, height: 40, format: 'jpeg', space: 'srgb', isProgressive: true });
    expect([kept.exif, kept.icc, kept.xmp, kept.iptc, kept.orientation]).toEqual(Array(5).fill(undefined));
    expect(Buffer.from(bytes).includes('SecretCamera')).toBe(false);
    const [red = 0, , blue = 0] = await colourAt(bytes, { x: 10, y: 5 });
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
  });

  it('is kept at 2,560 pixels and less, and in two small sizes', async () => {
    const { bytes, small } = await preparePhoto(await photo({ width: 3000, height: 4000 }).jpeg().toBuffer());
    expect(await about(bytes)).toMatchObject({ width: 1920, height: 2560 });
    expect(await about(small.card)).toMatchObject({ width: 720, height: 960, format: 'jpeg' });
    expect(await about(small.thumb)).toMatchObject({ width: 180, height: 240, format: 'jpeg' });
  });

  it('that is small already is not made larger', async () => {
    const { bytes, small } = await preparePhoto(await photo({ width: 100, height: 50 }).png().toBuffer());
    for (const one of [bytes, small.card, small.thumb]) {
      expect(await about(one)).toMatchObject({ width: 100, height: 50, format: 'jpeg' });
    }
  });

  it('that is see-through lies on white', async () => {
    const clear = { width: 8, height: 8, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } as const;
    const { bytes } = await preparePhoto(await sharp({ create: clear }).png().toBuffer());
    expect(Math.min(...(await colourAt(bytes, { x: 4, y: 4 })))).toBeGreaterThan(250);
  });

  it.each([
    ['in few colours', (picture: Sharp) => picture.png({ palette: true })],
    ['in greys', (picture: Sharp) => picture.toColourspace('b-w').png()],
    ['in many colours', (picture: Sharp) => picture.toColourspace('rgb16').png()],
  ])('that is half see-through, %s, is as light as it looked', async (_, written) => {
    const half = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } as const;
    const { bytes, small } = await preparePhoto(await written(sharp({ create: half })).toBuffer());
    for (const one of [bytes, small.card, small.thumb]) {
      for (const value of await colourAt(one ?? bytes, { x: 4, y: 4 })) expect(Math.abs(value - 127)).toBeLessThan(8);
    }
  });

  it.each(['b-w', 'cmyk', 'rgb16', 'p3'])(
    'in other colours (%s) is kept in those that every screen shows',
    async (space) => {
      const taken = photo({ width: 60, height: 40 });
      const other =
        space === 'p3'
          ? taken.withIccProfile('p3').jpeg()
          : space === 'rgb16'
            ? taken.toColourspace(space).png()
            : taken.toColourspace(space).jpeg();
      const { bytes, small } = await preparePhoto(await other.toBuffer());
      const kept = { space: 'srgb', channels: 3, depth: 'uchar', hasProfile: false };
      expect([await about(bytes), await about(small.thumb)]).toMatchObject([kept, kept]);
    },
  );
});

describe('a scan', () => {
  it('stays in the format it came in, at 4,000 pixels and less, without anything beside the picture', async () => {
    const jpeg = await prepareScan(await photo({ width: 5000, height: 2500 }).jpeg().toBuffer(), 'jpg');
    expect(await about(jpeg.bytes)).toMatchObject({ width: 4000, height: 2000, format: 'jpeg' });
    const taken = await prepareScan(await lyingPhoto(), 'jpg');
    expect(await about(taken.bytes)).toMatchObject({ width: 20, height: 40 });
    expect(Buffer.from(taken.bytes).includes('SecretCamera')).toBe(false);
    expect(taken.small).toEqual({});
  });

  it('in PNG loses nothing of what is seen, also where it is see-through', async () => {
    const clear = { width: 8, height: 8, channels: 4, background: { r: 10, g: 20, b: 30, alpha: 0.5 } } as const;
    const came = sharp({ create: clear }).withExif({ IFD0: { Make: 'SecretCamera' } });
    const { bytes } = await prepareScan(await came.png().toBuffer(), 'png');
    expect(await about(bytes)).toMatchObject({ format: 'png', channels: 4 });
    expect(await colourAt(bytes, { x: 4, y: 4 })).toEqual([10, 20, 30, 128]);
    expect(Buffer.from(bytes).includes('SecretCamera')).toBe(false);
  });
});

describe('many pictures at once', () => {
  it('are worked on two at a time, so that their memory is bounded and others are answered', async () => {
    const bytes = await photo().png().toBuffer();
    const wanted = Array.from({ length: 8 }, () => preparePhoto(bytes));
    const { queue, process } = sharp.counters();
    expect(queue + process).toBe(2);
    expect(await Promise.all(wanted)).toHaveLength(8);
  });
});

describe('a picture that cannot be read', () => {
  const prepared = [
    ['a photo', preparePhoto],
    ['a scan', (bytes: Uint8Array) => prepareScan(bytes, 'jpg')],
  ] as const;

  it.each(prepared)('is refused as %s when it is cut off anywhere', async (_, prepare) => {
    const whole = [
      await photo().jpeg().toBuffer(),
      await photo().jpeg({ progressive: true }).toBuffer(),
      await photo().png().toBuffer(),
    ];
    for (const bytes of whole) {
      for (const share of [0.01, 0.3, 0.9, 0.99]) {
        const part = bytes.subarray(0, Math.floor(bytes.length * share));
        await expect(prepare(part), `${share}`).rejects.toMatchObject({ code: 'invalid_input', details: DAMAGED });
      }
    }
  });

  const create = { width: 10_000, height: 10_000, channels: 3, background: 'white' } as const;
  const vast = Promise.all([sharp({ create }).png().toBuffer(), sharp({ create }).jpeg().toBuffer()]);

  it.each(prepared)('is refused as %s when it has 100 megapixels, however small its file', async (_, prepare) => {
    for (const bytes of await vast) {
      expect(bytes.length).toBeLessThan(2e6);
      await expect(prepare(bytes)).rejects.toMatchObject({ code: 'invalid_input', details: TOO_LARGE });
    }
  });

  it('does not keep the next from its turn', async () => {
    const good = await photo({ width: 400, height: 300 }).jpeg().toBuffer();
    const wanted = Array.from({ length: 8 }, (_, index) => preparePhoto(index % 2 ? good : good.subarray(0, 900)));
    const outcomes = await Promise.allSettled(wanted);
    expect(outcomes.map(({ status }) => status)).toEqual(
      wanted.map((_, index) => (index % 2 ? 'fulfilled' : 'rejected')),
    );
  });
});

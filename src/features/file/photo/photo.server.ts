/** Images are rotated, scaled and re-encoded, which removes metadata and scripts. */
import { availableParallelism } from 'node:os';
import sharp, { type ResizeOptions } from 'sharp';
import { AppError } from '../../../shared/app-error.ts';
import { refusal } from '../content.server.ts';
import { MAX_PIXEL_BYTES, MAX_PIXELS, MAX_SCAN, MAX_SIDE, PHOTO_SIZES, type PhotoSize } from '../file.ts';

export type Picture = { bytes: Uint8Array; small: Partial<Record<PhotoSize, Uint8Array>> };

/** Images processed concurrently: a large one takes about 300 MB while it is rotated. */
export const MAX_CONCURRENT = 2;

// Leaves one core free for responses.
sharp.concurrency(Math.max(1, Math.floor((availableParallelism() - 1) / MAX_CONCURRENT)));
sharp.cache(false);

const open = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient();

const within = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) satisfies ResizeOptions;

/** Returns a JPEG in sRGB with a white background, and its smaller sizes. Throws `invalid_input`. */
export function preparePhoto(bytes: Uint8Array): Promise<Picture> {
  return read(bytes, async () => {
    const { data, info } = await open(bytes)
      .resize(within(MAX_SIDE))
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const written = (side: number) =>
      sharp(data, { raw: { width, height, channels } })
        .resize(within(side))
        .jpeg({ quality: 82, progressive: true })
        .toBuffer();
    return {
      bytes: await written(MAX_SIDE),
      small: { card: await written(PHOTO_SIZES.card), thumb: await written(PHOTO_SIZES.thumb) },
    };
  });
}

/** Keeps the format: JPEG at a higher quality than photos, with a preview; PNG lossless. Throws `invalid_input`. */
export function prepareScan(bytes: Uint8Array, format: 'jpg' | 'png'): Promise<Picture> {
  return read(bytes, async () => {
    const scan = open(bytes).resize(within(MAX_SCAN));
    if (format === 'png') return { bytes: await scan.png().toBuffer(), small: {} };
    const written = await scan.jpeg({ quality: 88 }).toBuffer();
    const thumb = await sharp(written).resize(within(PHOTO_SIZES.thumb)).jpeg({ quality: 82 }).toBuffer();
    return { bytes: written, small: { thumb } };
  });
}

/** Returns the smaller sizes of a stored image. Throws `invalid_input`. */
export async function smallerSizes(bytes: Uint8Array, sizes: readonly PhotoSize[]): Promise<Picture['small']> {
  const { small } = await read(bytes, async () => {
    const small: Picture['small'] = {};
    for (const size of sizes) {
      small[size] = await open(bytes)
        .resize(within(PHOTO_SIZES[size]))
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 82, progressive: true })
        .toBuffer();
    }
    return { bytes, small };
  });
  return small;
}

/** Refuses images that need too much memory or cannot be decoded. */
async function read(bytes: Uint8Array, work: () => Promise<Picture>): Promise<Picture> {
  try {
    const { width, height, channels, depth } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    if (depth === 'ushort' && width * height * channels * 2 > MAX_PIXEL_BYTES) throw tooDeep(channels);
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw cause instanceof Error && cause.message.includes('pixel limit')
      ? refusal(`This image is too large. Choose one with up to ${MAX_PIXELS / 1e6} megapixels.`, cause)
      : refusal('We cannot read this image. It may be damaged. Choose another one.', cause);
  }
}

function tooDeep(channels: number): AppError {
  const maxMegapixels = Math.floor(MAX_PIXEL_BYTES / 2 / channels / 1e6);
  return refusal(
    `This image is too large. Choose one with up to ${maxMegapixels} megapixels at 16 bits per channel, or save it with 8 bits.`,
  );
}

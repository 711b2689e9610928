/** Pictures are never kept as uploaded: they are turned upright, made smaller and re-encoded, so that no metadata or script survives. */
import { availableParallelism } from 'node:os';
import sharp, { type ResizeOptions } from 'sharp';
import { AppError } from '../../shared/app-error.ts';
import { refusal } from './content.server.ts';
import { MAX_PIXEL_BYTES, MAX_PIXELS, MAX_SCAN, MAX_SIDE, PHOTO_SIZES, type PhotoSize } from './file.ts';

/** A picture as it is kept. */
export type Picture = { bytes: Uint8Array; small: Partial<Record<PhotoSize, Uint8Array>> };

/** How many pictures are worked on at once, one of each landlord: a large one takes some 300 MB while it is turned. */
export const AT_ONCE = 2;

// Each picture on so many threads that a core is left to answer with; and nothing is kept between pictures.
sharp.concurrency(Math.max(1, Math.floor((availableParallelism() - 1) / AT_ONCE)));
sharp.cache(false);

const open = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient();

const within = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) satisfies ResizeOptions;

/** A photo for looking at: JPEG in sRGB, on white where it was transparent, with the small sizes beside it. Throws `invalid_input`. */
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

/** A scan for reading, in the format it came in: JPEG a little finer than a photo, PNG without any loss. Throws `invalid_input`. */
export function prepareScan(bytes: Uint8Array, format: 'jpg' | 'png'): Promise<Picture> {
  return read(bytes, async () => {
    const scan = open(bytes).resize(within(MAX_SCAN));
    const written = format === 'jpg' ? scan.jpeg({ quality: 88 }) : scan.png();
    return { bytes: await written.toBuffer(), small: {} };
  });
}

/** Does the work unless the picture would take too much. Whatever the picture library refuses is a picture that cannot be read. */
async function read(bytes: Uint8Array, work: () => Promise<Picture>): Promise<Picture> {
  try {
    const { width, height, channels, depth } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
    if (depth === 'ushort' && width * height * channels * 2 > MAX_PIXEL_BYTES) throw tooDeep(channels);
    return await work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw cause instanceof Error && cause.message.includes('pixel limit')
      ? refusal(`This picture is too large: the most is ${MAX_PIXELS / 1e6} megapixels. Please make it smaller.`, cause)
      : refusal('This picture cannot be read: it may be damaged or cut off.', cause);
  }
}

function tooDeep(channels: number): AppError {
  const most = Math.floor(MAX_PIXEL_BYTES / 2 / channels / 1e6);
  return refusal(
    `This picture is too large: with 16 bits a colour the most is ${most} megapixels. Please make it smaller, or save it with 8 bits a colour.`,
  );
}

/** Pictures are never kept as uploaded: they are turned upright, made smaller and re-encoded, so that no metadata or script survives. */
import { availableParallelism } from 'node:os';
import sharp, { type ResizeOptions } from 'sharp';
import { refusal } from './content.server.ts';
import { MAX_PIXELS, MAX_SCAN, MAX_SIDE, PHOTO_SIZES, type PhotoSize } from './file.ts';

/** A picture as it is kept. */
export type Picture = { bytes: Uint8Array; small: Partial<Record<PhotoSize, Uint8Array>> };

/** How many pictures are worked on at once: a large one takes some 400 MB while it is turned. */
const AT_ONCE = 2;

// Each picture on so many threads that a core is left to answer with; and nothing is kept between pictures.
sharp.concurrency(Math.max(1, Math.floor((availableParallelism() - 1) / AT_ONCE)));
sharp.cache(false);

const open = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient();

const within = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) satisfies ResizeOptions;

/** A photo for looking at: JPEG in sRGB, on white where it was transparent, with the small sizes beside it. Throws `invalid_input`. */
export function preparePhoto(bytes: Uint8Array): Promise<Picture> {
  return inTurn(async () => {
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
  return inTurn(async () => {
    const scan = open(bytes).resize(within(MAX_SCAN));
    const written = format === 'jpg' ? scan.jpeg({ quality: 88 }) : scan.png();
    return { bytes: await written.toBuffer(), small: {} };
  });
}

let working = 0;
const waiting: (() => void)[] = [];

/** Does the work when it is its turn. Whatever the picture library refuses is a picture that cannot be read. */
async function inTurn(work: () => Promise<Picture>): Promise<Picture> {
  if (working === AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else working += 1;
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof Error && cause.message.includes('pixel limit')
      ? refusal(`This picture is too large: the most is ${MAX_PIXELS / 1e6} megapixels. Please make it smaller.`, cause)
      : refusal('This picture cannot be read: it may be damaged or cut off.', cause);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

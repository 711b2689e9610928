/** Web worker that scales images: on the main thread, a phone's 48 megapixels would block the page for 250 ms. */
import { fitWithin } from './fit-within.ts';

export type ScaleRequest = {
  file: Blob;
  /** The longest side, in pixels. */
  longest: number;
  /** Whether to re-encode an image that is small enough. */
  always: boolean;
};

/** A JPEG, or null if the image needs no change or cannot be read. */
export type ScaleResult = Blob | null;

/** The loss is not visible; above this quality, files grow steeply. */
const QUALITY = 0.9;

addEventListener('message', ({ data, ports }: MessageEvent<ScaleRequest>) => {
  void scaled(data)
    .catch(() => null)
    .then((result: ScaleResult) => ports[0]?.postMessage(result));
});

async function scaled({ file, longest, always }: ScaleRequest): Promise<ScaleResult> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  if (!always && Math.max(bitmap.width, bitmap.height) <= longest) return null;
  const { width, height } = fitWithin(bitmap, longest);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return null;
  context.fillStyle = 'white'; // Otherwise transparent areas would turn black.
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

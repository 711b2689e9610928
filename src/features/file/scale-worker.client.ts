/**
 * Scales a picture in a thread of its own: on the page's, drawing a phone's 48 megapixels stops everything for a quarter of a
 * second. Started by `upload.client.ts`, which is answered on the port that comes with the question.
 */
import { fitted } from './fitted.ts';

export type ScaleQuestion = {
  file: Blob;
  /** In pixels. */
  longest: number;
  /** Re-encode it although it is small enough already. */
  always: boolean;
};

/** A JPEG; null where the picture may stay as it is or cannot be read. */
export type ScaleAnswer = Blob | null;

/** Enough that nobody sees it; above it the bytes rise steeply. */
const QUALITY = 0.9;

addEventListener('message', ({ data, ports }: MessageEvent<ScaleQuestion>) => {
  void scaled(data)
    .catch(() => null)
    .then((answer: ScaleAnswer) => ports[0]?.postMessage(answer));
});

async function scaled({ file, longest, always }: ScaleQuestion): Promise<ScaleAnswer> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  if (!always && Math.max(bitmap.width, bitmap.height) <= longest) return null;
  const { width, height } = fitted(bitmap, longest);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return null;
  context.fillStyle = 'white'; // what was transparent would turn black
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

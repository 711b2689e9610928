/** Web worker that scales images: on the main thread, a phone's 48 megapixels would block the page for 250 ms. */
import { fitWithin } from './fit-within.ts';

export type ScaleQuestion = {
  file: Blob;
  /** In pixels. */
  longest: number;
  /** Re-encode even if small enough. */
  always: boolean;
};

/** A JPEG; null if the image needs no change or cannot be read. */
export type ScaleAnswer = Blob | null;

/** No visible loss; above it the size grows steeply. */
const QUALITY = 0.9;

addEventListener('message', ({ data, ports }: MessageEvent<ScaleQuestion>) => {
  void scaled(data)
    .catch(() => null)
    .then((answer: ScaleAnswer) => ports[0]?.postMessage(answer));
});

async function scaled({ file, longest, always }: ScaleQuestion): Promise<ScaleAnswer> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  if (!always && Math.max(bitmap.width, bitmap.height) <= longest) return null;
  const { width, height } = fitWithin(bitmap, longest);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return null;
  context.fillStyle = 'white'; // transparent areas would turn black
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

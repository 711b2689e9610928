/** When a photo was taken, from its EXIF data. Re-encoding removes all of it, with the position. */
import sharp from 'sharp';
import { isDay, londonInstant } from '../../../shared/dates.ts';
import { type CameraTime, cameraTimeIn } from './exif-time.ts';

const HEAD = Buffer.from('Exif\0\0');

/** ISO 8601. Without an offset it is London time. Null if it is missing, not a time, or after `now`. */
export async function takenAt(bytes: Uint8Array, now: Date): Promise<string | null> {
  const exif = await sharp(bytes)
    .metadata()
    .then(
      (metadata) => metadata.exif,
      () => undefined,
    );
  const taken = exif && timeIn(exif);
  return taken && new Date(taken) <= now ? taken : null;
}

function timeIn(exif: Buffer): string | null {
  const found = cameraTimeIn(exif.subarray(exif.subarray(0, HEAD.length).equals(HEAD) ? HEAD.length : 0));
  return found && instantOf(found);
}

/** '2027:01:12 16:20:31' and '+00:00'. */
function instantOf({ time, offset }: CameraTime): string | null {
  const [, year, month, date, clock] = /^(\d{4}):(\d\d):(\d\d) ((?:[01]\d|2[0-3]):[0-5]\d)/.exec(time) ?? [];
  const day = `${year}-${month}-${date}`;
  if (!clock || !isDay(day)) return null;
  if (!/^[+-](?:0\d|1[0-4]):[0-5]\d$/.test(offset)) return londonInstant(day, clock);
  return new Date(`${day}T${clock}:00${offset}`).toISOString();
}

/** Reads the time of a photo from its EXIF data, which re-encoding removes together with the location. */
import sharp from 'sharp';
import { isDay, londonInstant } from '../../../shared/dates.ts';
import { type CameraTime, cameraTimeIn } from './exif-time.ts';

const HEAD = Buffer.from('Exif\0\0');

/** Returns an ISO 8601 instant; null if missing, invalid or after `now`. A time without an offset is London time. */
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

function instantOf({ time, offset }: CameraTime): string | null {
  const [, year, month, date, clock] = /^(\d{4}):(\d\d):(\d\d) ((?:[01]\d|2[0-3]):[0-5]\d)/.exec(time) ?? [];
  const day = `${year}-${month}-${date}`;
  if (!clock || !isDay(day)) return null;
  if (!/^[+-](?:0\d|1[0-4]):[0-5]\d$/.test(offset)) return londonInstant(day, clock);
  return new Date(`${day}T${clock}:00${offset}`).toISOString();
}

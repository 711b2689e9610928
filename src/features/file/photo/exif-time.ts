/** Keeps the time in a photo's EXIF data, which is lost when a browser scales the photo. */
const HEAD = Uint8Array.from('Exif\0\0', (sign) => sign.charCodeAt(0));
const MAIN_IFD = 8;
const TIME_IFD = 26;
const EXIF_IFD = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;
const ENTRY_BYTES = 12;
const TIME_BYTES = 20;
const OFFSET_BYTES = 7;
/** EXIF type codes of a text and of a 32-bit number. */
const [TEXT, LONG] = [2, 4];

/** For example '2027:01:12 16:20:31' and '+00:00'. An unknown offset is ''. */
export type CameraTime = { time: string; offset: string };

/** Reads a TIFF block in either byte order. Returns null if the time is missing or the block is damaged. */
export function cameraTimeIn(tiff: Uint8Array): CameraTime | null {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  try {
    const little = view.getUint8(0) === 'I'.charCodeAt(0);
    const long = (at: number) => view.getUint32(at, little);
    /** Returns the offsets of a directory's entries, by tag. */
    const entriesAt = (at: number) => {
      const places = Array.from({ length: view.getUint16(at, little) }, (_, place) => at + 2 + place * ENTRY_BYTES);
      return new Map(places.map((place) => [view.getUint16(place, little), place]));
    };
    const inner = entriesAt(long(4)).get(EXIF_IFD);
    if (inner === undefined) return null;
    const entries = entriesAt(long(inner + 8));
    /** Texts of up to four bytes are stored in the entry itself. */
    const textOf = (tag: number) => {
      const entry = entries.get(tag);
      if (entry === undefined) return '';
      const length = long(entry + 4);
      const at = length <= 4 ? entry + 8 : long(entry + 8);
      return String.fromCharCode(...tiff.subarray(at, Math.min(at + length, at + 40))).replace(/\0.*$/s, '');
    };
    const time = textOf(DATE_TIME_ORIGINAL);
    return time ? { time, offset: textOf(OFFSET_TIME_ORIGINAL) } : null;
  } catch (error) {
    // The block refers to an offset beyond its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Finds the TIFF block of a JPEG or HEIC file, which follows the word 'Exif'. */
export function tiffIn(file: Uint8Array): Uint8Array | undefined {
  const [first = 0] = HEAD;
  for (let at = file.indexOf(first); at >= 0; at = file.indexOf(first, at + 1)) {
    const tiff = at + HEAD.length;
    const order = String.fromCharCode(file[tiff] ?? 0, file[tiff + 1] ?? 0);
    if (HEAD.every((byte, place) => file[at + place] === byte) && (order === 'II' || order === 'MM'))
      return file.subarray(tiff);
  }
  return undefined;
}

/** Returns the start of a JPEG with the time as its only EXIF data. It replaces the file's first two bytes. */
export function jpegHeadWith({ time, offset }: CameraTime): Uint8Array<ArrayBuffer> {
  const timeAt = TIME_IFD + 2 + 2 * ENTRY_BYTES + 4;
  const tiffBytes = timeAt + TIME_BYTES + OFFSET_BYTES;
  const start = 6 + HEAD.length;
  const bytes = new Uint8Array(start + tiffBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xffd8_ffe1);
  view.setUint16(4, 2 + HEAD.length + tiffBytes);
  bytes.set(HEAD, 6);
  const write = (at: number, text: string, length: number) =>
    bytes.set(
      Uint8Array.from(text.slice(0, length - 1), (sign) => sign.charCodeAt(0)),
      start + at,
    );
  const entry = (at: number, [tag, type, count, value]: [number, number, number, number]) => {
    view.setUint16(start + at, tag);
    view.setUint16(start + at + 2, type);
    view.setUint32(start + at + 4, count);
    view.setUint32(start + at + 8, value);
  };
  write(0, 'MM', 3);
  view.setUint16(start + 2, 42);
  view.setUint32(start + 4, MAIN_IFD);
  view.setUint16(start + MAIN_IFD, 1);
  entry(MAIN_IFD + 2, [EXIF_IFD, LONG, 1, TIME_IFD]);
  view.setUint16(start + TIME_IFD, 2);
  entry(TIME_IFD + 2, [DATE_TIME_ORIGINAL, TEXT, TIME_BYTES, timeAt]);
  entry(TIME_IFD + 2 + ENTRY_BYTES, [OFFSET_TIME_ORIGINAL, TEXT, OFFSET_BYTES, timeAt + TIME_BYTES]);
  write(timeAt, time, TIME_BYTES);
  write(timeAt + TIME_BYTES, offset, OFFSET_BYTES);
  return bytes;
}

/** Decodes UTF-8, UTF-16 or Windows-1252, with '\n' as line end. Undefined for PDFs, workbooks and pictures. */
export function decodeStatement(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  return text.includes('\0') || text.startsWith('%PDF') || text.startsWith('PK\u0003\u0004') ? undefined : text;
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fromWindows1252(bytes);
  }
}

/** Windows-1252 from 0x80 to 0x9F, where it differs from Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Node's own decoder reads 0x80 to 0x9F as control characters. Stray UTF-8 sequences are decoded too. */
function fromWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(bytes);
  return text
    .replace(UTF_8_LETTER, (pair) => new TextDecoder().decode(Uint8Array.from(pair, (byte) => byte.charCodeAt(0))))
    .replace(/[\u0080-\u009F]/g, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80] ?? letter);
}

/** Two or three bytes of UTF-8 decoded as Latin-1, limited to common letters and punctuation. */
const UTF_8_LETTER = /[\u00C2-\u00CF][\u0080-\u00BF]|\u00E2[\u0080-\u0084][\u0080-\u00BF]/g;

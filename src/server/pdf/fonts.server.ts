/**
 * Fonts of a PDF: Noto Sans for Latin, Greek, Cyrillic and Devanagari. Other scripts' Noto fonts are loaded on demand
 * and subset. Characters without a glyph are shown as �.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import bidiFactory from 'bidi-js';
import { create, type Font } from 'fontkit';
import { mapCooperatively } from '../cooperative.server.ts';

const require = createRequire(import.meta.url);
const FILES = {
  plain: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
};
export type Weight = keyof typeof FILES;
const WEIGHTS = { plain: 400, bold: 600 } satisfies Record<Weight, number>;

/** In lookup order: Chinese before Korean, whose font has some Chinese characters. */
const SCRIPTS = {
  arabic: require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  hebrew: require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  thai: require.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  sc: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  kr: require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
};
export const SUBSTITUTE = '\ufffd';

type Part = { name: string; file: string; ranges: [from: number, to: number][] };
type SubsetFont = (
  font: Buffer,
  text: string,
  options: { targetFormat: 'sfnt'; variationAxes: { wght: number } },
) => Promise<Buffer>;

type LoadedFont = { name: string; font: Font };
export type Fonts = { plain: LoadedFont; bold: LoadedFont; others: LoadedFont[] };
/** A run of text in one font, without spaces, and its offset in the text. */
export type Piece = { text: string; font: string; at: number };

let base: Promise<[LoadedFont, LoadedFont]> | undefined;
let parts: Promise<Part[]> | undefined;

export async function loadFonts(texts: readonly string[]): Promise<Fonts> {
  base ??= Promise.all([read('plain'), read('bold')]);
  const [plain, bold] = await base;
  return { plain, bold, others: await loadOthers(plain, texts) };
}

const read = async (weight: Weight) => opened(weight, await readFile(FILES[weight]));

function opened(name: string, data: Buffer): LoadedFont {
  const font = create(data);
  if (!('layout' in font)) throw new Error(`${name} contains several fonts`);
  return { name, font };
}

/** Characters in both weights of Noto Sans that never combine. */
const SIMPLE = /^[\x20-\x7e£·–’]*$/;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
const signsOf = (text: string) => Array.from(SEGMENTER.segment(text.normalize('NFC')), ({ segment }) => segment);
const has = ({ font }: LoadedFont, sign: string) =>
  [...sign].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));

/** Subset fonts, in both weights, for characters missing from Noto Sans. */
async function loadOthers(plain: LoadedFont, texts: readonly string[]): Promise<LoadedFont[]> {
  const signs = await mapCooperatively(
    texts.filter((text) => !SIMPLE.test(text)),
    signsOf,
  );
  const lacking = new Set([...new Set(signs.flat())].filter((sign) => !has(plain, sign)));
  if (lacking.size === 0) return [];
  parts ??= readParts();
  const fonts: LoadedFont[] = [];
  for (const part of await parts) {
    const own = [...lacking].filter((sign) => [...sign].some((letter) => isIn(part, letter.codePointAt(0) ?? 0)));
    if (own.length === 0) continue;
    // A font's ranges include characters without a glyph, such as emoji.
    const data = await readFile(part.file);
    const whole = opened(part.name, data);
    const drawn = own.filter((sign) => has(whole, sign));
    if (drawn.length === 0) continue;
    const both = [await cut(part, data, drawn, 'plain'), await cut(part, data, drawn, 'bold')];
    fonts.push(...both);
    for (const sign of drawn) lacking.delete(sign);
  }
  return fonts;
}

/** Subsetting takes about 40 ms; the library is loaded on first use. */
async function cut({ name }: Part, data: Buffer, signs: readonly string[], weight: Weight): Promise<LoadedFont> {
  const subset = require('subset-font') as SubsetFont;
  const options = { targetFormat: 'sfnt', variationAxes: { wght: WEIGHTS[weight] } } as const;
  return opened(`${name}-${weight}`, await subset(data, signs.join(''), options));
}

async function readParts(): Promise<Part[]> {
  const all = Object.entries(SCRIPTS).map(async ([script, file]) => {
    const ranges = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    return Object.entries(ranges)
      .filter(([part]) => part.startsWith('[') || part === script)
      .map(([part, spelled]): Part => {
        const name = `${script}-${part.replace(/[[\]]/g, '')}`;
        return {
          name,
          file: join(dirname(file), 'files', `noto-sans-${name}-wght-normal.woff2`),
          ranges: rangesOf(spelled),
        };
      });
  });
  return (await Promise.all(all)).flat();
}

/** Parses 'U+600-6ff,U+200c'. */
function rangesOf(spelled: string): Part['ranges'] {
  return spelled.split(',').map((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return [from, to];
  });
}

const isIn = ({ ranges }: Part, letter: number) => ranges.some(([from, to]) => letter >= from && letter <= to);

const bidi = bidiFactory();

/** Normalised text, with � for characters that no font has. */
export function printable(text: string, fonts: Fonts): string {
  if (SIMPLE.test(text)) return text;
  const drawn = (sign: string) => (fontOf(sign, 'plain', fonts) ? sign : INVISIBLE.test(sign) ? '' : SUBSTITUTE);
  return signsOf(text).map(drawn).join('');
}

/** Splits a printable line into runs in visual order: by font, with Arabic and Hebrew reordered. */
export function piecesOf(line: string, weight: Weight, fonts: Fonts): Piece[] {
  const embedding = bidi.getEmbeddingLevels(line, 'ltr');
  const pieces: (Piece & { level: number })[] = [];
  let at = 0;
  for (const sign of signsOf(line)) {
    const level = embedding.levels[at] ?? 0;
    const font = fontOf(sign, weight, fonts)?.name ?? weight;
    const text = level % 2 === 1 ? (bidi.getMirroredCharacter(sign) ?? sign) : sign;
    const last = pieces.at(-1);
    // Spaces split right-to-left runs, as pdfkit sets words from left to right.
    const goesOn = last && last.font === font && last.level === level && (level === 0 || !/\s/.test(last.text + sign));
    if (goesOn) last.text += text;
    else pieces.push({ text, font, level, at });
    at += sign.length;
  }
  const places = new Map(bidi.getReorderedIndices(line, embedding).map((from, place) => [from, place]));
  const placeOf = ({ at: from }: Piece) => places.get(from) ?? from;
  return pieces.sort((one, other) => placeOf(one) - placeOf(other));
}

const INVISIBLE = /^\p{Default_Ignorable_Code_Point}+$/u;

function fontOf(sign: string, weight: Weight, fonts: Fonts): LoadedFont | undefined {
  if (has(fonts[weight], sign)) return fonts[weight];
  return fonts.others.find((font) => font.name.endsWith(`-${weight}`) && has(font, sign));
}

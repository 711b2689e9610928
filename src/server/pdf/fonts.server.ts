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

/** In lookup order. Chinese comes before Korean, whose font has only some Chinese characters. */
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
/** A run of text in one font, and its offset in the line. */
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

/** Matches texts of characters that both weights of Noto Sans have and that never combine. */
const SIMPLE = /^[\x20-\x7e£·–’]*$/;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemesOf = (text: string) => Array.from(SEGMENTER.segment(text.normalize('NFC')), ({ segment }) => segment);
const has = ({ font }: LoadedFont, grapheme: string) =>
  [...grapheme].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** Returns subset fonts, in both weights, for characters missing from Noto Sans. */
async function loadOthers(plain: LoadedFont, texts: readonly string[]): Promise<LoadedFont[]> {
  const graphemes = await mapCooperatively(
    texts.filter((text) => !SIMPLE.test(text)),
    graphemesOf,
  );
  const missing = new Set([...new Set(graphemes.flat())].filter((grapheme) => !has(plain, grapheme)));
  if (missing.size === 0) return [];
  parts ??= readParts();
  const fonts: LoadedFont[] = [];
  for (const part of await parts) {
    const own = [...missing].filter((grapheme) =>
      [...grapheme].some((character) => isIn(part, character.codePointAt(0) ?? 0)),
    );
    if (own.length === 0) continue;
    // The declared ranges of a font include characters without a glyph, such as emoji.
    const data = await readFile(part.file);
    const font = opened(part.name, data);
    const available = own.filter((grapheme) => has(font, grapheme));
    if (available.length === 0) continue;
    const subsets = [await cut(part, data, available, 'plain'), await cut(part, data, available, 'bold')];
    fonts.push(...subsets);
    for (const grapheme of available) missing.delete(grapheme);
  }
  return fonts;
}

/** Subsets a font, in about 40 ms. Loads the library on first use, as few documents need it. */
async function cut({ name }: Part, data: Buffer, graphemes: readonly string[], weight: Weight): Promise<LoadedFont> {
  const subset = require('subset-font') as SubsetFont;
  const options = { targetFormat: 'sfnt', variationAxes: { wght: WEIGHTS[weight] } } as const;
  return opened(`${name}-${weight}`, await subset(data, graphemes.join(''), options));
}

async function readParts(): Promise<Part[]> {
  const all = Object.entries(SCRIPTS).map(async ([script, file]) => {
    const ranges = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    return Object.entries(ranges)
      .filter(([part]) => part.startsWith('[') || part === script)
      .map(([part, text]): Part => {
        const name = `${script}-${part.replace(/[[\]]/g, '')}`;
        return {
          name,
          file: join(dirname(file), 'files', `noto-sans-${name}-wght-normal.woff2`),
          ranges: rangesOf(text),
        };
      });
  });
  return (await Promise.all(all)).flat();
}

function rangesOf(text: string): Part['ranges'] {
  return text.split(',').map((range) => {
    const [from = 0, to = from] = range
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return [from, to];
  });
}

const isIn = ({ ranges }: Part, character: number) => ranges.some(([from, to]) => character >= from && character <= to);

const bidi = bidiFactory();

/** Returns normalised text without invisible characters, and with � for characters that no font has. */
export function printable(text: string, fonts: Fonts): string {
  if (SIMPLE.test(text)) return text;
  const orSubstitute = (grapheme: string) =>
    fontOf(grapheme, 'plain', fonts) ? grapheme : INVISIBLE.test(grapheme) ? '' : SUBSTITUTE;
  return graphemesOf(text).map(orSubstitute).join('');
}

/** Splits a printable line into runs in visual order: by font, with Arabic and Hebrew reordered. */
export function piecesOf(line: string, weight: Weight, fonts: Fonts): Piece[] {
  const embedding = bidi.getEmbeddingLevels(line, 'ltr');
  const pieces: (Piece & { level: number })[] = [];
  let at = 0;
  for (const grapheme of graphemesOf(line)) {
    const level = embedding.levels[at] ?? 0;
    const font = fontOf(grapheme, weight, fonts)?.name ?? weight;
    const text = level % 2 === 1 ? (bidi.getMirroredCharacter(grapheme) ?? grapheme) : grapheme;
    const last = pieces.at(-1);
    // Spaces split right-to-left runs, as pdfkit sets words from left to right.
    const continues =
      last && last.font === font && last.level === level && (level === 0 || !/\s/.test(last.text + grapheme));
    if (continues) last.text += text;
    else pieces.push({ text, font, level, at });
    at += grapheme.length;
  }
  const places = new Map(bidi.getReorderedIndices(line, embedding).map((from, place) => [from, place]));
  const placeOf = ({ at: from }: Piece) => places.get(from) ?? from;
  return pieces.sort((one, other) => placeOf(one) - placeOf(other));
}

const INVISIBLE = /^\p{Default_Ignorable_Code_Point}+$/u;

function fontOf(grapheme: string, weight: Weight, fonts: Fonts): LoadedFont | undefined {
  if (has(fonts[weight], grapheme)) return fonts[weight];
  return fonts.others.find((font) => font.name.endsWith(`-${weight}`) && has(font, grapheme));
}

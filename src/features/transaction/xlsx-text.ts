/** Texts of an Excel file, so that each is read back as it was. */

// What XML cannot hold, or reads as something else, or the writer leaves out, is written _x000D_; so is the first of what looks like
// that (ECMA-376 part 1, 22.9.2.19). Tab and line feed stand for themselves.
const ESCAPED = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|\uFFFD|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** The text as the writer is to be given it. */
export function xlsxText(text: string): string {
  // The writer keeps texts as keys of an object and would take one that is called like what every object has, 'constructor', for
  // something else. NUL, which is in no text of ours, makes it another key, and is left out of the file.
  return text in {} ? `${text}\0` : text.replace(ESCAPED, escaped);
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `_x${unit.toString(16).toUpperCase().padStart(4, '0')}_`).join('');
}

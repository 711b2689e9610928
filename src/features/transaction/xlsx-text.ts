/** Texts of an Excel file, so that each is read back as it was. */

// Characters that XML cannot hold, or reads as others, are written _x000D_; so is the first of what looks like that (ECMA-376 part 1,
// 22.9.2.19). Tab and line feed stand for themselves.
const ESCAPED = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** The text as the cell of an Excel file holds it. */
export function xlsxText(text: string): string {
  // The writer keeps texts as keys of an object and would take one named as what every object has, 'constructor', for its own.
  const named = text in {} ? escaped(text.charAt(0)) + text.slice(1) : text;
  return text === named ? text.replace(ESCAPED, escaped) : named;
}

function escaped(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

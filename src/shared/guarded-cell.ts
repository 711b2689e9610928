/** Texts in a CSV file that no spreadsheet takes for a formula, and that can be read back as they were. */

// What makes a formula of a cell in Excel, LibreOffice or Google Sheets, also behind spaces and what cannot be seen
// (https://owasp.org/www-community/attacks/CSV_Injection); and line ends and tabs, behind which some of them begin anew.
const RISKY = /^[\s\p{Cc}\p{Cf}]*(?:[=+\-@＝＋－＠]|[\t\r\n])/u;
const MARK = "'";

/** The text with an apostrophe in front where it could run as a formula, or begins with an apostrophe itself. */
export function guardCell(text: string): string {
  return RISKY.test(text) || text.startsWith(MARK) ? MARK + text : text;
}

/** The text that was guarded: for every text, `readGuardedCell(guardCell(text)) === text`. */
export function readGuardedCell(cell: string): string {
  return cell.startsWith(MARK) ? cell.slice(MARK.length) : cell;
}

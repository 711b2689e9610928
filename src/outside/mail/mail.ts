/** Letters, in our words: the port that every way of sending mail fulfils. */

/** A letter of plain paragraphs with at most one link to follow. */
export type Letter = {
  to: string;
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
};

/** Sends one letter or throws; whoever calls tries again later. */
export type Mail = { send(letter: Letter): Promise<void> };

/** The letter as plain text. */
export function letterText(letter: Letter): string {
  const action = letter.action ? [`${letter.action.label}:\n${letter.action.url}`] : [];
  return `${[...letter.paragraphs, ...action, 'Tenure'].join('\n\n')}\n`;
}

/** The letter as HTML, every word escaped. */
export function letterHtml(letter: Letter): string {
  const paragraphs = letter.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`);
  const action = letter.action
    ? [`<p><a href="${escapeHtml(letter.action.url)}">${escapeHtml(letter.action.label)}</a></p>`]
    : [];
  const body = [...paragraphs, ...action, '<p>Tenure</p>'].join('\n');
  return `<!doctype html>\n<html lang="en-GB"><body>\n${body}\n</body></html>\n`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

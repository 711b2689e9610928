/** Emails, in our words: the port that every way of sending mail fulfils. */

/** An email of plain paragraphs with at most one link to follow. */
export type Email = {
  to: string;
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
};

/** Sends one email or throws; the caller tries again later. */
export type Mail = { send(email: Email): Promise<void> };

export function emailText(email: Email): string {
  const action = email.action ? [`${email.action.label}:\n${email.action.url}`] : [];
  return `${[...email.paragraphs, ...action, 'Tenure'].join('\n\n')}\n`;
}

/** The email as HTML, every word escaped. */
export function emailHtml(email: Email): string {
  const paragraphs = email.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`);
  const action = email.action
    ? [`<p><a href="${escapeHtml(email.action.url)}">${escapeHtml(email.action.label)}</a></p>`]
    : [];
  const body = [...paragraphs, ...action, '<p>Tenure</p>'].join('\n');
  return `<!doctype html>\n<html lang="en-GB"><body>\n${body}\n</body></html>\n`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

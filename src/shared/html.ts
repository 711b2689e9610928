/** HTML made of text: what somebody typed inside it, an email address inside a link, marks that are filled in. */
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

export function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

/** HTML with its %MARKS% replaced; one without a value stays as it is. */
export function fillMarks(html: string, values: Record<string, string>): string {
  return html.replace(/%[A-Z]+%/g, (mark) => values[mark] ?? mark);
}

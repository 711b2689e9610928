/** What an uploaded file is called: how its name is read, kept, and given back. */
import { FILE_TYPES, type FileExtension } from './file.ts';

/** The most characters a name is kept with; the database holds it to that too. */
const MAX_NAME = 255;

// Control characters, and those that turn the reading direction: with them 'fdp.exe' can be made to look like 'exe.pdf'.
const UNSEEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** 'Gas 2026.PDF' → 'pdf'; '' where the name has no ending. */
export function endingOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';
}

/**
 * A name as it is kept: without any folder before it ('../x.pdf', 'C:\\x.pdf'), without what cannot be seen, and of at most 255
 * characters with its ending. Quotes, emoji and other scripts stay.
 */
export function keptName(name: string): string {
  const last = name.toWellFormed().replace(UNSEEN, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const characters = [...last];
  if (characters.length <= MAX_NAME) return last;
  const ending = [...`.${endingOf(last)}`];
  return [...characters.slice(0, MAX_NAME - ending.length), ...ending].join('');
}

/** The name to save a file under: as it was uploaded, with the ending of what it has become ('roof.png', kept as JPEG → 'roof.jpg'). */
export function savedName({ name, contentType }: { name: string; contentType: string }): string {
  const ending = endingOf(name);
  if (FILE_TYPES[ending as FileExtension] === contentType) return name;
  const [right = ''] = Object.entries(FILE_TYPES).find(([, type]) => type === contentType) ?? [];
  return `${ending ? name.slice(0, -ending.length - 1) : name}.${right}`;
}

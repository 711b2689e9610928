import type { Unread } from '../../file/pdf/lines.ts';

export const MAX_PAGES = 200;

export type DocumentJob = { kind: 'pdf' | 'docx'; bytes: Uint8Array };

/** `pages` is null for a Word document, or a file that could not be opened. */
export type DocumentReply =
  | { reading: Unread; pages: number | null }
  | { reading: 'read'; pages: number | null; text: string };

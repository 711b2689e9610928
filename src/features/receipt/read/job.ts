/** Messages to and from the thread that reads PDFs. */
export const MAX_PAGES = 20;

export type PdfJob = { bytes: Uint8Array; today: string };

/** Why a PDF has no text to use. */
export const UNREAD = ['no_text', 'locked', 'broken', 'scripted', 'too_large'] as const;
type Unread = (typeof UNREAD)[number];

/** `amount` is pence, above zero. Null if it was not found. */
export type PdfFacts = { date: string | null; amount: number | null; supplier: string | null };

/** `text` is for suppliers that the landlord has. `isCut`: only the first pages were read. */
export type PdfReply = { reading: Unread } | { reading: 'read'; isCut: boolean; facts: PdfFacts; text: string };

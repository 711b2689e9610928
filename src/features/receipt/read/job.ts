/** Values read in a PDF. */

/** `amount` is pence, above zero. Null if it was not found. */
type PdfFacts = { date: string | null; amount: number | null; supplier: string | null };

/** Why a PDF has no text to use. */
export const UNREAD = ['no_text', 'locked', 'broken', 'scripted', 'too_large'] as const;
type Unread = (typeof UNREAD)[number];

/** `text` is for suppliers that the landlord has. `isCut`: only the first pages were read. */
export type PdfReply = { reading: Unread } | { reading: 'read'; isCut: boolean; facts: PdfFacts; text: string };

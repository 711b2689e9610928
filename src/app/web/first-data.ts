/** The id of the document's block with the response of GET /api/auth/get-session. */
export const SESSION_BLOCK = 'session';

/** The id of the block with the screen's first reads: pairs of a query key and its data. */
export const READS_BLOCK = 'reads';

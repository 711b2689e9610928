/** The id of the document's block that says who is signed in, as GET /api/auth/get-session answers. */
export const SESSION_BLOCK = 'session';

/** The id of its block with what the screen reads first: pairs of a query key and what the cache holds under it. */
export const READS_BLOCK = 'reads';

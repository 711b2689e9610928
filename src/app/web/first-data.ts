/** The id of the script element with the response of GET /api/auth/get-session. */
export const SESSION_BLOCK = 'session';

/** The id of the script element with the screen's first reads, as pairs of query key and data. */
export const READS_BLOCK = 'reads';

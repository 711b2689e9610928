/** The id of the document's block that says who is signed in, as GET /api/auth/get-session answers. */
export const SESSION_BLOCK = 'session';

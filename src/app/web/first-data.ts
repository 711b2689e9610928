/** The id of the document's block that says who is signed in, as GET /api/auth/get-session answers. */
export const SESSION_BLOCK = 'session';

/**
 * Of a screen, as the build says it to the server: the files of its code, the frame that its document shows before they have come, and
 * what stands within: shapes, or for the overview its figures.
 */
export type BuiltScreen = { files: string[]; frame: string; frameOnTrial: string; shapes: string; figures?: string };
/** In a frame, where those come. */
export const WITHIN = '%WITHIN%';
/** In the bar of a frame, where the landlord's name comes. */
export const NAME = '%NAME%';
/** In `frameOnTrial`. */
export const TRIAL_WORDS = '%WORDS%';

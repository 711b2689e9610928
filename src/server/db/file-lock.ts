/**
 * One number for PostgreSQL's advisory locks: a backup holds it shared while it copies rows and files; who takes bytes out of the
 * file store takes it alone, and does without when a backup runs. So no file that a backup's rows name goes away under it.
 */
export const FILE_LOCK = 7_261_001;

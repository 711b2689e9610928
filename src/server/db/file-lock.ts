/**
 * Key of the advisory lock that backups share. Removal of stored files takes it exclusively, and is skipped during a
 * backup.
 */
export const FILE_LOCK = 7_261_001;

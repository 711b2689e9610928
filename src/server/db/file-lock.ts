/** Advisory lock: shared by a backup, exclusive to remove stored files, which is skipped while a backup runs. */
export const FILE_LOCK = 7_261_001;

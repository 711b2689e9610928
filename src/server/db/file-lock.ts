/** Advisory lock: backups share it. Removing stored files takes it exclusively, and is skipped during a backup. */
export const FILE_LOCK = 7_261_001;

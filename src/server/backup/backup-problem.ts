/** What stops a backup or a restore, as a sentence for the person who asked for it. */

export class BackupProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupProblem';
  }
}

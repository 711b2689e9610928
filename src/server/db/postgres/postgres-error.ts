/** What can stop the embedded database, each with a sentence that says what to do. */

export type PostgresErrorCode =
  /** Another Tenure server runs on the data folder. */
  | 'in-use'
  /** The data folder was made by another major version of PostgreSQL. */
  | 'other-version'
  /** The account the database runs as cannot reach the data folder. */
  | 'unreachable'
  /** No PostgreSQL is shipped for this machine, or its package is not installed. */
  | 'no-binaries'
  /** PostgreSQL was started and gave up; the message carries its last words. */
  | 'did-not-start';

export class PostgresError extends Error {
  readonly code: PostgresErrorCode;

  constructor(code: PostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PostgresError';
    this.code = code;
  }
}

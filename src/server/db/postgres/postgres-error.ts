export type PostgresErrorCode =
  | 'in-use'
  /** The data folder was created by another major version of PostgreSQL. */
  | 'other-version'
  /** The database account cannot reach the data folder. */
  | 'unreachable'
  /** PostgreSQL is not bundled for this platform, or its package is not installed. */
  | 'no-binaries'
  /** PostgreSQL failed to start; the message includes its output. */
  | 'did-not-start';

export class PostgresError extends Error {
  readonly code: PostgresErrorCode;

  constructor(code: PostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PostgresError';
    this.code = code;
  }
}

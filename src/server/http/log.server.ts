/** Structured logs: one JSON object a line on standard error, with request ids and without secrets. */
import { type DestinationStream, type Logger, pino } from 'pino';

/** Keys that never reach a log, wherever a library may put them. */
const SECRET_KEYS = [
  'password',
  'newPassword',
  'token',
  'secret',
  'secretAccessKey',
  'authorization',
  'cookie',
  'set-cookie',
];

/** Logs `level` and worse; to standard error unless told where. */
export function createLog(level: string, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
        censor: '[hidden]',
      },
      serializers: { err: describeError },
    },
    // Standard output carries only the sentence a person starts the server for.
    to ?? pino.destination({ dest: 2, sync: true }),
  );
}

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described };

/** An error as logged: PostgreSQL's `detail` and `where` quote values that people typed, so they stay out. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(error.stack && { stack: error.stack }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

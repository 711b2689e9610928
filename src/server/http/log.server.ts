/** Structured logs: a JSON object on each line of standard error, with request ids and without secrets. */
import { type DestinationStream, type Logger, pino } from 'pino';

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
    // Standard output is reserved for the start-up message.
    to ?? pino.destination({ dest: 2, sync: true }),
  );
}

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described };

/** Omits PostgreSQL's `detail` and `where`, which quote entered values. */
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

/** Settings from environment variables, all checked at once and explained in words. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { S3Place } from '../outside/files/s3.server.ts';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether a host name or address is this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOSTS.has(host) || /^127(\.\d{1,3}){3}$/.test(host) || host.endsWith('.localhost');
}

const port = z.coerce
  .number({ error: 'is not a port number' })
  .int('must be a whole number')
  .min(1, 'must be between 1 and 65535')
  .max(65535, 'must be between 1 and 65535');

const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`,
  });

const appUrl = url(['http:', 'https:']).refine(
  (text) => !URL.canParse(text) || (new URL(text).pathname === '/' && !new URL(text).search && !new URL(text).hash),
  'must be only scheme, host and port, for example https://tenure.example',
);

/** Together they say where uploads go. */
const S3_NAMES = ['FILES_S3_URL', 'FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const;

const Environment = z
  .object({
    PORT: port.optional(),
    HOST: z
      .string()
      .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address')
      .default('127.0.0.1'),
    DATA_DIR: z.string().optional(),
    DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
    WORKERS: z.coerce
      .number({ error: 'is not a number' })
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(64, 'must be at most 64')
      .optional(),
    DATABASE_CONNECTIONS: z.coerce
      .number({ error: 'is not a number' })
      .int('must be a whole number')
      .min(2, 'must be at least 2')
      .max(200, 'must be at most 200')
      .default(10),
    APP_URL: appUrl.optional(),
    TRUST_PROXY: z.coerce
      .number({ error: 'must be the number of proxies in front of the server (0, 1, 2 …)' })
      .int('must be a whole number')
      .min(0, 'must be 0 or more')
      .max(10, 'must be at most 10')
      .default(0),
    SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
    SMTP_URL: url(['smtp:', 'smtps:']).optional(),
    MAIL_FROM: z.string().min(3, 'must be an address, for example "Tenure <letters@tenure.example>"').optional(),
    FILES_S3_URL: url(['http:', 'https:'])
      .refine(
        (text) => !/[?#@]/.test(text),
        'must be without user, question or fragment, for example https://s3.example',
      )
      .optional(),
    FILES_S3_BUCKET: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'must be the name of a bucket: 3 to 63 small letters, digits, - and . only',
      )
      .optional(),
    FILES_S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]+$/, 'must be the name of a region, for example eu-west-2')
      .optional(),
    FILES_S3_ACCESS_KEY_ID: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be without spaces')
      .optional(),
    FILES_S3_SECRET_ACCESS_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be without spaces')
      .optional(),
    SANDBOXES: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default('off'),
    CLOCK: z.enum(['system', 'movable'], { error: "must be 'system' or 'movable'" }).default('system'),
    OPERATOR_NAME: z.string().max(120, 'must be at most 120 characters').optional(),
    CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: "must be one of 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'",
      })
      .default('info'),
  })
  .superRefine((env, context) => {
    const problem = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message, input: undefined });
    if (env.SMTP_URL && !env.MAIL_FROM) problem('MAIL_FROM', 'is needed when SMTP_URL is set');
    if (S3_NAMES.some((name) => env[name]) || env.FILES_S3_REGION) {
      for (const name of S3_NAMES.filter((one) => !env[one])) {
        problem(name, `is needed when files are to go to S3 (all or none of ${S3_NAMES.join(', ')})`);
      }
    }
    if (!isLoopback(env.HOST) && !env.APP_URL) {
      problem('APP_URL', `is needed when HOST is ${env.HOST}: links in letters begin with it`);
    }
    const atHome = isLoopback(env.HOST) && (!env.APP_URL || isLoopback(new URL(env.APP_URL).hostname));
    if (!atHome && env.CLOCK === 'movable') {
      problem('CLOCK', "must be 'system' when others can reach this server");
    }
    if (!atHome && !env.SMTP_URL && env.SANDBOXES === 'off') {
      problem(
        'SMTP_URL',
        "is needed when others can reach this server, so that letters go out; or set SANDBOXES to 'on' for a demonstration",
      );
    }
  });

/** The checked settings. `port` undefined means: the default, else the next free one. */
export type Settings = {
  port: number | undefined;
  host: string;
  dataDir: string | undefined;
  databaseUrl: string | undefined;
  /** Processes that share the port. */
  workers: number;
  /** The most connections each of a worker's two pools opens. */
  databaseConnections: number;
  /** Origin without a trailing slash; undefined means: http://localhost and the port that was found. */
  appUrl: string | undefined;
  /** How many proxies in front of us may be believed about the caller's address. */
  trustedProxies: number;
  secret: string | undefined;
  smtp: { url: string; from: string } | undefined;
  /** The bucket that uploads go to; undefined means: the data folder. */
  s3: S3Place | undefined;
  /** Others can reach a server that runs on sandboxes: every page says 'Demonstration'. */
  demonstration: boolean;
  /** The clock may be moved by POST /dev/time, to see a trial end. Only where nobody but this machine can ask. */
  movableClock: boolean;
  operatorName: string | undefined;
  contactEmail: string | undefined;
  logLevel: string;
};

export type SettingsResult = { ok: true; settings: Settings } | { ok: false; problems: string[] };

/** Reads every setting; when some are wrong, all of them are named, one sentence each. Empty values count as unset. */
export function readSettings(env: Record<string, string | undefined>): SettingsResult {
  const given = Object.fromEntries(
    Object.keys(Environment.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const result = Environment.safeParse(given);
  if (!result.success) {
    return { ok: false, problems: result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`) };
  }
  const read = result.data;
  const origin = read.APP_URL && new URL(read.APP_URL).origin;
  return {
    ok: true,
    settings: {
      port: read.PORT,
      host: read.HOST,
      dataDir: read.DATA_DIR,
      databaseUrl: read.DATABASE_URL,
      workers: read.WORKERS ?? Math.max(1, Math.floor(availableParallelism() / 2)),
      databaseConnections: read.DATABASE_CONNECTIONS,
      appUrl: origin,
      trustedProxies: read.TRUST_PROXY,
      secret: read.SECRET,
      smtp: read.SMTP_URL && read.MAIL_FROM ? { url: read.SMTP_URL, from: read.MAIL_FROM } : undefined,
      s3: s3Of(read),
      demonstration:
        read.SANDBOXES === 'on' && !(isLoopback(read.HOST) && (!origin || isLoopback(new URL(origin).hostname))),
      movableClock: read.CLOCK === 'movable',
      operatorName: read.OPERATOR_NAME,
      contactEmail: read.CONTACT_EMAIL,
      logLevel: read.LOG_LEVEL,
    },
  };
}

function s3Of(read: z.output<typeof Environment>): S3Place | undefined {
  const { FILES_S3_URL, FILES_S3_BUCKET, FILES_S3_ACCESS_KEY_ID, FILES_S3_SECRET_ACCESS_KEY } = read;
  if (!FILES_S3_URL || !FILES_S3_BUCKET || !FILES_S3_ACCESS_KEY_ID || !FILES_S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: FILES_S3_URL,
    bucket: FILES_S3_BUCKET,
    region: read.FILES_S3_REGION ?? 'us-east-1',
    accessKeyId: FILES_S3_ACCESS_KEY_ID,
    secretAccessKey: FILES_S3_SECRET_ACCESS_KEY,
  };
}

/** The nearest folder with a package.json, from `url` (a module's) upwards: migrations lie in it. */
export function checkoutAbove(url: string): string {
  for (let folder = dirname(fileURLToPath(url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error('package.json was not found above the build.');
  }
}

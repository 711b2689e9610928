import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { S3Place } from '../outside/files/s3.server.ts';
import { urlsOf } from './db/roles.server.ts';

export function isLoopback(host: string): boolean {
  return (
    ['localhost', '[::1]', '::1'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host) || host.endsWith('.localhost')
  );
}

const integer = ({ from, to, error }: { from: number; to: number; error: string }) =>
  z.coerce
    .number({ error })
    .int('must be a whole number')
    .min(from, `must be at least ${from}`)
    .max(to, `must be at most ${to}`);

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`,
    abort: true,
  });

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const oneOf = <const T extends string>(names: readonly T[], sentence: string) => z.enum(names, { error: sentence });
const key = z.string().regex(/^[\x21-\x7e]+$/, 'must not contain spaces');

const postgresUrl = z
  .string()
  .refine((text) => urlsOf(text).every((one) => URL.canParse(one) && /^postgres(ql)?:$/.test(new URL(one).protocol)), {
    error: 'must be an address that begins with postgres:// or postgresql://',
  });

const price = z.string().regex(/^price_\w+$/, 'must be the id of a price, price_…');

const Environment = z.object({
  PORT: integer({ from: 1, to: 65535, error: 'is not a port number' }).optional(),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be a host name or an IP address')
    .default('127.0.0.1'),
  DATA_DIR: z.string().optional(),
  DISK_RESERVE_MB: integer({ from: 0, to: 1e9, error: 'is not a number' }).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_URL_DIRECT: postgresUrl.optional(),
  DATABASE_URL_REPLICA: postgresUrl.optional(),
  DATABASE_REPLICA_LAG: integer({ from: 0, to: 3_600, error: 'is not a number' }).default(10),
  WORKERS: integer({ from: 1, to: 64, error: 'is not a number' }).default(
    Math.max(1, Math.floor(availableParallelism() / 2)),
  ),
  DATABASE_CONNECTIONS: integer({ from: 2, to: 200, error: 'is not a number' }).default(10),
  APP_URL: url('http:', 'https:')
    .transform((text) => new URL(text))
    .refine(
      ({ pathname, search, hash }) => pathname === '/' && !search && !hash,
      'must be only scheme, host and port, for example https://tenure.example',
    )
    .optional(),
  TRUST_PROXY: integer({
    from: 0,
    to: 10,
    error: 'must be the number of proxies in front of the server (0, 1, 2 …)',
  }).default(0),
  SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  BACKUP_PASSPHRASE_FILE: z
    .string()
    .refine(isAbsolute, 'must be a full path, for example /etc/tenure/backup-passphrase')
    .optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().min(3, 'must be an address, for example "Tenure <hello@tenure.example>"').optional(),
  FILES_S3_URL: url('http:', 'https:')
    .refine((text) => !/[?#@]/.test(text), 'must not have a user, query or fragment, for example https://s3.example')
    .optional(),
  FILES_S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: 3 to 63 lower-case letters, digits, - and . only',
    )
    .optional(),
  FILES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a region, for example eu-west-2')
    .optional(),
  FILES_S3_ACCESS_KEY_ID: key.optional(),
  FILES_S3_SECRET_ACCESS_KEY: key.optional(),
  GOCARDLESS_SECRET_ID: key.optional(),
  GOCARDLESS_SECRET_KEY: key.optional(),
  GOCARDLESS_URL: url('http:', 'https:')
    .refine((text) => {
      const { protocol, hostname } = new URL(text);
      return protocol === 'https:' || isLoopback(hostname);
    }, 'must begin with https://: keys are sent there')
    .optional(),
  HMRC_CLIENT_ID: key.optional(),
  HMRC_CLIENT_SECRET: key.optional(),
  HMRC_API: url('https:').optional(),
  HMRC_VENDOR_IP: z.union([z.ipv4(), z.ipv6()], 'must be the public IP address of this server').optional(),
  HMRC_VENDOR_LICENCE: key.optional(),
  HMRC_APPROVED: oneOf(['yes', 'no'], "must be 'yes' or 'no'").default('no'),
  STRIPE_SECRET_KEY: key.optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\x21-\x7e]+$/, 'must begin with whsec_')
    .optional(),
  STRIPE_PRICE_BASIC: price.optional(),
  STRIPE_PRICE_STANDARD: price.optional(),
  STRIPE_PRICE_PROFESSIONAL: price.optional(),
  STRIPE_PRICE_BUSINESS: price.optional(),
  STRIPE_PRICE_ENTERPRISE: price.optional(),
  SANDBOXES: oneOf(['on', 'off'], "must be 'on' or 'off'").default('off'),
  CLOCK: oneOf(['system', 'movable'], "must be 'system' or 'movable'").default('system'),
  WEBHOOK_ALLOW: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine(
      (hosts) => hosts.every((host) => /^[a-z0-9.:-]+$/.test(host) && !/^[^:]+:\d+$/.test(host)),
      'must be host names without ports, separated by commas, for example hooks.internal,10.0.0.5',
    )
    .default([]),
  OPERATOR_NAME: z.string().max(120, 'must be at most 120 characters').optional(),
  VAT_NOTE: z.string().max(200, 'must be at most 200 characters').optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS, `must be one of ${LOG_LEVELS.map((name) => `'${name}'`).join(', ')}`).default('info'),
});
type ParsedEnv = z.output<typeof Environment>;

const S3_NAMES = ['FILES_S3_URL', 'FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const;

const GOCARDLESS_NAMES = ['GOCARDLESS_SECRET_ID', 'GOCARDLESS_SECRET_KEY'] as const;

const HMRC_NAMES = ['HMRC_CLIENT_ID', 'HMRC_CLIENT_SECRET', 'HMRC_VENDOR_IP'] as const;

const PRICE_NAMES = {
  basic: 'STRIPE_PRICE_BASIC',
  standard: 'STRIPE_PRICE_STANDARD',
  professional: 'STRIPE_PRICE_PROFESSIONAL',
  business: 'STRIPE_PRICE_BUSINESS',
  enterprise: 'STRIPE_PRICE_ENTERPRISE',
} as const;
const STRIPE_NAMES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', ...Object.values(PRICE_NAMES)] as const;

const isLocal = ({ HOST, APP_URL }: ParsedEnv) => isLoopback(HOST) && (!APP_URL || isLoopback(APP_URL.hostname));

function crossFieldProblems(env: ParsedEnv): [name: string, sentence: string][] {
  const { HOST, APP_URL, SMTP_URL, MAIL_FROM, CLOCK, SANDBOXES } = env;
  const problems: [string, string][] = [];
  if (env.DATABASE_URL_DIRECT && !env.DATABASE_URL)
    problems.push(['DATABASE_URL', 'is needed when DATABASE_URL_DIRECT is set: the address of the pooler']);
  if (SMTP_URL && !MAIL_FROM) problems.push(['MAIL_FROM', 'is needed when SMTP_URL is set']);
  if (S3_NAMES.some((name) => env[name]) || env.FILES_S3_REGION) {
    const sentence = `is needed to store files in S3 (set all of ${S3_NAMES.join(', ')})`;
    for (const name of S3_NAMES) if (!env[name]) problems.push([name, sentence]);
  }
  if (GOCARDLESS_NAMES.some((name) => env[name]) || env.GOCARDLESS_URL) {
    for (const name of GOCARDLESS_NAMES)
      if (!env[name]) problems.push([name, 'is needed for open banking (both keys, or neither)']);
  }
  if (HMRC_NAMES.some((name) => env[name]) || env.HMRC_API || env.HMRC_VENDOR_LICENCE) {
    for (const name of HMRC_NAMES)
      if (!env[name]) problems.push([name, `is needed for HMRC (set all of ${HMRC_NAMES.join(', ')})`]);
  }
  if (STRIPE_NAMES.some((name) => env[name])) {
    for (const name of STRIPE_NAMES)
      if (!env[name]) problems.push([name, `is needed for payments (set all of ${STRIPE_NAMES.join(', ')})`]);
  }
  if (!isLoopback(HOST) && !APP_URL)
    problems.push(['APP_URL', `is needed when HOST is ${HOST}: links in emails begin with it`]);
  if (isLocal(env)) return problems;
  if (CLOCK === 'movable') problems.push(['CLOCK', "must be 'system' when others can reach this server"]);
  if (!SMTP_URL && SANDBOXES === 'off')
    problems.push([
      'SMTP_URL',
      "is needed when others can reach this server, so that emails can be sent; or set SANDBOXES to 'on' for a demonstration",
    ]);
  return problems;
}

export type Settings = {
  /** Undefined means the default port, or the next free one. */
  port: number | undefined;
  host: string;
  dataDir: string | undefined;
  /** Bytes to keep free on the data folder's disk; by default 1 GB, or 5% of a disk below 20 GB. */
  diskReserve: number | undefined;
  /** Undefined means the embedded database. */
  databaseUrl: string | undefined;
  /** A pooler in transaction mode in front of the database. */
  poolerUrl: string | undefined;
  /** A standby for large reads, used while its lag is at most `maxLagSeconds`. */
  replica: { url: string; maxLagSeconds: number } | undefined;
  workers: number;
  /** Maximum connections of each of a worker's three main pools. */
  databaseConnections: number;
  /** Origin without a trailing slash; by default http://localhost with the chosen port. */
  appUrl: string | undefined;
  /** Number of proxies whose `X-Forwarded-For` the server accepts. */
  trustedProxies: number;
  secret: string | undefined;
  backupPassphraseFile: string | undefined;
  smtp: { url: string; from: string } | undefined;
  s3: S3Place | undefined;
  /** Open banking keys; undefined means the sandbox bank if allowed, otherwise no open banking. */
  goCardless: { baseUrl: string; secretId: string; secretKey: string } | undefined;
  /** HMRC keys, and values for its fraud prevention headers; undefined means the sandbox if allowed, otherwise none. */
  hmrc:
    | { baseUrl: string; clientId: string; clientSecret: string; publicIp: string; licence: string | undefined }
    | undefined;
  /** Whether HMRC has approved the application for live use. */
  hmrcApproved: boolean;
  /** Stripe keys, and its price id by plan; undefined means the sandbox if allowed, otherwise no payments. */
  stripe: { secretKey: string; webhookSecret: string; prices: Record<string, string> } | undefined;
  /** True if only this machine can reach the server, or with SANDBOXES=on. */
  sandboxes: boolean;
  /** True if others can reach a server with sandboxes. Every page then shows 'Demonstration'. */
  demonstration: boolean;
  /** Allows `POST /dev/time` to move the clock, for example past a trial. Loopback only. */
  movableClock: boolean;
  /** Hosts that webhooks may reach over http, on any port and in private networks. */
  webhookAllow: string[];
  operatorName: string | undefined;
  contactEmail: string | undefined;
  /** Sentence about VAT below the prices. */
  vatNote: string | undefined;
  logLevel: string;
};

export type SettingsResult = { ok: true; settings: Settings } | { ok: false; problems: string[] };

/** Reads all settings, or returns a message for each invalid one. Empty values count as unset. */
export function readSettings(env: Record<string, string | undefined>): SettingsResult {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const result = Environment.safeParse(nonEmpty);
  const problems = result.success
    ? crossFieldProblems(result.data)
    : result.error.issues.map(({ path, message }) => [path.join('.'), message]);
  if (!result.success || problems.length > 0) {
    return { ok: false, problems: problems.map(([name, sentence]) => `${name} ${sentence}.`) };
  }
  const parsed = result.data;
  return {
    ok: true,
    settings: {
      port: parsed.PORT,
      host: parsed.HOST,
      dataDir: parsed.DATA_DIR,
      diskReserve: parsed.DISK_RESERVE_MB === undefined ? undefined : parsed.DISK_RESERVE_MB * 1024 ** 2,
      databaseUrl: parsed.DATABASE_URL_DIRECT ?? parsed.DATABASE_URL,
      poolerUrl: parsed.DATABASE_URL_DIRECT ? parsed.DATABASE_URL : undefined,
      replica: parsed.DATABASE_URL_REPLICA
        ? { url: parsed.DATABASE_URL_REPLICA, maxLagSeconds: parsed.DATABASE_REPLICA_LAG }
        : undefined,
      workers: parsed.WORKERS,
      databaseConnections: parsed.DATABASE_CONNECTIONS,
      appUrl: parsed.APP_URL?.origin,
      trustedProxies: parsed.TRUST_PROXY,
      secret: parsed.SECRET,
      backupPassphraseFile: parsed.BACKUP_PASSPHRASE_FILE,
      smtp: parsed.SMTP_URL && parsed.MAIL_FROM ? { url: parsed.SMTP_URL, from: parsed.MAIL_FROM } : undefined,
      s3: s3Of(parsed),
      goCardless: goCardlessOf(parsed),
      hmrc: hmrcOf(parsed),
      hmrcApproved: parsed.HMRC_APPROVED === 'yes',
      stripe: stripeOf(parsed),
      sandboxes: parsed.SANDBOXES === 'on' || isLocal(parsed),
      demonstration: parsed.SANDBOXES === 'on' && !isLocal(parsed),
      movableClock: parsed.CLOCK === 'movable',
      webhookAllow: parsed.WEBHOOK_ALLOW,
      operatorName: parsed.OPERATOR_NAME,
      contactEmail: parsed.CONTACT_EMAIL,
      vatNote: parsed.VAT_NOTE,
      logLevel: parsed.LOG_LEVEL,
    },
  };
}

function s3Of(parsed: ParsedEnv): S3Place | undefined {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = S3_NAMES.map((name) => parsed[name]);
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, bucket, region: parsed.FILES_S3_REGION ?? 'us-east-1', accessKeyId, secretAccessKey };
}

function goCardlessOf(parsed: ParsedEnv): Settings['goCardless'] {
  const [secretId, secretKey] = GOCARDLESS_NAMES.map((name) => parsed[name]);
  if (!secretId || !secretKey) return undefined;
  return { baseUrl: parsed.GOCARDLESS_URL ?? 'https://bankaccountdata.gocardless.com/api/v2', secretId, secretKey };
}

function hmrcOf(parsed: ParsedEnv): Settings['hmrc'] {
  const [clientId, clientSecret, publicIp] = HMRC_NAMES.map((name) => parsed[name]);
  if (!clientId || !clientSecret || !publicIp) return undefined;
  const baseUrl = parsed.HMRC_API ?? 'https://test-api.service.hmrc.gov.uk';
  return { baseUrl, clientId, clientSecret, publicIp, licence: parsed.HMRC_VENDOR_LICENCE };
}

function stripeOf(parsed: ParsedEnv): Settings['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = parsed;
  if (!secretKey || !webhookSecret) return undefined;
  const prices = Object.entries(PRICE_NAMES).map(([plan, name]) => [plan, parsed[name] ?? '']);
  return { secretKey, webhookSecret, prices: Object.fromEntries(prices) as Record<string, string> };
}

/** Returns the closest folder above a file URL with a package.json. Throws if there is none. */
export function checkoutAbove(url: string): string {
  for (let folder = dirname(fileURLToPath(url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error('There is no package.json above the build.');
  }
}

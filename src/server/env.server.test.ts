import { expect, it } from 'vitest';
import { isLoopback, readSettings } from './env.server.ts';

const problemsOf = (env: Record<string, string>) => {
  const read = readSettings(env);
  return read.ok ? [] : read.problems;
};
const settingsOf = (env: Record<string, string>) => {
  const read = readSettings(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.settings;
};

const HTTPS = {
  APP_URL: 'https://tenure.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'hello@tenure.example',
};
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_BASIC: 'price_a',
  STRIPE_PRICE_STANDARD: 'price_b',
  STRIPE_PRICE_PROFESSIONAL: 'price_c',
  STRIPE_PRICE_BUSINESS: 'price_d',
  STRIPE_PRICE_ENTERPRISE: 'price_e',
};
const S3 = {
  FILES_S3_URL: 'https://s3.example:9000',
  FILES_S3_BUCKET: 'tenure-files',
  FILES_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  FILES_S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const bucket = {
  endpoint: S3.FILES_S3_URL,
  bucket: 'tenure-files',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: S3.FILES_S3_SECRET_ACCESS_KEY,
};

it('needs no settings and treats empty ones as unset', () => {
  const usual = {
    port: undefined,
    host: '127.0.0.1',
    dataDir: undefined,
    diskReserve: undefined,
    databaseUrl: undefined,
    poolerUrl: undefined,
    replica: undefined,
    workers: expect.any(Number) as number,
    databaseConnections: 10,
    appUrl: undefined,
    trustedProxies: 0,
    secret: undefined,
    smtp: undefined,
    s3: undefined,
    goCardless: undefined,
    hmrc: undefined,
    hmrcApproved: false,
    stripe: undefined,
    sandboxes: true,
    demonstration: false,
    movableClock: false,
    webhookAllow: [],
    operatorName: undefined,
    contactEmail: undefined,
    logLevel: 'info',
  };
  expect(settingsOf({})).toEqual(usual);
  expect(settingsOf({ PORT: '', SECRET: '', APP_URL: '', LOG_LEVEL: '', PATH: '/bin' })).toEqual(usual);
});

it.each<[Record<string, string>, object]>([
  [HTTPS, { appUrl: 'https://tenure.example', smtp: { url: 'smtp://mail.example', from: 'hello@tenure.example' } }],
  [HTTPS, { demonstration: false }],
  [
    { ...HTTPS, PORT: '8080', HOST: '0.0.0.0', TRUST_PROXY: '2' },
    { port: 8080, host: '0.0.0.0', trustedProxies: 2 },
  ],
  [{ DATABASE_URL: 'postgres://u:p@db/t' }, { databaseUrl: 'postgres://u:p@db/t' }],
  [
    { DATABASE_URL_REPLICA: 'postgres://u:p@standby/t' },
    { replica: { url: 'postgres://u:p@standby/t', maxLagSeconds: 10 } },
  ],
  [
    { DATABASE_URL: 'postgres://u:p@pooler/t', DATABASE_URL_DIRECT: 'postgres://u:p@db/t' },
    { databaseUrl: 'postgres://u:p@db/t', poolerUrl: 'postgres://u:p@pooler/t' },
  ],
  [{ ...HTTPS, APP_URL: 'https://Tenure.example:443/' }, { appUrl: 'https://tenure.example' }],
  [S3, { s3: { ...bucket, region: 'us-east-1' } }],
  [{ ...S3, FILES_S3_REGION: 'eu-west-2' }, { s3: { ...bucket, region: 'eu-west-2' } }],
  [{ APP_URL: 'https://tenure.example', SANDBOXES: 'on' }, { demonstration: true }],
  [{ SANDBOXES: 'on' }, { demonstration: false, sandboxes: true }],
  [{ WEBHOOK_ALLOW: 'Hooks.internal, 10.0.0.5,::1' }, { webhookAllow: ['hooks.internal', '10.0.0.5', '::1'] }],
  [HTTPS, { sandboxes: false, goCardless: undefined }],
  [
    { GOCARDLESS_SECRET_ID: 'a', GOCARDLESS_SECRET_KEY: 'b' },
    { goCardless: { baseUrl: 'https://bankaccountdata.gocardless.com/api/v2', secretId: 'a', secretKey: 'b' } },
  ],
  [
    { HMRC_CLIENT_ID: 'a', HMRC_CLIENT_SECRET: 'b', HMRC_VENDOR_IP: '203.0.113.7', HMRC_APPROVED: 'yes' },
    {
      hmrc: {
        baseUrl: 'https://test-api.service.hmrc.gov.uk',
        clientId: 'a',
        clientSecret: 'b',
        publicIp: '203.0.113.7',
        licence: undefined,
      },
      hmrcApproved: true,
    },
  ],
  [
    STRIPE,
    { stripe: { secretKey: 'sk_1', webhookSecret: 'whsec_1', prices: { basic: 'price_a', enterprise: 'price_e' } } },
  ],
  [{ DISK_RESERVE_MB: '2048' }, { diskReserve: 2 * 1024 ** 3 }],
  [{ CLOCK: 'movable' }, { movableClock: true }],
])('reads %o', (env, settings) => {
  expect(settingsOf(env)).toMatchObject(settings);
});

it('returns every problem at once, each with its name', () => {
  const problems = problemsOf({
    PORT: 'eighty',
    HOST: 'a b',
    DISK_RESERVE_MB: '-1',
    DATABASE_URL: 'mysql://db',
    DATABASE_URL_DIRECT: 'db',
    DATABASE_URL_REPLICA: 'db',
    DATABASE_REPLICA_LAG: '-1',
    WORKERS: 'many',
    DATABASE_CONNECTIONS: '1',
    APP_URL: 'tenure.example',
    TRUST_PROXY: 'yes',
    SECRET: 'short',
    BACKUP_PASSPHRASE_FILE: 'passphrase',
    SMTP_URL: 'http://mail',
    FILES_S3_URL: 's3://bucket',
    FILES_S3_BUCKET: 'Files/of/Tenure',
    FILES_S3_REGION: 'eu west',
    FILES_S3_ACCESS_KEY_ID: 'a b',
    FILES_S3_SECRET_ACCESS_KEY: 'c d',
    HMRC_API: 'http://hmrc.example',
    HMRC_VENDOR_IP: 'tenure.example',
    HMRC_APPROVED: 'soon',
    GOCARDLESS_SECRET_ID: 'a b',
    GOCARDLESS_SECRET_KEY: 'c d',
    GOCARDLESS_URL: 'http://bank.example',
    STRIPE_SECRET_KEY: 's k',
    STRIPE_WEBHOOK_SECRET: 'secret',
    STRIPE_PRICE_BASIC: 'prod_1',
    SANDBOXES: 'maybe',
    CLOCK: 'broken',
    CONTACT_EMAIL: 'nobody',
    LOG_LEVEL: 'loud',
  });
  expect(problems).toEqual([
    'PORT is not a port number.',
    'HOST must be a host name or an IP address.',
    'DISK_RESERVE_MB must be at least 0.',
    'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
    'DATABASE_URL_DIRECT must be an address that begins with postgres:// or postgresql://.',
    'DATABASE_URL_REPLICA must be an address that begins with postgres:// or postgresql://.',
    'DATABASE_REPLICA_LAG must be at least 0.',
    'WORKERS is not a number.',
    'DATABASE_CONNECTIONS must be at least 2.',
    'APP_URL must be an address that begins with http:// or https://.',
    'TRUST_PROXY must be the number of proxies in front of the server (0, 1, 2 …).',
    'SECRET must be at least 32 characters.',
    'BACKUP_PASSPHRASE_FILE must be a full path, for example /etc/tenure/backup-passphrase.',
    'SMTP_URL must be an address that begins with smtp:// or smtps://.',
    'FILES_S3_URL must be an address that begins with http:// or https://.',
    'FILES_S3_BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, - and . only.',
    'FILES_S3_REGION must be the name of a region, for example eu-west-2.',
    'FILES_S3_ACCESS_KEY_ID must not contain spaces.',
    'FILES_S3_SECRET_ACCESS_KEY must not contain spaces.',
    'GOCARDLESS_SECRET_ID must not contain spaces.',
    'GOCARDLESS_SECRET_KEY must not contain spaces.',
    'GOCARDLESS_URL must begin with https://: keys are sent there.',
    'HMRC_API must be an address that begins with https://.',
    'HMRC_VENDOR_IP must be the public IP address of this server.',
    "HMRC_APPROVED must be 'yes' or 'no'.",
    'STRIPE_SECRET_KEY must not contain spaces.',
    'STRIPE_WEBHOOK_SECRET must begin with whsec_.',
    'STRIPE_PRICE_BASIC must be the id of a price, price_….',
    "SANDBOXES must be 'on' or 'off'.",
    "CLOCK must be 'system' or 'movable'.",
    'CONTACT_EMAIL must be an email address.',
    "LOG_LEVEL must be one of 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'.",
  ]);
});

it.each([
  ['PORT', '0 65536 80.5 -1'],
  ['TRUST_PROXY', '-1 11 1.5'],
  ['DATABASE_CONNECTIONS', '1 201'],
  ['WORKERS', '0 1.5 65'],
  ['APP_URL', 'https://tenure.example/app https://tenure.example/?x=1 ftp://tenure.example'],
  ['HOST', 'http://tenure.example'],
  ['FILES_S3_URL', 'https://user:password@s3.example https://s3.example/?x=1'],
  ['FILES_S3_BUCKET', 'ab'],
])('rejects each %s of %s', (name, values) => {
  for (const value of values.split(' ')) {
    expect(problemsOf({ [name]: value })[0]).toMatch(new RegExp(`^${name} (must|is)`));
  }
});

it('never shows a secret in its messages', () => {
  const problems = problemsOf({
    SECRET: 'hunter2',
    DATABASE_URL: 'mysql://u:hunter2@db',
    SMTP_URL: 'http://u:hunter2@m',
    FILES_S3_SECRET_ACCESS_KEY: 'hunter2 hunter2',
    STRIPE_SECRET_KEY: 'hunter2 hunter2',
    STRIPE_WEBHOOK_SECRET: 'hunter2',
  });
  expect(problems).toHaveLength(6);
  expect(problems.join()).not.toContain('hunter2');
});

it.each(Object.keys(STRIPE))('rejects payment settings without %s', (name) => {
  expect(problemsOf({ ...STRIPE, [name]: '' })).toEqual([
    expect.stringContaining(`${name} is needed for payments (set all of STRIPE_SECRET_KEY, `),
  ]);
});

it.each(Object.keys(S3))('rejects S3 settings without %s', (name) => {
  expect(problemsOf({ ...S3, [name]: '' })).toEqual([
    expect.stringContaining(`${name} is needed to store files in S3 (set all of FILES_S3_URL, `),
  ]);
  expect(problemsOf({ [name]: S3[name as keyof typeof S3] })).toHaveLength(3);
});

it.each<[Record<string, string>, string[]]>([
  [
    { HOST: '0.0.0.0' },
    ['APP_URL is needed when HOST is 0.0.0.0: links in emails begin with it.', 'SMTP_URL is needed when others can'],
  ],
  [{ APP_URL: 'https://tenure.example' }, ['SMTP_URL is needed when others can reach this server']],
  [{ SMTP_URL: 'smtp://mail.example' }, ['MAIL_FROM is needed when SMTP_URL is set.']],
  [{ GOCARDLESS_SECRET_KEY: 'b' }, ['GOCARDLESS_SECRET_ID is needed for open banking (both keys, or neither).']],
  [
    { HMRC_CLIENT_ID: 'a', HMRC_VENDOR_IP: '203.0.113.7' },
    ['HMRC_CLIENT_SECRET is needed for HMRC (set all of HMRC_CLIENT_ID, HMRC_CLIENT_SECRET, HMRC_VENDOR_IP).'],
  ],
  [{ ...HTTPS, CLOCK: 'movable' }, ["CLOCK must be 'system' when others can reach this server."]],
])('rejects %o when others can reach the server', (env, sentences) => {
  expect(problemsOf(env)).toEqual(sentences.map((sentence) => expect.stringContaining(sentence) as string));
});

it.each([
  [true, 'localhost 127.0.0.1 127.1.2.3 ::1 [::1] tenure.localhost'],
  [false, '0.0.0.0 10.0.0.1 127.0.0.1.evil.example localhost.evil.example :: evil 1270.0.0.1'],
])('returns %s for loopback names: %s', (answer, names) => {
  for (const name of names.split(' ')) expect([name, isLoopback(name)]).toEqual([name, answer]);
});

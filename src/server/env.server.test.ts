/** Settings: what is right is taken, and all that is wrong is said at once, in words. */
import { describe, expect, it } from 'vitest';
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
  MAIL_FROM: 'letters@tenure.example',
};

const S3 = {
  FILES_S3_URL: 'https://s3.example:9000',
  FILES_S3_BUCKET: 'tenure-files',
  FILES_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  FILES_S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};

describe('settings', () => {
  it('need not be given at all', () => {
    expect(settingsOf({})).toEqual({
      port: undefined,
      host: '127.0.0.1',
      dataDir: undefined,
      databaseUrl: undefined,
      workers: expect.any(Number) as number,
      databaseConnections: 10,
      appUrl: undefined,
      trustedProxies: 0,
      secret: undefined,
      smtp: undefined,
      s3: undefined,
      demonstration: false,
      movableClock: false,
      operatorName: undefined,
      contactEmail: undefined,
      logLevel: 'info',
    });
  });

  it('that are empty count as not given', () => {
    expect(settingsOf({ PORT: '', SECRET: '', APP_URL: '', LOG_LEVEL: '' })).toEqual(settingsOf({}));
  });

  it('that are none of ours are left alone', () => {
    expect(settingsOf({ PATH: '/bin', EDITOR: 'vi' })).toEqual(settingsOf({}));
  });

  it('are taken as given', () => {
    expect(
      settingsOf({ ...HTTPS, PORT: '8080', HOST: '0.0.0.0', DATABASE_URL: 'postgres://u:p@db/t', TRUST_PROXY: '2' }),
    ).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      databaseUrl: 'postgres://u:p@db/t',
      appUrl: 'https://tenure.example',
      trustedProxies: 2,
      smtp: { url: 'smtp://mail.example', from: 'letters@tenure.example' },
      demonstration: false,
    });
  });

  it('name an address without a slash at its end', () => {
    expect(settingsOf({ ...HTTPS, APP_URL: 'https://Tenure.example:443/' }).appUrl).toBe('https://tenure.example');
  });

  it('that are wrong are all said at once, each with its name', () => {
    const problems = problemsOf({
      PORT: 'eighty',
      HOST: 'a b',
      DATABASE_URL: 'mysql://db',
      WORKERS: 'many',
      DATABASE_CONNECTIONS: '1',
      APP_URL: 'tenure.example',
      TRUST_PROXY: 'yes',
      SECRET: 'short',
      SMTP_URL: 'http://mail',
      FILES_S3_URL: 's3://bucket',
      FILES_S3_BUCKET: 'Files/of/Tenure',
      FILES_S3_REGION: 'eu west',
      FILES_S3_ACCESS_KEY_ID: 'a b',
      FILES_S3_SECRET_ACCESS_KEY: 'c d',
      SANDBOXES: 'maybe',
      CLOCK: 'broken',
      CONTACT_EMAIL: 'nobody',
      LOG_LEVEL: 'loud',
    });
    expect(problems).toEqual([
      'PORT is not a port number.',
      'HOST must be a host name or an IP address.',
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
      'WORKERS is not a number.',
      'DATABASE_CONNECTIONS must be at least 2.',
      'APP_URL must be an address that begins with http:// or https://.',
      'TRUST_PROXY must be the number of proxies in front of the server (0, 1, 2 …).',
      'SECRET must be at least 32 characters.',
      'SMTP_URL must be an address that begins with smtp:// or smtps://.',
      'FILES_S3_URL must be an address that begins with http:// or https://.',
      'FILES_S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, - and . only.',
      'FILES_S3_REGION must be the name of a region, for example eu-west-2.',
      'FILES_S3_ACCESS_KEY_ID must be without spaces.',
      'FILES_S3_SECRET_ACCESS_KEY must be without spaces.',
      "SANDBOXES must be 'on' or 'off'.",
      "CLOCK must be 'system' or 'movable'.",
      'CONTACT_EMAIL must be an e-mail address.',
      "LOG_LEVEL must be one of 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'.",
    ]);
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '-1'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '11'],
    ['TRUST_PROXY', '1.5'],
    ['DATABASE_CONNECTIONS', '201'],
    ['WORKERS', '0'],
    ['WORKERS', '1.5'],
    ['APP_URL', 'https://tenure.example/app'],
    ['APP_URL', 'https://tenure.example/?x=1'],
    ['APP_URL', 'ftp://tenure.example'],
    ['HOST', 'http://tenure.example'],
    ['FILES_S3_URL', 'https://user:password@s3.example'],
    ['FILES_S3_URL', 'https://s3.example/?x=1'],
    ['FILES_S3_BUCKET', 'ab'],
  ])('%s cannot be %s', (name, value) => {
    expect(problemsOf({ [name]: value })[0]).toMatch(new RegExp(`^${name} (must|is)`));
  });

  it('say no secret in their complaints', () => {
    const said = problemsOf({
      SECRET: 'hunter2',
      DATABASE_URL: 'mysql://u:hunter2@db',
      SMTP_URL: 'http://u:hunter2@m',
      FILES_S3_SECRET_ACCESS_KEY: 'hunter2 hunter2',
    });
    expect(said.length).toBeGreaterThanOrEqual(3);
    expect(said.join()).not.toContain('hunter2');
  });
});

describe('uploads', () => {
  it('go to the bucket that is named', () => {
    const place = {
      endpoint: S3.FILES_S3_URL,
      bucket: 'tenure-files',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: S3.FILES_S3_SECRET_ACCESS_KEY,
    };
    expect(settingsOf(S3).s3).toEqual({ ...place, region: 'us-east-1' });
    expect(settingsOf({ ...S3, FILES_S3_REGION: 'eu-west-2' }).s3).toEqual({ ...place, region: 'eu-west-2' });
  });

  it.each(Object.keys(S3))('cannot go to S3 without %s', (name) => {
    expect(problemsOf({ ...S3, [name]: '' })).toEqual([
      expect.stringContaining(`${name} is needed when files are to go to S3 (all or none of FILES_S3_URL, `),
    ]);
    expect(problemsOf({ [name]: S3[name as keyof typeof S3] })).toHaveLength(3);
  });
});

describe('a server that others can reach', () => {
  it('must know its own address and a way to send letters', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([
      'APP_URL is needed when HOST is 0.0.0.0: links in letters begin with it.',
      expect.stringContaining('SMTP_URL is needed when others can reach this server'),
    ]);
    expect(problemsOf({ APP_URL: 'https://tenure.example' })).toEqual([expect.stringContaining('SMTP_URL is needed')]);
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example' })).toEqual(['MAIL_FROM is needed when SMTP_URL is set.']);
  });

  it('may be a demonstration without letters, and then says so', () => {
    expect(settingsOf({ APP_URL: 'https://tenure.example', SANDBOXES: 'on' }).demonstration).toBe(true);
    expect(settingsOf({ SANDBOXES: 'on' }).demonstration).toBe(false);
  });

  it('has no clock that can be moved', () => {
    expect(problemsOf({ ...HTTPS, CLOCK: 'movable' })).toEqual([
      "CLOCK must be 'system' when others can reach this server.",
    ]);
    expect(settingsOf({ CLOCK: 'movable' }).movableClock).toBe(true);
  });
});

describe('this machine only', () => {
  it('is known by all its names', () => {
    const names = ['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]', 'tenure.localhost'];
    expect(names.filter((name) => !isLoopback(name))).toEqual([]);
    const others = [
      '0.0.0.0',
      '10.0.0.1',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '::',
      'evil',
      '1270.0.0.1',
    ];
    expect(others.filter(isLoopback)).toEqual([]);
  });
});

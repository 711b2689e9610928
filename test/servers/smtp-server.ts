/** An SMTP server for tests, optionally over TLS, that accepts emails with user and password. */
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

type Received = {
  from: string;
  to: string[];
  headers: Record<string, string>;
  text: string;
  html: string;
  attachments: { name: string; type: string; bytes: Uint8Array }[];
};

export type TestSmtpServer = {
  url: string;
  received: Received[];
  /** Rejects further emails with this reason. Undefined accepts them again. */
  refuse(reason: string | undefined, code?: number): void;
  close(): Promise<void>;
};

const USER = 'tenure';
const PASSWORD = 'p@ss word/1';

export async function startSmtpServer({ secure = false } = {}): Promise<TestSmtpServer> {
  const received: Received[] = [];
  let refusal: Error | undefined;
  const server = new SMTPServer({
    secure,
    authOptional: false,
    allowInsecureAuth: true,
    // The library's built-in certificate has expired, so clients would disconnect.
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _, done) => {
      if (username === USER && password === PASSWORD) done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onData: (stream, { envelope }, done) => {
      let raw = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (raw += chunk));
      stream.on('end', () => {
        if (refusal) return done(refusal);
        const { mailFrom, rcptTo } = envelope;
        received.push({
          ...parse(raw),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
        });
        done();
      });
    },
  });
  server.on('error', () => {}); // Clients that distrust the certificate disconnect.
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `${secure ? 'smtps' : 'smtp'}://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/`,
    received,
    refuse: (reason, responseCode = 450) => {
      refusal = reason === undefined ? undefined : Object.assign(new Error(reason), { responseCode });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Part = { headers: Record<string, string>; body: string };

/** Decodes headers, both bodies and attachments, like a mail program. */
function parse(raw: string): Pick<Received, 'headers' | 'text' | 'html' | 'attachments'> {
  const whole = split(raw);
  const parts = leaves(whole);
  const isAttached = ({ headers }: Part) => headers['content-disposition']?.startsWith('attachment') ?? false;
  const decoded = (type: string) => {
    const part = parts.find((one) => !isAttached(one) && one.headers['content-type']?.startsWith(type));
    return part ? decodeBody(part.body, part.headers['content-transfer-encoding']) : '';
  };
  const attachments = parts.filter(isAttached).map(({ headers, body }) => ({
    name: fileName(headers['content-disposition'] ?? ''),
    type: headers['content-type']?.split(';')[0] ?? '',
    bytes: new Uint8Array(Buffer.from(body, 'base64')),
  }));
  return { headers: whole.headers, text: decoded('text/plain'), html: decoded('text/html'), attachments };
}

/** Returns the parts that contain no other parts. */
function leaves(part: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(part.headers['content-type'] ?? '')?.[1];
  if (!boundary) return [part];
  const inner = part.body.split(`--${boundary}`).slice(1, -1);
  return inner.flatMap((text) => leaves(split(text.replace(/^\r\n/, ''))));
}

/** Reads filename="…", or the numbered sections filename*0*=utf-8''… of RFC 2231. */
function fileName(disposition: string): string {
  const plain = /filename="([^"]*)"|filename=([^;]*)/.exec(disposition);
  if (plain) return plain[1] ?? plain[2] ?? '';
  const sections = [...disposition.matchAll(/filename\*\d+\*?=([^;]*)/g)].map(([, text = '']) =>
    text.replaceAll('"', ''),
  );
  return decodeURIComponent(sections.join('').replace(/^utf-8''/i, ''));
}

function split(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())] as const;
  });
  return { headers: Object.fromEntries(headers), body: raw.slice(end + 4).replace(/\r\n$/, '') };
}

function decodeBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quotedPrintable(body.replace(/=\r\n/g, ''));
  return body;
}

/** Decodes =?UTF-8?Q?…?= and =?UTF-8?B?…?= of RFC 2047. */
function decodeWords(header: string): string {
  const joined = header.replace(/\?=\s+=\?/g, '?==?');
  return joined.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : quotedPrintable(text.replaceAll('_', ' ')),
  );
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

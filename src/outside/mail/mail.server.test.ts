import { chmodSync, mkdtempSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { clockOffset, shiftDate } from '../../../test/clock.mjs';
import { startSmtpServer } from '../../../test/servers/smtp-server.ts';
import {
  type Attachment,
  type Email,
  emailHtml,
  emailText,
  MAX_ATTACHMENT_BYTES,
  type Mail,
  MailRejected,
} from './mail.ts';
import { outboxMail } from './outbox.server.ts';
import { smtpMail } from './smtp.server.ts';

let seconds = 0;
/** Advances by a second with each call. */
const now = () => new Date(Date.parse('2026-11-21T12:00:00.000Z') + 1000 * seconds++);
const folder = () => join(mkdtempSync(join(inject('database').folder, 'mail-')), 'outbox');
const FROM = 'Tenure <emails@tenure.example>';

type Delivered = { to: string; subject: string; text: string; attachments: Attachment[] };
type Transport = { mail: Mail; delivered(): Promise<Delivered[]> };

const plain = await startSmtpServer();
const secure = await startSmtpServer({ secure: true });
const closing: (() => void)[] = [];
afterAll(async () => {
  for (const close of closing) close();
  await Promise.all([plain.close(), secure.close()]);
});

function bySmtp(smtpServer: typeof plain, url = smtpServer.url): Transport {
  const mail = smtpMail({ url, from: FROM });
  closing.push(() => mail.close());
  return {
    mail,
    delivered: async () =>
      smtpServer.received.map(({ to, headers, text, attachments }) => ({
        to: to.join(' and '),
        subject: headers.subject ?? '',
        text,
        attachments,
      })),
  };
}

function byOutbox(): Transport {
  const mail = outboxMail(folder(), now);
  return {
    mail,
    delivered: async () =>
      Promise.all(
        (await mail.emails()).reverse().map(async (email) => ({
          to: email.to,
          subject: email.subject,
          text: emailText(email),
          attachments: await Promise.all(
            email.attachments.map(async ({ name, type, file }) => ({ name, type, bytes: await mail.attachment(file) })),
          ),
        })),
      ),
  };
}

const transports: Record<string, Transport> = {
  'the outbox': byOutbox(),
  'SMTP with user and password': bySmtp(plain),
  'SMTP over TLS': bySmtp(secure, `${secure.url}?tls.rejectUnauthorized=false`),
};

const email = (overrides: Partial<Email> = {}): Email => ({
  to: 'ada@tenure.example',
  subject: 'Choose a new password',
  paragraphs: ['Hello Ada,', 'The link works once.'],
  action: { label: 'Choose a new password', url: 'https://tenure.example/reset-password?token=a%20b&x=1' },
  ...overrides,
});

describe.each(Object.entries(transports))('%s', (_, { mail, delivered }) => {
  it.each([
    ['unchanged', email()],
    ['with an unsubscribe link', email({ unsubscribe: 'https://tenure.example/unsubscribe?token=a%3Ab&x=1' })],
    ['without a link', { to: 'bob@tenure.example', subject: 'No link', paragraphs: ['Nothing to do.'] }],
    [
      'in every script',
      email({
        subject: 'Grüße, مرحبا, 🏠 und mehr als siebzig Zeichen in einer einzigen Zeile',
        paragraphs: ['Zoë — שלום 🏠'],
      }),
    ],
    [
      'with long lines, dots and symbols',
      email({ paragraphs: ['.', '..', `${'long '.repeat(400)}end`, '= =3D <b>&amp;'] }),
    ],
  ])('delivers an email %s', async (_, sent) => {
    await mail.send(sent);
    const { to, subject, text } = (await delivered()).at(-1) ?? {};
    expect({ to, subject }).toEqual({ to: sent.to, subject: sent.subject });
    expect(text?.replaceAll('\r\n', '\n').trimEnd()).toBe(emailText(sent).trimEnd());
  });

  it('delivers attachments unchanged, with the body', async () => {
    const bytes = new Uint8Array(3_000).map((_, index) => (index * 7) % 256);
    const attachments = [
      { name: 'Gas safety record.pdf', type: 'application/pdf', bytes },
      {
        name: 'Vermögen "ä", 家 and a long name of more than seventy characters.png',
        type: 'image/png',
        bytes: bytes.slice(9),
      },
    ];
    await mail.send(email({ attachments }));
    const last = (await delivered()).at(-1);
    expect(last?.attachments).toEqual(attachments);
    expect(last?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(emailText(email()).trimEnd());
  });

  it('refuses more than 7 MB of attachments before sending', async () => {
    const before = (await delivered()).length;
    const of = (size: number) => ({ name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array(size) });
    const tooLarge = email({ attachments: [of(MAX_ATTACHMENT_BYTES), of(1)] });
    await expect(mail.send(tooLarge)).rejects.toBeInstanceOf(MailRejected);
    expect((await delivered()).length).toBe(before);
  });

  it('delivers to one recipient even if the address contains a comma', async () => {
    const before = (await delivered()).length;
    const to = 'ada,bob@tenure.example';
    await mail.send(email({ to })).catch(() => undefined);
    const after = (await delivered()).slice(before);
    expect(after.filter((one) => one.to.includes(' and ') || one.to === 'bob@tenure.example')).toEqual([]);
  });

  it('prevents a subject from adding a recipient', async () => {
    await mail.send(email({ subject: 'Hello\r\nBcc: eve@tenure.example' })).catch(() => undefined);
    expect((await delivered()).filter(({ to }) => to.includes('eve'))).toEqual([]);
  });
});

describe('SMTP', () => {
  it('sets the sender and marks the email as automatic', async () => {
    await bySmtp(plain).mail.send(email());
    const last = plain.received.at(-1);
    expect(last?.from).toBe('emails@tenure.example');
    expect(last?.headers).toMatchObject({ from: FROM, 'auto-submitted': 'auto-generated' });
    expect(last?.html.replaceAll('\r\n', '\n').trimEnd()).toBe(emailHtml(email()).trimEnd());
  });

  it('sets the message id of a retry', async () => {
    const sent = email({ messageId: 'paper-1' });
    await bySmtp(plain).mail.send(sent);
    await bySmtp(plain).mail.send(sent);
    const ids = plain.received.slice(-2).map(({ headers }) => headers['message-id']);
    expect(ids).toEqual(['<paper-1@tenure.example>', '<paper-1@tenure.example>']);
  });

  it('sets the one-click unsubscribe headers (RFC 8058)', async () => {
    const unsubscribe = `https://tenure.example/unsubscribe?token=${'a%3D'.repeat(40)}`;
    await bySmtp(plain).mail.send(email({ unsubscribe }));
    const last = plain.received.at(-1);
    expect([last?.headers['list-unsubscribe'], last?.headers['list-unsubscribe-post']]).toEqual([
      `<${unsubscribe}>`,
      'List-Unsubscribe=One-Click',
    ]);
    expect(last?.html).toContain(`<a href="${unsubscribe}">Stop these emails</a>`);
    await bySmtp(plain).mail.send(email());
    expect(plain.received.at(-1)?.headers).not.toHaveProperty('list-unsubscribe');
  });

  it('throws when the server rejects the email, the password or the connection, so that it is retried', async () => {
    plain.refuse('The post office is closed');
    await expect(bySmtp(plain).mail.send(email())).rejects.toThrow('The post office is closed');
    plain.refuse(undefined);
    const wrong = plain.url.replace(/:[^:@]+@/, ':wrong@');
    await expect(bySmtp(plain, wrong).mail.send(email())).rejects.toThrow('Invalid');
    const gone = await startSmtpServer();
    await gone.close();
    await expect(bySmtp(gone).mail.send(email())).rejects.toThrow('ECONNREFUSED');
  });

  it('distinguishes a permanent rejection from a server error, and logs no address', async () => {
    const failure = (transport: Transport, to = 'grace@tenure.example') =>
      transport.mail.send(email({ to })).catch((error: Error) => error);
    plain.refuse('No such user <grace@tenure.example>', 550);
    const refused = await failure(bySmtp(plain));
    expect(refused).toBeInstanceOf(MailRejected);
    expect(String(refused)).toContain('550 No such user');
    plain.refuse('<grace@tenure.example> is full', 452);
    const later = await failure(bySmtp(plain));
    plain.refuse(undefined);
    expect(later).not.toBeInstanceOf(MailRejected);
    expect(String(later)).toContain('is full');
    expect(inspect(later, { depth: 9 })).not.toContain('grace');
    // The server responds 535 to the operator's wrong password, before the recipient is sent.
    const wrong = bySmtp(plain, plain.url.replace(/:[^:@]+@/, ':wrong@'));
    expect(await failure(wrong)).not.toBeInstanceOf(MailRejected);
    expect(await failure(bySmtp(plain), 'grace@mail\r\nRCPT TO:<eve@tenure.example>')).toBeInstanceOf(MailRejected);
  });

  it('prevents a name from adding a header or a recipient', async () => {
    const before = plain.received.length;
    const name = `Ada\r\nBcc: eve@tenure.example\r\n, "Eve" <eve@tenure.example>${'x'.repeat(500)}`;
    await bySmtp(plain).mail.send(email({ onBehalfOf: { name, replyTo: 'ada@tenure.example' } }));
    const [sent] = plain.received.slice(before);
    expect(sent?.to).toEqual(['ada@tenure.example']);
    expect(Object.keys(sent?.headers ?? {})).not.toContain('bcc');
    expect(sent?.headers['reply-to']).toMatch(/<ada@tenure.example>$/);
  });

  it('rejects a server with an untrusted certificate', async () => {
    await expect(bySmtp(secure).mail.send(email())).rejects.toThrow(/certificate/);
  });
});

describe('the outbox', () => {
  it('lists the newest first and keeps two hundred, private to its user, also after the clock was set back', async () => {
    const place = folder();
    const mail = outboxMail(place, now);
    expect(await mail.emails()).toEqual([]);
    onTestFinished(() => shiftDate(clockOffset()));
    for (let count = 1; count <= 203; count++) {
      if (count === 202) shiftDate(clockOffset() - 3_600_000);
      await mail.send(email({ subject: `Email ${count}` }));
    }
    const subjects = (await mail.emails()).map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([200, 'Email 203', 'Email 4']);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    const bytes = new Uint8Array(MAX_ATTACHMENT_BYTES);
    await mail.send(email({ attachments: [{ name: 'a.pdf', type: 'application/pdf', bytes }] }));
    expect(readdirSync(place)).toHaveLength(201);
    for (const name of readdirSync(place)) expect(statSync(join(place, name)).mode & 0o777).toBe(0o600);
  });

  it('ignores other files', async () => {
    const place = folder();
    const mail = outboxMail(place, now);
    await mail.send(email());
    writeFileSync(join(place, 'notes.txt'), 'not an email');
    writeFileSync(join(place, '2026-11-21T12-00-00-000Z_00000000-0000-0000-0000-000000000000.json.partial'), '{"half');
    // A dangling link fails like a file that is deleted between listing and reading.
    symlinkSync('gone', join(place, '2026-11-21T12-00-00-000Z_00000000-0000-0000-0000-000000000000.json'));
    expect(await mail.emails()).toHaveLength(1);
    chmodSync(place, 0o700);
  });
});

describe('an email as HTML', () => {
  it('escapes markup', () => {
    const html = emailHtml(
      email({ paragraphs: ['<script>alert("x")</script>'], action: { label: `<b>'`, url: 'https://x/?a=1&b="' } }),
    );
    expect(html).not.toMatch(/<script|<b>|b="/);
    expect(html).toContain('&lt;script&gt;');
  });
});

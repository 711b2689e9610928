import { expect, it, onTestFinished, vi } from 'vitest';
import { landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import { openBrowser } from '../../../test/reading/browser.ts';
import { emailTo } from '../../../test/reading/emails.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { plainWeb, startServer, type TestServer } from '../../../test/servers/start-server.ts';
import { createApp } from '../../app/server/app.server.ts';
import { encodedApp } from '../../app/server/documents/documents.server.ts';
import { MAIL_ENQUIRIES } from './contact.server.ts';
import { fillIn } from './page.ts';

const MESSAGE = 'Can I bring 240 units?\n\nThey are in a spreadsheet.';
const enquiry = (overrides: object = {}) => ({
  name: 'Vera Visitor',
  email: `vera.${crypto.randomUUID()}@visitor.example`,
  message: MESSAGE,
  ...overrides,
});

const stored = (email: string, { database } = server) =>
  query<{ name: string; message: string; mailed: boolean }>(
    database,
    'select name, message, mailed_at is not null as mailed from app.enquiries where email = $1',
    [email],
  );

it('stores a message and emails it to the operator once', async () => {
  const sent = enquiry();
  expect((await visitor().post('/api/contact', sent)).status).toBe(201);
  const email = await vi.waitFor(async () => {
    const found = await emailTo('operator@localhost', 'Enquiry from Vera Visitor');
    const all = (await server.services.outbox?.emails()) ?? [];
    const own = all.filter(({ action }) => action?.url.includes(encodeURIComponent(sent.email).replace('%40', '@')));
    expect([found.to, own.length]).toEqual(['operator@localhost', 1]);
    return own[0];
  });
  const [row] = await query<{ id: string }>(server.database, 'select id from app.enquiries where email = $1', [
    sent.email,
  ]);
  expect(email?.messageId).toBe(`enquiry-${row?.id}`);
  expect(email?.paragraphs.slice(1)).toEqual(['Can I bring 240 units?', 'They are in a spreadsheet.']);
  await vi.waitFor(async () =>
    expect(await stored(sent.email)).toEqual([{ name: 'Vera Visitor', message: MESSAGE, mailed: true }]),
  );
});

it.each([
  [{ name: ' ' }, { name: 'Name must be at least 2 characters.' }],
  [{ email: 'vera' }, { email: 'Please enter a valid email address.' }],
  [{ message: 'Hello' }, { message: 'Tell us in a sentence or two how we can help.' }],
  [{ message: 'a'.repeat(5001) }, { message: 'Use 5,000 characters or fewer' }],
  [{ name: 'Vera\nBcc: all' }, { name: 'Enter this on one line' }],
])('refuses %j at its field and stores nothing', async (wrong, fields) => {
  const sent = enquiry(wrong);
  const answer = await visitor().post('/api/contact', sent);
  expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
  expect(await stored(sent.email)).toEqual([]);
});

it('accepts a message with the honeypot filled in without storing it', async () => {
  const sent = enquiry({ website: 'https://spam.example' });
  expect((await visitor().post('/api/contact', sent)).status).toBe(201);
  expect(await stored(sent.email)).toEqual([]);
});

it('accepts five messages per network in 15 minutes, not counting other networks and invalid input', async () => {
  const [one, other] = [visitor(), visitor()];
  await one.post('/api/contact', enquiry({ email: 'wrong' }));
  for (let n = 0; n < 5; n++) expect((await one.post('/api/contact', enquiry())).status).toBe(201);
  const refused = await one.post('/api/contact', enquiry());
  expect([refused.outcome, refused.headers.get('retry-after')]).toEqual(['429 too_many_attempts', '900']);
  expect(refused.text).toContain('We have received several messages from your network');
  expect((await other.post('/api/contact', enquiry())).status).toBe(201);
});

it('deletes an enquiry after a year', async () => {
  const { email } = enquiry();
  await query(
    server.database,
    `insert into app.enquiries (at, name, email, message, mailed_at) values (app.instant() - interval '366 days', 'Old', $1, 'An old message', app.instant())`,
    [email],
  );
  await server.services.jobs.send(MAIL_ENQUIRIES, {});
  await vi.waitFor(async () => expect(await stored(email)).toEqual([]));
});

/** Starts a server whose pages consist of placeholders only. */
async function serverOfSlots(): Promise<TestServer> {
  const slots = '%FORM%|%NOTICE%|%PLAN%';
  const operator = { operatorName: undefined, contactEmail: undefined, demonstration: false };
  const started = await startServer({
    database: server.database,
    app: (services) =>
      createApp(services, {
        ...plainWeb,
        document: (page) => encodedApp(fillIn(slots, { ...page, operator, year: '2026' }), operator),
      }),
  });
  onTestFinished(() => started.stop());
  return started;
}

it('returns a page with typed values and errors for a plain form, and shows a notice once', async () => {
  const slots = await serverOfSlots();
  const browser = openBrowser(slots);
  const post = (typed: Record<string, string>) =>
    browser.send('POST', '/contact', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(typed).toString(),
    });
  const typed = enquiry({ name: '"><b>Vera</b>', email: 'vera', website: '' });
  const refused = await post(typed);
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([422, 'no-store']);
  expect(refused.text).toContain('aria-invalid="true" value="vera"');
  expect(refused.text).toContain('Please enter a valid email address.');
  expect(refused.text).toContain('value="&quot;&gt;&lt;b&gt;Vera&lt;/b&gt;"');
  expect(refused.text).toContain(`>\n${MESSAGE}</textarea>`);

  const { email } = enquiry();
  const sent = await post({ ...typed, email });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/#contact']);
  expect(await stored(email)).toHaveLength(1);
  const thanks = 'Thank you. We have received your message.';
  const first = await browser.get('/');
  expect(first.text).toContain(thanks);
  expect(first.headers.get('cache-control')).toBe('no-store');
  const again = await browser.get('/');
  expect(again.text).not.toContain(thanks);
  expect(again.headers.get('cache-control')).toBe('private, no-cache');
  expect(again.headers.get('vary')).toContain('Cookie');
  expect((await browser.get('/?notice=account-deleted')).text).not.toContain('deleted');
});

it('shows the trial status on public pages only when signed in', async () => {
  const slots = await serverOfSlots();
  const ada = await landlord({}, slots);
  const plan = async () => (await ada.get('/')).text.split('|')[2];
  expect(await plan()).toContain('Your free trial ends in 7 days.');
  expect((await openBrowser(slots).get('/')).text.split('|')[2]).toBe('');
  await query(server.database, GIVE_PLAN, [ada.id]);
  expect(await plan()).toContain('You have the Standard plan.');
});

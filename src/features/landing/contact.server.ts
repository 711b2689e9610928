/** Enquiries from the contact form: stored immediately, emailed by a job, deleted after a year. */
import { createRoute } from '@hono/zod-openapi';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Mail } from '../../outside/mail/mail.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { Settings } from '../../server/env.server.ts';
import { networkOf } from '../../server/http/client-address.server.ts';
import { answer, body, failures, router } from '../../server/http/routes.server.ts';
import { handle, type Queue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import { type AccountServices, Done, done } from '../account/routes.server.ts';
import { EnquiryInput } from './contact.ts';
import { type Enquiry, enquiryEmail } from './emails.ts';

/** Runs hourly as well, to send older enquiries once an address is configured. */
export const MAIL_ENQUIRIES: Queue = {
  name: 'mail-enquiries',
  payload: z.unknown(),
  hourly: true,
  retry: { retryLimit: 8, retryDelay: 30, expireInSeconds: 300 },
};

const RETENTION_MS = 365 * 24 * 60 * 60 * 1000;

type Plan = { pool: pg.Pool; mail: Mail; clock: Clock; settings: Pick<Settings, 'contactEmail' | 'smtp'> };

export function enquiryJobs({ pool, mail, clock, settings }: Plan): QueueHandler[] {
  // Without SMTP, emails stay in the outbox, so any address will do.
  const to = settings.contactEmail ?? (settings.smtp ? undefined : 'operator@localhost');
  return [
    handle(MAIL_ENQUIRIES, async () => {
      await pool.query('delete from app.enquiries where at < $1', [new Date(clock.now().getTime() - RETENTION_MS)]);
      let sent = to !== undefined;
      while (sent) sent = await mailOne(to ?? '', { pool, mail, clock });
    }),
  ];
}

/** Emails the oldest pending enquiry, if there is one. Its row is locked, so that only one server sends it. */
function mailOne(to: string, { pool, mail, clock }: Omit<Plan, 'settings'>): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Enquiry>(
      'select id, name, email, message from app.enquiries where mailed_at is null order by at limit 1 for update skip locked',
    );
    const [enquiry] = rows;
    if (!enquiry) return false;
    await mail.send(enquiryEmail(to, enquiry));
    await client.query('update app.enquiries set mailed_at = $2 where id = $1', [enquiry.id, clock.now()]);
    return true;
  });
}

/** Stores an enquiry and queues its email. Throws ZodError and `too_many_attempts`. */
export async function storeEnquiry(services: AccountServices, typed: unknown, address: string): Promise<void> {
  const { pool, clock, attempts, jobs, settings, log } = services;
  const { name, email, message, website } = EnquiryInput.parse(typed);
  if (website !== '') return;
  await attempts.limitEnquiries(networkOf(address));
  await inTransaction(pool, async (client) => {
    await client.query('insert into app.enquiries (at, name, email, message) values ($1, $2, $3, $4)', [
      clock.now(),
      name,
      email,
      message,
    ]);
    await jobs.send(MAIL_ENQUIRIES, {}, { within: client });
  });
  if (settings.smtp && !settings.contactEmail)
    log.warn('An enquiry was stored but cannot be emailed: set CONTACT_EMAIL');
}

const send = createRoute({
  operationId: 'sendEnquiry',
  method: 'post',
  path: '/api/contact',
  tags: ['Contact'],
  summary: 'Send a message to the operator of this server',
  request: { body: body(EnquiryInput) },
  responses: { 201: answer(Done, 'Stored'), ...failures.input, ...failures.limited },
});

export function contactApi(services: AccountServices) {
  return router().openapi(send, async (c) => {
    await storeEnquiry(services, c.req.valid('json'), c.var.clientAddress);
    return c.json(done, 201);
  });
}

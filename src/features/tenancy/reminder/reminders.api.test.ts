/** Reminders over HTTP and by the hour: who is written to, once, what is not written, and what the mail server said. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { query } from '../../../../test/database.ts';
import { runJob } from '../../../../test/jobs.ts';
import { type Landlord, landlord } from '../../../../test/landlords.ts';
import { server } from '../../../../test/server.ts';
import { END_TRIAL, GIVE_PLAN } from '../../../../test/subscriptions.ts';
import { addedTenancy, ledgerOf, paid } from '../../../../test/tenancies.ts';
import { type Email, MailRefused } from '../../../outside/mail/mail.ts';
import type { TenancyRecord } from '../tenancy.ts';
import { REMIND_TENANTS, reminderJobs } from './jobs.server.ts';
import { ReminderPreview, ReminderSettings, RentEmail } from './reminder.ts';

const REMINDERS = '/api/rent/reminders';
/** Three days after the rent of March was due, in a year in which nobody else is reminded. */
const at = (time = '10:00', day = '04') => new Date(`2025-03-${day}T${time}:00Z`);

type Told = { send?: (email: Email) => Promise<void>; now?: Date };

/** Does what servers do once an hour, and answers what went to the mail server for one landlord's tenants. */
async function remind(owner: Landlord, { send = async () => undefined, now = at() }: Told = {}): Promise<Email[]> {
  const sent: Email[] = [];
  const mail = {
    send: async (email: Email) => {
      if (email.onBehalfOf?.replyTo !== owner.email) return;
      await send(email);
      sent.push(email);
    },
  };
  await runJob(reminderJobs({ pool: server.services.jobsPool, clock: { now: () => now }, mail }), REMIND_TENANTS);
  return sent;
}

async function reminding(steps = [3]): Promise<Landlord> {
  const owner = await landlord();
  await query(server.database, 'update auth.users set email_verified = true where id = $1', [owner.id]);
  await query(server.database, GIVE_PLAN, [owner.id]);
  await owner.post(`${REMINDERS}/preview`, {});
  expect((await owner.send('PUT', REMINDERS, { body: { active: true, steps } })).status).toBe(200);
  return owner;
}

const owing = (owner: Landlord, given: Parameters<typeof addedTenancy>[1] = {}) =>
  addedTenancy(owner, { start: '2025-03-01', ...given });
const emailsOf = async (owner: Landlord, { id }: { id: string }) =>
  (await owner.get(`/api/tenancies/${id}/emails`)).as(z.object({ items: z.array(RentEmail) })).items;
const setOn = (owner: Landlord, { id }: TenancyRecord, on: boolean) =>
  owner.send('PUT', `/api/tenancies/${id}/reminders`, { body: { on } });

describe('reminders', () => {
  it('are off until the landlord has seen what a tenant reads', async () => {
    const ada = await landlord();
    const on = () => ada.send('PUT', REMINDERS, { body: { active: true, steps: [3] } });
    expect((await on()).fields).toEqual({ active: 'Please look at the preview first.' });
    await owing(ada);
    const { subject, to } = (await ada.post(`${REMINDERS}/preview`, {})).as(ReminderPreview);
    expect([subject.startsWith('Rent of £'), to]).toEqual([true, expect.stringContaining('@')]);
    expect((await on()).as(ReminderSettings)).toMatchObject({ active: true, previewed: true });
  });

  it('go to every tenant once, say what is owed, and stand on the ledger’s page', async () => {
    const ada = await reminding();
    const tenancy = await owing(ada, { names: ['Grace Hopper', 'Ada Byron'] });
    await query(
      server.database,
      `update tenants set email = 'byron@mail.example' where name = 'Ada Byron' and user_id = $1`,
      [ada.id],
    );
    const sent = await remind(ada);
    expect(sent.map(({ to }) => to)).toEqual(expect.arrayContaining(['byron@mail.example']));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({
      subject: 'Rent of £1,200.00 is outstanding',
      onBehalfOf: { name: ada.name, replyTo: ada.email },
    });
    expect(await remind(ada)).toEqual([]);
    const [first] = await emailsOf(ada, tenancy);
    expect(first).toMatchObject({ state: 'sent', subject: sent[0]?.subject, reason: null });
    expect(first?.text).toContain('£1,200.00 due 01 Mar 2025');
  });

  it('are not written for what is paid or disputed, where it is switched off, at night, or to samples', async () => {
    const ada = await reminding();
    const [settled, disputed, off, gone] = [await owing(ada), await owing(ada), await owing(ada), await owing(ada)];
    await paid(ada, settled, ['2025-03-02', 120_000]);
    const march = (await ledgerOf(ada, disputed, '2025-03-01')).unpaid[0];
    await ada.send('PATCH', `/api/tenancies/${disputed.id}/entries/${march?.id}`, { body: { disputed: true } });
    await setOn(ada, off, false);
    await query(server.database, 'update tenancies set sample = true where id = $1', [gone.id]);
    expect(await remind(ada)).toEqual([]);
    await setOn(ada, off, true);
    expect(await remind(ada, { now: at('07:59') })).toEqual([]);
    expect(await remind(ada, { now: at('08:00') })).toHaveLength(1);
  });

  it('that were paid before they went out are withdrawn; a mail server that is away is asked again, one that refuses is told', async () => {
    const ada = await reminding();
    const tenancy = await owing(ada);
    const away = async () => {
      throw new Error('connection refused');
    };
    await expect(remind(ada, { send: away })).rejects.toThrow('connection refused');
    expect((await emailsOf(ada, tenancy)).map(({ state }) => state)).toEqual(['queued']);
    const refuse = async () => {
      throw new MailRefused('550 No such user');
    };
    await remind(ada, { send: refuse });
    expect((await emailsOf(ada, tenancy)).map(({ state, reason }) => [state, reason])).toEqual([
      ['refused', '550 No such user'],
    ]);
    const other = await owing(ada);
    await expect(remind(ada, { send: away })).rejects.toThrow('connection refused');
    await paid(ada, other, ['2025-03-03', 120_000]);
    expect(await remind(ada)).toEqual([]);
    expect((await emailsOf(ada, other)).map(({ state }) => state)).toEqual(['withdrawn']);
  });

  it('are at most twenty a day on trial, and none once it is over or for an address that is not confirmed', async () => {
    const ada = await landlord();
    await ada.post(`${REMINDERS}/preview`, {});
    await ada.send('PUT', REMINDERS, { body: { active: true, steps: [3] } });
    const propertyId = (await owing(ada)).propertyId ?? '';
    for (let n = 0; n < 20; n++) await owing(ada, { propertyId, names: [`Tenant ${n}`] });
    expect(await remind(ada)).toEqual([]);
    await query(server.database, 'update auth.users set email_verified = true where id = $1', [ada.id]);
    await query(server.database, END_TRIAL, [ada.id, at('09:59')]);
    expect(await remind(ada)).toEqual([]);
    await query(server.database, END_TRIAL, [ada.id, at('10:01')]);
    expect(await remind(ada)).toHaveLength(20);
    expect(await remind(ada)).toEqual([]);
  });

  it('are nobody else’s to read or to change', async () => {
    const [ada, bob] = [await reminding(), await landlord()];
    const tenancy = await owing(ada);
    await remind(ada);
    expect((await bob.get(`/api/tenancies/${tenancy.id}/emails`)).status).toBe(404);
    expect((await setOn(bob, tenancy, false)).status).toBe(404);
    expect((await bob.get(REMINDERS)).as(ReminderSettings)).toMatchObject({ active: false, refused: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { END_TRIAL, GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import { addedTenancy, ledgerOf, paid } from '../../../test/fixtures/tenancies.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Activity } from '../../app/overview/activity/activity.ts';
import { type Email, MailRejected } from '../../outside/mail/mail.ts';
import type { TenancyRecord } from '../tenancy/tenancy.ts';
import { REMIND_TENANTS, reminderJobs } from './jobs.server.ts';
import { ReminderPreview, ReminderSettings, RentEmail } from './reminder.ts';

const REMINDERS = '/api/rent/reminders';
/** Three days after March's rent was due, in a year without other reminders. */
const at = (time = '10:00', day = '04') => new Date(`2025-03-${day}T${time}:00Z`);

type Options = { send?: (email: Email) => Promise<void>; now?: Date };

/** Runs the hourly job and returns the emails to one landlord's tenants. */
async function remind(owner: Landlord, { send = async () => undefined, now = at() }: Options = {}): Promise<Email[]> {
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
  await query(server.database, 'update auth.users set email_verified = true where id = $1', [owner.personId]);
  await query(server.database, GIVE_PLAN, [owner.id]);
  await owner.post(`${REMINDERS}/preview`, {});
  expect((await owner.send('PUT', REMINDERS, { body: { active: true, steps } })).status).toBe(200);
  return owner;
}

const owing = (owner: Landlord, terms: Parameters<typeof addedTenancy>[1] = {}) =>
  addedTenancy(owner, { start: '2025-03-01', ...terms });
const emailsOf = async (owner: Landlord, { id }: { id: string }) =>
  (await owner.get(`/api/tenancies/${id}/emails`)).as(z.object({ items: z.array(RentEmail) })).items;
const setOn = (owner: Landlord, { id }: TenancyRecord, on: boolean) =>
  owner.send('PUT', `/api/tenancies/${id}/reminders`, { body: { on } });

describe('reminders', () => {
  it('are off until the landlord has previewed the email', async () => {
    const ada = await landlord();
    const on = () => ada.send('PUT', REMINDERS, { body: { active: true, steps: [3] } });
    expect((await on()).fields).toEqual({ active: 'Preview the email first.' });
    await owing(ada);
    const { subject, to } = (await ada.post(`${REMINDERS}/preview`, {})).as(ReminderPreview);
    expect([subject.startsWith('Rent of £'), to]).toEqual([true, expect.stringContaining('@')]);
    expect((await on()).as(ReminderSettings)).toMatchObject({ active: true, previewed: true });
  });

  it('are sent to every tenant once with the amount owed, and listed on the ledger’s page', async () => {
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

  it('are not sent for paid or disputed rent, when turned off, or at night', async () => {
    const ada = await reminding();
    const [settled, disputed, off] = [await owing(ada), await owing(ada), await owing(ada)];
    await paid(ada, settled, ['2025-03-02', 120_000]);
    const march = (await ledgerOf(ada, disputed, '2025-03-01')).unpaid[0];
    await ada.send('PATCH', `/api/tenancies/${disputed.id}/entries/${march?.id}`, { body: { disputed: true } });
    await setOn(ada, off, false);
    expect(await remind(ada)).toEqual([]);
    await setOn(ada, off, true);
    expect(await remind(ada, { now: at('07:59') })).toEqual([]);
    expect(await remind(ada, { now: at('08:00') })).toHaveLength(1);
  });

  it('include the rest of a rent that was raised after its payment', async () => {
    const ada = await reminding();
    const tenancy = await owing(ada);
    await paid(ada, tenancy, ['2025-03-01', 120_000]);
    await ada.post(`/api/tenancies/${tenancy.id}/rents`, { from: '2025-03-01', amount: 130_000 });
    expect((await ledgerOf(ada, tenancy, '2025-03-04')).unpaid).toMatchObject([{ kind: 'correction', left: 10_000 }]);
    expect(await remind(ada)).toMatchObject([{ subject: 'Rent of £100.00 is outstanding' }]);
  });

  it('are withdrawn if paid before sending, retried while the mail server is down, and reported if refused', async () => {
    const ada = await reminding();
    const tenancy = await owing(ada);
    const away = async () => {
      throw new Error('connection refused');
    };
    await expect(remind(ada, { send: away })).rejects.toThrow('connection refused');
    expect((await emailsOf(ada, tenancy)).map(({ state }) => state)).toEqual(['queued']);
    const refuse = async () => {
      throw new MailRejected('550 No such user');
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

  it('are limited to twenty a day on trial, and not sent afterwards or without a confirmed address', async () => {
    const ada = await landlord();
    await ada.post(`${REMINDERS}/preview`, {});
    await ada.send('PUT', REMINDERS, { body: { active: true, steps: [3] } });
    const propertyId = (await owing(ada)).propertyId ?? '';
    for (let n = 0; n < 20; n++) await owing(ada, { propertyId, names: [`Tenant ${n}`] });
    expect(await remind(ada)).toEqual([]);
    await query(server.database, 'update auth.users set email_verified = true where id = $1', [ada.personId]);
    await query(server.database, END_TRIAL, [ada.id, at('09:59')]);
    expect(await remind(ada)).toEqual([]);
    await query(server.database, END_TRIAL, [ada.id, at('10:01')]);
    expect(await remind(ada)).toHaveLength(20);
    expect(await remind(ada)).toEqual([]);
  });

  it('show Tenure as their sender once the account has had another member', async () => {
    const ada = await reminding();
    const tenancy = await owing(ada);
    await remind(ada);
    expect(await emailsOf(ada, tenancy)).toMatchObject([{ by: null }]);
    const bookkeeper = await member(ada, { role: 'bookkeeper' });
    expect(await emailsOf(bookkeeper, tenancy)).toMatchObject([{ by: 'Tenure' }]);
    expect((await bookkeeper.post('/api/team/leave')).outcome).toBe('served');
    expect(await emailsOf(ada, tenancy)).toMatchObject([{ by: 'Tenure' }]);
  });

  it('return 404 to another landlord', async () => {
    const [ada, bob] = [await reminding(), await landlord()];
    const tenancy = await owing(ada);
    await remind(ada);
    expect((await bob.get(`/api/tenancies/${tenancy.id}/emails`)).status).toBe(404);
    expect((await setOn(bob, tenancy, false)).status).toBe(404);
    expect((await bob.get(REMINDERS)).as(ReminderSettings)).toMatchObject({ active: false, refused: [] });
  });
});

describe('queued reminders', () => {
  const away = async () => {
    throw new Error('connection refused');
  };
  const statesOf = async (owner: Landlord, tenancy: { id: string }) =>
    (await emailsOf(owner, tenancy)).map(({ state }) => state);
  /** A tenancy with a reminder that was queued while the mail server was down. */
  const waiting = async (owner: Landlord, terms: Parameters<typeof owing>[1] = {}) => {
    const tenancy = await owing(owner, terms);
    await expect(remind(owner, { send: away })).rejects.toThrow('connection refused');
    return tenancy;
  };
  const set = (text: string, ...values: unknown[]) => query(server.database, text, values);

  it('contain the amount owed when sent, and do not change afterwards', async () => {
    const ada = await reminding();
    const tenancy = await waiting(ada);
    await paid(ada, tenancy, ['2025-03-03', 20_000]);
    const [sent] = await remind(ada);
    expect(sent?.subject).toBe('Rent of £1,000.00 is outstanding');
    const [email] = await emailsOf(ada, tenancy);
    expect(email).toMatchObject({ state: 'sent', subject: sent?.subject, text: sent?.paragraphs.join('\n\n') });
    const change = set('update rent_emails set body = $2 where tenancy_id = $1', tenancy.id, 'Something else');
    await expect(change).rejects.toThrow('this email was sent');
  });

  it('are not sent to an address that has been corrected', async () => {
    const ada = await reminding();
    const tenancy = await waiting(ada);
    await set(`update tenants set email = 'right@mail.example' where tenancy_id = $1`, tenancy.id);
    expect(await remind(ada)).toEqual([]);
    expect(await statesOf(ada, tenancy)).toEqual(['withdrawn']);
  });

  it('are not resent by another server after a crash while sending', async () => {
    const ada = await reminding();
    const tenancy = await owing(ada);
    await new Promise<void>((handed) => {
      const never = () => new Promise<void>(() => handed());
      void remind(ada, { send: never });
    });
    expect(await remind(ada)).toEqual([]);
    expect(await statesOf(ada, tenancy)).toEqual(['handed']);
  });

  it('are not delayed by one that is retried', async () => {
    const ada = await reminding();
    const [one, other] = [await owing(ada), await owing(ada)];
    let first: Email | undefined;
    const send = async (email: Email) => {
      first ??= email;
      if (email === first) throw new Error('452 try again later');
    };
    await expect(remind(ada, { send })).rejects.toThrow('452');
    expect([...(await statesOf(ada, one)), ...(await statesOf(ada, other))].sort()).toEqual(['queued', 'sent']);
    expect(await remind(ada)).toHaveLength(1);
  });

  it('are shown as not sent if never sent, also when turned off', async () => {
    const ada = await reminding();
    const tenancy = await waiting(ada);
    await ada.send('PUT', REMINDERS, { body: { active: false, steps: [3] } });
    await remind(ada, { now: at('00:30', '05') });
    const [email] = await emailsOf(ada, tenancy);
    expect(email).toMatchObject({ state: 'withdrawn', reason: 'The day was over before it could be sent.' });
  });

  it('are sent to current tenants, once per address', async () => {
    const ada = await reminding();
    const names = ['Stays', 'Same', 'Leaves', 'Gone'];
    const tenancy = await owing(ada, { names });
    const change = (name: string, text: string) =>
      set(`update tenants set ${text} where name = $1 and user_id = $2`, name, ada.id);
    for (const name of names) await change(name, `email = '${name.toLowerCase()}@mail.example'`);
    await change('Same', `email = 'STAYS@Mail.example'`);
    await change('Leaves', `moved_out = '2025-03-31'`);
    await change('Gone', `moved_out = '2025-03-02'`);
    const sent = await remind(ada);
    expect(sent.map(({ to }) => to.toLowerCase()).sort()).toEqual(['leaves@mail.example', 'stays@mail.example']);
    expect(await statesOf(ada, tenancy)).toEqual(['sent', 'sent']);
  });

  it('are not sent to tenants who pay an agent', async () => {
    const ada = await reminding();
    const tenancy = await owing(ada);
    await set(
      `with agent as (insert into agents (user_id, name, fee_percent, vat) values ($2, 'Parkside', 10, 'added') returning id)
       update tenancies set agent_id = agent.id from agent where tenancies.id = $1`,
      tenancy.id,
      ada.id,
    );
    expect(await remind(ada)).toEqual([]);
  });

  it('skip an address refused three times, with a reason, until it is corrected', async () => {
    const ada = await reminding([3, 4, 5, 6, 7]);
    const tenancy = await owing(ada);
    const refuse = async () => {
      throw new MailRejected('550 No such user');
    };
    for (const day of ['04', '05']) await remind(ada, { send: refuse, now: at('10:00', day) });
    await set('update tenants set email = upper(email) where tenancy_id = $1', tenancy.id);
    await remind(ada, { send: refuse, now: at('10:00', '06') });
    expect(await remind(ada, { now: at('10:00', '07') })).toEqual([]);
    const [latest] = await emailsOf(ada, tenancy);
    expect(latest).toMatchObject({
      state: 'withdrawn',
      reason: 'The mail server has refused this address 3 times. Correct it with the tenant.',
    });
    await set(`update tenants set email = 'right@mail.example' where tenancy_id = $1`, tenancy.id);
    expect(await remind(ada, { now: at('10:00', '08') })).toHaveLength(1);
  });

  it('exclude rent owed only because of a disputed charge', async () => {
    const ada = await reminding();
    const tenancy = await owing(ada, { start: '2025-02-01' });
    const [february] = (await ledgerOf(ada, tenancy, '2025-02-01')).unpaid;
    await set(`update ledger_entries set disputed_on = '2025-02-10' where id = $1`, february?.id);
    // March's rent less £100.00, which the ledger allocates to February's rent first.
    await paid(ada, tenancy, ['2025-03-01', 110_000]);
    const [sent] = await remind(ada);
    expect(sent?.subject).toBe('Rent of £100.00 is outstanding');
  });

  it('are limited to twenty a day on trial across servers', async () => {
    const ada = await landlord();
    await set('update auth.users set email_verified = true where id = $1', ada.personId);
    await ada.post(`${REMINDERS}/preview`, {});
    await set('update reminder_settings set active = true, steps = $2 where user_id = $1', ada.id, [3]);
    const propertyId = (await owing(ada)).propertyId ?? '';
    for (let n = 0; n < 21; n++) await owing(ada, { propertyId, names: [`Tenant ${n}`] });
    await set(END_TRIAL, ada.id, at('23:00'));
    const sent = await Promise.all([remind(ada), remind(ada), remind(ada)]);
    expect(sent.flat()).toHaveLength(20);
    expect(new Set(sent.flat().map(({ paragraphs }) => paragraphs[0])).size).toBe(20);
  });

  it('are logged in the activity when changed, like base rates', async () => {
    const ada = await reminding();
    const rate = '/api/rent/base-rates/2025-03-01';
    await ada.send('PUT', rate, { body: { percent: 3.5 } });
    await ada.send('DELETE', rate);
    const { items } = (await ada.get('/api/activity?noun=rent')).as(z.object({ items: z.array(Activity) }));
    expect(items.map(({ words }) => words)).toEqual([
      'Base rate “3.5% from 01 Mar 2025” removed',
      'Base rate “3.5% from 01 Mar 2025” added',
      'Rent reminders changed: on',
    ]);
  });
});

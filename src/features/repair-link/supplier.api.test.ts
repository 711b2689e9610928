import { describe, expect, it } from 'vitest';
import { type Landlord, landlord, visitor } from '../../../test/fixtures/landlords.ts';
import {
  BOOK,
  INVOICE,
  jpeg,
  MEET,
  PLANNED,
  PROPOSE,
  pathOf,
  proposes,
  type Sent,
  SURE,
  sendsForm,
  supplierWithLink,
  tenantWithLink,
} from '../../../test/fixtures/repair-links.ts';
import { moved, repairIn, repairNow } from '../../../test/fixtures/repairs.ts';
import { PDF } from '../../../test/fixtures/uploads.ts';
import { STATES, type State } from '../repair/listed.ts';
import type { RepairRecord } from '../repair/repair.ts';
import { mayMove } from '../repair/rules/moves.ts';

type QuoteRequest = { repair: RepairRecord; path: string; supplierId: string };

async function asked(owner: Landlord, more: object = {}, names = ['Ridings Heating']): Promise<QuoteRequest[]> {
  const { tenantId, propertyId } = await tenantWithLink(owner, 'Oluwaseun Adeyemi');
  const repair = await repairIn(owner, 'accepted', { tenantId, propertyId });
  const links = [];
  for (const name of names) links.push(await supplierWithLink(owner, repair, name));
  const suppliers = links.map(({ supplierId }) => supplierId);
  await owner.post(`/api/repairs/${repair.id}/quotes`, { suppliers, ...more });
  return links.map((link) => ({ repair, ...link }));
}

const SECRETS = [/14 Chandos/, /Oluwaseun/, /020 7946 0018/, /The key is at the neighbour/];

describe('a supplier', () => {
  it('sees the address, the tenant and the access note only while having the job', async () => {
    const ada = await landlord();
    const [one] = await asked(ada);
    if (!one) throw new Error('Nobody was asked.');
    const { repair, path, supplierId } = one;
    const before = (await visitor().get(path)).text;
    expect(before).toContain('Chandos Terrace, Bristol');
    expect(before).toContain('The dial is in the red.');
    for (const secret of SECRETS) expect(before).not.toMatch(secret);
    await ada.post(`/api/repairs/${repair.id}/supplier`, { supplierId });
    const during = (await visitor().get(path)).text;
    for (const secret of SECRETS) expect(during).toMatch(secret);
    for (const to of ['done', 'closed'] as const) await moved(ada, await repairNow(ada, repair), to);
    const after = (await visitor().get(path)).text;
    for (const secret of SECRETS) expect(after).not.toMatch(secret);
    expect(after).toContain('Closed');
  });

  it('is the only one who gets a job that two accept at once', async () => {
    const ada = await landlord();
    const [one, two] = await asked(ada, { costLimit: 40_000, firstGetsIt: true }, ['Ridings Heating', 'Aire Gas']);
    if (!one || !two) throw new Error('Nobody was asked.');
    expect((await visitor().get(one.path)).text).toContain('for £400.00 or less');
    expect((await sendsForm(one.path, { action: 'accept' })).text).toContain('Tick the box to confirm');
    const sent = { action: 'accept', ...SURE };
    const answers = await Promise.all([one, two].map(({ path }) => sendsForm(path, sent)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303, 409]));
    const lost = answers[0]?.status === 409 ? one : two;
    const won = lost === one ? two : one;
    expect(answers.find(({ status }) => status === 409)?.text).toContain('This job has gone to somebody else.');
    const page = await visitor().get(lost.path);
    expect(page.text).toContain('This job has gone to somebody else.');
    for (const secret of [...SECRETS, /dial is in the red/, /<form/]) expect(page.text).not.toMatch(secret);
    const repair = await repairNow(ada, won.repair);
    expect(repair).toMatchObject({ state: 'accepted', supplier: { id: won.supplierId } });
    expect(repair.offers.map(({ state }) => state).toSorted()).toEqual(['chosen', 'lost']);
    expect(repair.events.filter(({ kind }) => kind === 'lost')).toHaveLength(1);
    for (const action of ['message', 'quote', 'refuse', 'propose', 'done', 'bill']) {
      const values = { action, text: 'x', net: '10', billNumber: '1', ...MEET };
      expect((await sendsForm(lost.path, values, { files: [INVOICE] })).status).toBe(409);
    }
  });

  it('gives a quote with a file, which other guests do not see', async () => {
    const ada = await landlord();
    const [one, two] = await asked(ada, {}, ['Ridings Heating', 'Aire Gas']);
    if (!one || !two) throw new Error('Nobody was asked.');
    expect((await sendsForm(one.path, { action: 'accept', ...SURE })).status).toBe(409);
    const wrong: [object, string][] = [
      [{ net: '0' }, 'Enter an amount above £0'],
      [{ net: '-5' }, 'Enter an amount'],
      [{ net: 'much' }, 'Enter pounds and pence'],
      [{ net: '' }, 'Enter an amount above £0'],
      [{ vat: '-1' }, 'Enter an amount of 0 or more'],
      [{ validUntil: '2020-01-01' }, 'Enter today or a later date'],
      [{ day: '2199-01-05' }, 'Enter a time'],
      [{ ...MEET, until: '08:00' }, 'Enter an end after the beginning'],
      [{ text: 'x'.repeat(2001) }, 'Use 2,000 characters or fewer'],
    ];
    const quote = { action: 'quote', net: '290', vat: '58.00', text: 'Two hours', validUntil: '2199-01-01' };
    for (const [given, sentence] of wrong) {
      const { status, text } = await sendsForm(one.path, { ...quote, ...given });
      expect([status, text]).toEqual([422, expect.stringContaining(sentence)]);
    }
    expect((await sendsForm(one.path, { ...quote, ...MEET }, { files: [INVOICE] })).status).toBe(303);
    const repair = await repairNow(ada, one.repair);
    expect(repair.offers).toMatchObject([
      { state: 'given', net: 29_000, vat: 5_800, note: 'Two hours', from: '2199-01-05T09:00:00.000Z' },
      { state: 'asked' },
    ]);
    expect((await visitor().get(one.path)).text).toContain('£348.00 with VAT of £58.00');
    const [, file = ''] = /href="([^"]+\/files\/[^"]+)"/.exec((await visitor().get(one.path)).text) ?? [];
    expect((await visitor().get(file)).bytes.equals(PDF)).toBe(true);
    expect((await visitor().get(two.path)).text).not.toMatch(/348|290|Ridings|Invoice\.pdf/);
    expect((await visitor().get(file.replace(one.path, two.path))).status).toBe(404);
    expect((await sendsForm(two.path, { action: 'refuse', text: '' })).text).toContain('Enter a reason');
    expect((await sendsForm(two.path, { action: 'refuse', text: 'No time' })).status).toBe(303);
    expect((await repairNow(ada, one.repair)).offers.map(({ state }) => state).toSorted()).toEqual([
      'given',
      'refused',
    ]);
  });

  it('sees other parts of the story than the tenant, and never the landlord’s notes', async () => {
    const ada = await landlord();
    const [one] = await asked(ada);
    if (!one) throw new Error('Nobody was asked.');
    const { repair, path, supplierId } = one;
    const tenantPath = pathOf(await ada.post(`/api/tenants/${repair.tenant?.id}/repair-link`));
    const here = `${tenantPath}/${repair.number}`;
    const messages = `/api/repairs/${repair.id}/messages`;
    await ada.post(messages, { to: 'tenant', text: 'For the tenant only' });
    await ada.post(messages, { to: 'supplier', supplierId, text: 'For the supplier only' });
    await ada.post(messages, { to: 'nobody', text: 'A note to myself' });
    await sendsForm(here, { action: 'message', text: 'From the tenant' }, { files: [await jpeg('tenant.jpg')] });
    await sendsForm(path, { action: 'message', text: 'From the supplier' }, { files: [await jpeg('supplier.jpg')] });
    const [toTenant, toSupplier] = [(await visitor().get(here)).text, (await visitor().get(path)).text];
    for (const words of ['For the tenant only', 'From the tenant', 'tenant.jpg']) expect(toTenant).toContain(words);
    for (const words of ['For the supplier only', 'From the supplier', 'supplier.jpg', 'tenant.jpg'])
      expect(toSupplier).toContain(words);
    expect(toTenant).not.toMatch(/For the supplier|From the supplier|supplier\.jpg|A note/);
    expect(toSupplier).not.toMatch(/For the tenant|From the tenant|A note|Reported/);
  });

  /** A repair in `state`. The job was given to a supplier with a link. */
  async function withJob(owner: Landlord, state: State): Promise<QuoteRequest> {
    const repair = await repairIn(owner, 'accepted');
    const link = await supplierWithLink(owner, repair);
    await owner.post(`/api/repairs/${repair.id}/supplier`, { supplierId: link.supplierId });
    const movesTo: Partial<Record<State, State[]>> = {
      accepted: [],
      declined: ['on-hold', 'declined'],
      closed: ['done', 'closed'],
    };
    for (const to of movesTo[state] ?? [state]) await moved(owner, await repairNow(owner, repair), to);
    return { repair: await repairNow(owner, repair), ...link };
  }

  const ACTIONS: [Sent, State][] = [
    [BOOK, 'booked'],
    [{ action: 'start', ...SURE }, 'in-progress'],
    [{ action: 'done', text: 'A new pump' }, 'done'],
  ];

  it.each(STATES.filter((state) => state !== 'reported'))('moves from %s as in the table', async (state) => {
    const ada = await landlord();
    const ended = state === 'closed' || state === 'declined' || state === 'cancelled';
    for (const [sent, to] of ACTIONS) {
      const { repair, path } = await withJob(ada, state);
      expect(repair.state).toBe(state);
      if (sent.action === 'book') await proposes(ada, repair);
      const { status, text } = await sendsForm(path, sent);
      const allowed = mayMove(state, to, 'supplier');
      expect([sent.action, status]).toEqual([sent.action, allowed ? 303 : 409]);
      expect(text.includes('This repair is now')).toBe(!allowed);
      expect((await repairNow(ada, repair)).state).toBe(allowed ? to : state);
    }
    const { repair, path } = await withJob(ada, state);
    expect((await sendsForm(path, PROPOSE)).status).toBe(PLANNED.includes(state) ? 303 : 409);
    expect((await sendsForm(path, { action: 'message', text: 'Hello' })).status).toBe(ended ? 409 : 303);
    for (const action of ['cancel', 'not-fixed', 'came-back', 'close', 'report', ''])
      expect((await sendsForm(path, { action, text: 'x', ...SURE })).status).toBe(400);
    const bill = { action: 'bill', billNumber: 'R-1', net: '290', vat: '58', due: '2199-01-01' };
    expect((await sendsForm(path, bill, { files: [INVOICE] })).status).toBe(303);
    expect(await repairNow(ada, repair)).toMatchObject({ state, bills: [{ number: 'R-1', net: 29_000, vat: 5_800 }] });
  });

  it('cancels the booked visit for the tenant too when the supplier declines the job', async () => {
    const ada = await landlord();
    const [one] = await asked(ada);
    if (!one) throw new Error('Nobody was asked.');
    const { repair, path, supplierId } = one;
    const tenantPath = pathOf(await ada.post(`/api/tenants/${repair.tenant?.id}/repair-link`));
    await ada.post(`/api/repairs/${repair.id}/supplier`, { supplierId });
    await moved(ada, await repairNow(ada, repair), 'booked');
    expect((await sendsForm(path, { action: 'refuse', text: 'No time' })).status).toBe(303);
    const after = await repairNow(ada, repair);
    expect([after.state, after.bookedFrom, after.supplier]).toEqual(['accepted', null, null]);
    const { text } = await visitor().get(`${tenantPath}/${repair.number}`);
    expect(text).toContain('Cancelled the visit');
    expect(text).not.toContain('No time');
  });

  it('describes the work, and sends an invoice that the tenant never sees', async () => {
    const ada = await landlord();
    const [one] = await asked(ada);
    if (!one) throw new Error('Nobody was asked.');
    const { repair, path, supplierId } = one;
    const tenantPath = pathOf(await ada.post(`/api/tenants/${repair.tenant?.id}/repair-link`));
    await ada.post(`/api/repairs/${repair.id}/supplier`, { supplierId });
    await sendsForm(path, PROPOSE);
    const seen = await visitor().get(`${tenantPath}/${repair.number}`);
    expect(seen.text).toContain('05 Jan 2199, 09:00 to 11:00');
    const time = { from: '2199-01-05T09:00:00.000Z', until: '2199-01-05T11:00:00.000Z' };
    await sendsForm(`${tenantPath}/${repair.number}`, { action: 'book', ...time, ...SURE });
    expect((await repairNow(ada, repair)).state).toBe('booked');
    expect((await sendsForm(path, { action: 'done', text: '' })).text).toContain('Add a note or a photo');
    expect((await sendsForm(path, { action: 'done', text: '' }, { files: [await jpeg()] })).status).toBe(303);
    const bill = { action: 'bill', billNumber: 'R-7', net: '300', vat: '', due: '' };
    const fileless = await sendsForm(path, { ...bill, net: '0', billNumber: '' });
    for (const sentence of ['Choose the invoice, as a PDF or photo', 'Enter an amount', 'Enter the invoice number'])
      expect(fileless.text).toContain(sentence);
    expect((await sendsForm(path, bill, { files: [INVOICE] })).status).toBe(303);
    const again = await sendsForm(path, { ...bill, billNumber: 'r-7' }, { files: [INVOICE] });
    expect([again.status, again.text]).toEqual([
      422,
      expect.stringContaining('You have already sent an invoice with this number'),
    ]);
    const done = await repairNow(ada, repair);
    expect(done).toMatchObject({ state: 'done', bills: [{ number: 'R-7', net: 30_000, vat: 0, overQuote: null }] });
    expect(done.bills[0]?.file?.name).toBe('Invoice.pdf');
    const tenants = await visitor().get(`${tenantPath}/${repair.number}`);
    expect(tenants.text).toContain('Is it fixed?');
    expect(tenants.text).not.toMatch(/R-7|Invoice|300/);
  });
});

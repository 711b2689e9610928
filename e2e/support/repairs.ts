/** Creates and moves repairs over HTTP. A tenant's report and a supplier's quote are inserted by SQL. */
import type { z } from 'zod';
import { type AskInput, type MoveInput, type RepairInput, RepairRecord } from '../../src/features/repair/repair.ts';
import { statement } from './database.ts';
import { type Landlord, sent } from './landlords.ts';
import type { RunningServer } from './server.ts';

type Given = Partial<z.input<typeof RepairInput>>;

/** Adds a repair, by default in a new property. */
export async function addsRepair(landlord: Landlord, overrides: Given = {}): Promise<RepairRecord> {
  const { page, origin } = landlord;
  const propertyId = overrides.propertyId ?? (await landlord.adds()).id;
  const data = { title: 'No hot water', category: 'heating', urgency: 'normal', ...overrides, propertyId };
  return RepairRecord.parse(await sent(page.request.post('/api/repairs', { data, headers: { origin } })));
}

export async function postsAction(
  { page, origin }: Landlord,
  { id }: Pick<RepairRecord, 'id'>,
  route: 'moves' | 'messages' | 'proposals' | 'quotes' | 'supplier' | 'files' | 'invoices',
  data: object,
): Promise<RepairRecord> {
  const saved = page.request.post(`/api/repairs/${id}/${route}`, { data, headers: { origin } });
  return RepairRecord.parse(await sent(saved));
}

export const moves = (landlord: Landlord, repair: RepairRecord, move: Omit<z.input<typeof MoveInput>, 'was'>) =>
  postsAction(landlord, repair, 'moves', { ...move, was: repair.state });

export const asksForQuotes = (landlord: Landlord, repair: RepairRecord, data: z.input<typeof AskInput>) =>
  postsAction(landlord, repair, 'quotes', data);

/** Stores a supplier's quote. `net` and `vat` are in pounds. */
export async function givesQuote(
  server: RunningServer,
  { id }: Pick<RepairRecord, 'id'>,
  { supplierId, net, vat = 0 }: { supplierId: string; net: number; vat?: number },
): Promise<void> {
  await statement(
    server,
    `update repair_quotes set state = 'given', answered_at = app.instant(), net = $3, vat = $4 where repair_id = $1 and supplier_id = $2`,
    [id, supplierId, net, vat],
  );
}

/** Changes a repair as if it had been reported on a poster's page. */
export async function isFromPoster(server: RunningServer, { id }: Pick<RepairRecord, 'id'>): Promise<void> {
  await statement(
    server,
    `update repairs set reported_by = 'poster', unconfirmed = true, reporter_name = 'A. Lodger', reporter_phone = '07700 900217' where id = $1`,
    [id],
  );
}

/** No email is sent. */
import type { UserDb } from '../../server/session/with-user.server.ts';
import { addDays, addMonths, londonDay } from '../../shared/dates.ts';
import { licenceTable } from '../licence/licence.server.ts';
import { LicenceInput } from '../licence/licence.ts';
import { requestTable } from '../request/request.server.ts';
import { RequestInput } from '../request/request.ts';
import { occupierTable } from '../resident/occupier/api.server.ts';
import { OccupierInput } from '../resident/occupier/occupier.ts';
import { addCheck } from '../resident/right-to-rent/right-to-rent.server.ts';
import { CheckInput } from '../resident/right-to-rent/right-to-rent.ts';
import { addServed } from '../served/served.server.ts';
import { ServedInput } from '../served/served.ts';

/** Indexes of homes in the portfolio. */
const [LEEDS, BRISTOL, SHARED_HOUSE] = [0, 1, 9];

type Params = { homes: readonly string[]; today: string };

export async function addLicences(db: UserDb, { homes, today }: Params): Promise<void> {
  const licences = [
    {
      propertyId: homes[SHARED_HOUSE],
      kind: 'mandatory',
      council: 'Leicester City Council',
      number: 'HMO/20418',
      starts: addDays(today, -700),
      ends: addDays(today, 1126),
      conditions: 'Up to five people in four households.',
    },
    {
      propertyId: homes[LEEDS],
      kind: 'selective',
      council: 'Leeds City Council',
      number: 'SEL/7731',
      starts: addDays(today, -1787),
      ends: addDays(today, 39),
      conditions: '',
    },
  ];
  for (const licence of licences) await licenceTable.add(db, LicenceInput.parse(licence));
}

/** Adds right-to-rent checks of two adults in one home, an open request, and an answered request. */
export async function addResidents(db: UserDb, { homes, today }: Params): Promise<void> {
  const bristol = await currentTenancy(db, homes[BRISTOL]);
  const leeds = await currentTenancy(db, homes[LEEDS]);
  if (!bristol || !leeds) return;
  const { tenancyId } = bristol;
  const occupier = await occupierTable.add(db, OccupierInput.parse({ tenancyId, name: 'Asha Mehta' }));
  const checked = { tenancyId, checkedOn: addDays(bristol.start, -9), checkedBy: 'Sam Whitlock' };
  const checks = [
    { ...checked, occupierId: occupier.id, way: 'identity-provider', unlimited: true },
    {
      ...checked,
      tenantId: bristol.tenantId,
      way: 'share-code',
      shareCode: 'R4K 7PX 2MD',
      leaveEnds: addMonths(bristol.start, 24),
    },
  ];
  for (const check of checks)
    await addCheck(db, CheckInput.parse({ leaveEnds: null, documentEnds: null, ...check }), today);
  const requests = [
    {
      propertyId: homes[BRISTOL],
      tenancyId,
      kind: 'pet',
      what: 'A cat, nine years old, indoors only',
      askedOn: addDays(today, -6),
    },
    {
      propertyId: homes[LEEDS],
      tenancyId: leeds.tenancyId,
      kind: 'alteration',
      what: 'Shelves in the back bedroom',
      askedOn: addDays(today, -74),
      answer: 'yes',
      answeredOn: addDays(today, -70),
    },
  ];
  for (const request of requests) await requestTable(() => today).add(db, RequestInput.parse(request));
}

type ServedParams = { secret: string; now: Date; homes: readonly string[]; versions: ReadonlyMap<string, string> };

/** Records papers given by hand. The gas record of the second home has yet to be given. */
export async function addServedPapers(db: UserDb, { secret, now, homes, versions }: ServedParams): Promise<void> {
  const today = londonDay(now);
  const papers = [
    { home: LEEDS, title: 'Gas safety record', day: addDays(addMonths(today, -5), 6) },
    { home: BRISTOL, title: 'Tenancy agreement', day: addDays(today, -350) },
  ];
  for (const { home, title, day } of papers) {
    const tenancy = await currentTenancy(db, homes[home]);
    const versionId = versions.get(`${home} ${title}`);
    if (!tenancy || !versionId) continue;
    const { tenancyId, tenantId, address } = tenancy;
    const recipients = [{ kind: 'tenant', tenantId, address }];
    const input = ServedInput.parse({ versionIds: [versionId], tenancyId, recipients, method: 'by-hand', day });
    await addServed(db, { input, now, secret, send: () => Promise.reject(new Error('A sample paper is by hand')) });
  }
}

type Current = { tenancyId: string; tenantId: string; start: string; address: string };

/** Returns the current tenancy of a home, with a tenant. */
export function currentTenancy(db: UserDb, propertyId: string | undefined): Promise<Current | undefined> {
  return db
    .selectFrom('tenancies')
    .innerJoin('tenants', 'tenants.tenancy_id', 'tenancies.id')
    .innerJoin('properties', 'properties.id', 'tenancies.property_id')
    .select(['tenancies.id as tenancyId', 'tenants.id as tenantId', 'start_date as start', 'properties.address'])
    .where('tenancies.property_id', '=', propertyId ?? null)
    .where('ended_on', 'is', null)
    .orderBy('start_date', 'desc')
    .executeTakeFirst();
}

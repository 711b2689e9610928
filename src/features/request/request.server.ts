import { sql } from 'kysely';
import {
  completedTable,
  newestFirst,
  nullableText,
  recordTable,
  type Versioned,
} from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import type { Home } from '../property/home/nation.ts';
import { notAssured } from '../tenancy/rules/nation.ts';
import { type Request, type RequestInput, type RequestQuery, TEXTS, validateRequest } from './request.ts';
import { answerBy } from './rules/answer-by.ts';

type Stored = Omit<Request, 'answerBy' | 'waiting'> & Home & { tenancyKind: string | null };

const table = recordTable<RequestInput, Stored, Stored, RequestQuery>({
  table: 'requests',
  noun: 'request',
  columns: {
    propertyId: 'property_id',
    tenancyId: 'tenancy_id',
    kind: 'kind',
    what: 'what',
    askedOn: 'asked_on',
    moreAskedOn: 'more_asked_on',
    repliedOn: 'replied_on',
    lastDay: 'last_day',
    answer: 'answer',
    answeredOn: 'answered_on',
    reason: nullableText('reason'),
  },
  computed: {
    tenancyKind: sql`(select kind from tenancies where tenancies.id = requests.tenancy_id)`,
    propertyPostcode: sql`(select zipcode from properties where properties.id = requests.property_id)`,
    propertyCountry: sql`(select country from properties where properties.id = requests.property_id)`,
  },
  orders: { newest: newestFirst },
  find: (q) => sql`app.find_requests(${q})`,
  filters: {
    propertyId: (id) => sql`property_id = ${id}::uuid`,
    tenancyId: (id) => sql`tenancy_id = ${id}::uuid`,
  },
});

/** Omits the last day where the law for pets does not apply, as for a lodger. */
function withLastDay({ tenancyKind, propertyPostcode, propertyCountry, ...request }: Stored, today: string): Request {
  const home = { kind: tenancyKind ?? '', propertyPostcode, propertyCountry };
  const applies = request.kind !== 'pet' || notAssured(home, '') === null;
  const { day, waiting } = applies ? answerBy(request, today) : { day: null, waiting: false };
  return { ...request, answerBy: day, waiting };
}

/** `today` returns the day in London. Saves throw `invalid_input` for a missing property or tenancy, or wrong days. */
export function requestTable(today: () => string) {
  const complete = completedTable(table, async (_, rows) => rows.map((row) => withLastDay(row, today())));
  return {
    ...complete,
    async add(db: UserDb, input: RequestInput): Promise<Request> {
      await assertValid(db, input, today());
      return complete.add(db, input);
    },
    async change(db: UserDb, args: Versioned & { input: RequestInput }): Promise<Request> {
      if (!(await table.get(db, args.id))) throw new AppError('not_found', { message: TEXTS.notFound });
      await assertValid(db, args.input, today());
      return complete.change(db, args);
    },
  };
}

async function assertValid(db: UserDb, input: RequestInput, today: string): Promise<void> {
  const fields = validateRequest(input, today);
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
  const { propertyId, tenancyId, kind } = input;
  const home = db.selectFrom('properties').select('id').where('id', '=', propertyId).forKeyShare();
  if (!(await home.executeTakeFirst()))
    throw invalidField('propertyId', 'This property no longer exists. Choose another.');
  if (tenancyId === null) {
    if (kind === 'pet' || kind === 'alteration')
      throw invalidField('tenancyId', 'Choose the tenancy of the tenant who asked');
    return;
  }
  const tenancy = db
    .selectFrom('tenancies')
    .select('id')
    .where('id', '=', tenancyId)
    .where('property_id', '=', propertyId);
  if (!(await tenancy.forKeyShare().executeTakeFirst()))
    throw invalidField('tenancyId', 'This tenancy no longer exists. Choose another.');
}

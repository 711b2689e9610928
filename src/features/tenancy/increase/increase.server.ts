import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { bedsLine } from '../../property/listed.ts';
import type { Property } from '../../property/property.ts';
import { recordOf } from '../tenancy.server.ts';
import type { IncreaseFacts } from './increase.ts';

const MAX_SIMILAR = 20;

type HomeFacts = Pick<Property, 'bedrooms' | 'propertyType'>;

/** `today` is the landlord's date. Throws `not_found`. */
export async function readIncreaseFacts(
  db: UserDb,
  { id, today }: { id: string; today: string },
): Promise<IncreaseFacts> {
  await recordOf(db, id);
  const { rows } = await sql<Omit<IncreaseFacts, 'kind'> & { home: HomeFacts | null }>`
    with own as (
      select p.id, p.type, p.bedrooms, concat_ws(', ', p.address, p.city, p.zipcode) as address from tenancies t join properties p on p.id = t.property_id where t.id = ${id}
    ), alike as (
      select t.id, t.names, t.property_name, (select m.amount from app.monthly_rents m where m.id = t.id) as rent,
        coalesce((select max(starts_on) from tenancy_rents where tenancy_id = t.id and starts_on <= ${today}::date), t.start_date) as since
      from own join properties p on p.type = own.type and p.bedrooms = own.bedrooms and p.id <> own.id
        join tenancies t on t.property_id = p.id
      where t.start_date <= ${today}::date and (t.ended_on is null or t.ended_on > ${today}::date)
      order by rent, t.id limit ${MAX_SIMILAR}
    )
    select (select name from profiles) as landlord, (select address from own),
      (select json_build_object('bedrooms', bedrooms, 'propertyType', type) from own) as home,
      coalesce((select json_agg(json_build_object('tenancyId', id, 'names', names, 'propertyName', property_name, 'since', since,
        'rentAMonth', (rent * 100)::bigint) order by rent, id) from alike), '[]') as "similar"`.execute(db);
  const { landlord, address, home, similar } = rows[0] as (typeof rows)[number];
  return { landlord, address, kind: home && bedsLine(home), similar };
}

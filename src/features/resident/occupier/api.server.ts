import { sql } from 'kysely';
import { byName, newestFirst, recordTable } from '../../../server/db/record-table.server.ts';
import { recordApi } from '../../../server/http/record-api.server.ts';
import type { NounParts } from '../../../server/noun-parts.server.ts';
import type { Services } from '../../../server/services.server.ts';
import { invalidField } from '../../../shared/app-error.ts';
import { Occupier, OccupierChange, OccupierInput, OccupierQuery, TEXTS } from './occupier.ts';

const table = recordTable<OccupierInput, Occupier, Occupier, OccupierQuery>({
  table: 'occupiers',
  noun: 'occupier',
  columns: { tenancyId: 'tenancy_id', name: 'name', movedIn: 'moved_in', movedOut: 'moved_out' },
  orders: { name: byName, newest: newestFirst },
  find: (q) => sql`app.find_occupiers(${q})`,
  filters: { tenancyId: (id) => sql`tenancy_id = ${id}::uuid` },
});

/** `add` throws `invalid_input` for a tenancy that has been deleted. */
export const occupierTable: typeof table = {
  ...table,
  add: async (db, input, also) => {
    const tenancy = db.selectFrom('tenancies').select('id').where('id', '=', input.tenancyId).forKeyShare();
    if (!(await tenancy.executeTakeFirst())) throw invalidField('tenancyId', TEXTS.noTenancy);
    return table.add(db, input, also);
  },
};

export function occupierApi(services: Services) {
  return recordApi(services, {
    path: '/api/occupiers',
    area: 'people',
    one: 'occupier',
    query: OccupierQuery,
    item: Occupier,
    record: Occupier,
    input: OccupierInput,
    change: OccupierChange,
    table: occupierTable,
    notFound: TEXTS.notFound,
    nameOf: ({ name }) => name,
  });
}

export const occupierParts = {
  id: 'occupiers',
  activity: { occupier: { icon: 'person' } },
  tables: { occupiers: 'Adults who live in a home without being its tenants.' },
} as const satisfies NounParts;

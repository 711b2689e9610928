import { sql } from 'kysely';
import { byName, newestFirst, penceColumn, recordTable } from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { lockTenancy, recordOf } from '../tenancy/tenancy.server.ts';
import type { TenancyRecord } from '../tenancy/tenancy.ts';
import type { Agent, AgentInput, AgentQuery, Collection } from './agent.ts';

export const agentTable = recordTable<AgentInput, Agent, Agent, AgentQuery>({
  table: 'agents',
  noun: 'agent',
  columns: {
    name: 'name',
    feePercent: { column: 'fee_percent', read: sql`fee_percent::float8`, write: (percent) => percent },
    feeFixed: penceColumn('fee_fixed'),
    vat: 'vat',
  },
  computed: { tenancies: sql`(select count(*) from tenancies t where t.agent_id = agents.id)` },
  orders: { name: byName, newest: newestFirst },
  find: (q) => sql`app.find_agents(${q})`,
});

/** Sets who collects a tenancy's rent. Throws `not_found`, and `invalid_input` for a missing agent. */
export async function setCollection(
  db: UserDb,
  { id, agentId, autoMatch }: Collection & { id: string },
): Promise<TenancyRecord> {
  if (agentId) {
    const { rows } = await sql`select id from agents where id = ${agentId} for key share`.execute(db);
    if (rows.length === 0)
      throw new AppError('invalid_input', {
        fields: { agentId: 'This agent no longer exists. Choose another.' },
      });
  }
  await lockTenancy(db, id);
  await db.updateTable('tenancies').set({ agent_id: agentId, auto_match: autoMatch }).where('id', '=', id).execute();
  return recordOf(db, id);
}

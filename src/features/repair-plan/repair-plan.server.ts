import { sql } from 'kysely';
import { byName, newestFirst, recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { TEXTS } from './listed.ts';
import { type Plan, type PlanInput, type PlanQuery, validatePlan } from './repair-plan.ts';

const table = recordTable<PlanInput, Plan, Plan, PlanQuery>({
  table: 'repair_plans',
  noun: 'repair plan',
  columns: {
    propertyId: 'property_id',
    title: 'title',
    category: 'category',
    deadlineKind: 'deadline_kind',
    everyMonths: 'every_months',
    nextOn: 'next_on',
    supplierId: 'supplier_id',
    description: 'description',
    paused: 'paused',
  },
  computed: {
    address: sql`(select p.address || ', ' || p.city from properties p where p.id = repair_plans.property_id)`,
    supplier: sql`(select s.name from suppliers s where s.id = repair_plans.supplier_id)`,
    lastRepair: sql`(select json_build_object('id', r.id, 'number', r.number, 'open', r.state <> all ('{closed,declined,cancelled}'))
      from repairs r where r.plan_id = repair_plans.id order by r.number desc limit 1)`,
  },
  orders: { name: { ...byName, key: 'title' }, newest: newestFirst },
  find: (q) => sql`app.find_repair_plans(${q})`,
  filters: { propertyId: (id) => sql`property_id = ${id}::uuid` },
});

async function assertValid(db: UserDb, input: PlanInput): Promise<void> {
  const fields = validatePlan(input);
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
  const { propertyId, supplierId } = input;
  const home = db.selectFrom('properties').select('id').where('id', '=', propertyId).forKeyShare();
  if (!(await home.executeTakeFirst()))
    throw invalidField('propertyId', 'This property no longer exists. Choose another.');
  const supplier = db.selectFrom('suppliers').select('id').where('id', '=', supplierId).forKeyShare();
  if (supplierId && !(await supplier.executeTakeFirst()))
    throw invalidField('supplierId', 'This supplier no longer exists. Choose another.');
}

/** Saves throw `invalid_input` for a missing property or supplier, or without either a first day or a deadline. */
export const planTable = {
  ...table,
  async add(db: UserDb, input: PlanInput): Promise<Plan> {
    await assertValid(db, input);
    return table.add(db, input);
  },
  async change(db: UserDb, args: Versioned & { input: PlanInput }): Promise<Plan> {
    if (!(await table.get(db, args.id))) throw new AppError('not_found', { message: TEXTS.notFound });
    await assertValid(db, args.input);
    return table.change(db, args);
  },
};

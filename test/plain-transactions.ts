/** A landlord's transactions by looking at every row: what lists, sums and cards have to say. */
import { daysOf } from '../src/features/transaction/period.ts';
import { query } from './database.ts';
import { server } from './server.ts';

/** Pence without a sign; the status as it is shown. */
type PlainTransaction = Record<'id' | 'type' | 'category' | 'status' | 'day', string> & { pence: number };

/** As the API takes them. */
export type Asked = Partial<Record<'q' | 'category' | 'status' | 'propertyId' | 'from' | 'to' | 'sort', string>>;

/** Texts are ASCII here: src/shared/fold.test.ts has the others. */
export async function plainTransactions({ id }: { id: string }, asked: Asked = {}): Promise<PlainTransaction[]> {
  const { q = '', category = '', status = '', propertyId = '', from = '', to = '', sort = 'recent' } = asked;
  return query<PlainTransaction>(
    server.database,
    `select t.id, t.type, t.category, shown.status, t.date::text as day, (abs(t.amount) * 100)::float8 as pence
     from transactions t left join properties p on p.id = t.property_id
       cross join (select app.today() as today) clock
       cross join lateral (select case
         when t.status = 'completed' then 'completed' when t.date < today then 'overdue' else 'pending' end as status) shown
     where t.user_id = $1
       and ($2 = '' or exists (
         select from unnest(array[concat_ws(' ', t.description, t.reference, t.property_address), p.address || ' ' || p.city,
           case t.category when 'rent' then 'Rent Payments' when 'tax' then 'Taxes' else t.category end]) field
         where (select bool_and(strpos(' ' || lower(replace(field, ',', ' ')), word) > 0)
           from unnest((select app.search_words($2))::text[]) word))
         or $2 in (abs(t.amount)::text, to_char(t.date, 'DD Mon'), to_char(t.date, 'DD/MM/YYYY')))
       and ($3 = '' and t.category <> 'personal' or t.category = any(string_to_array($3, ',')))
       and ($4 = '' or $4 = shown.status)
       and ($5 = '' or coalesce(t.property_id::text, 'none') = $5)
       and ($7 = '' or t.date::text >= $7) and ($8 = '' or t.date::text <= $8)
     order by case $6 when 'recent' then t.date - date '1990-01-01' when 'oldest' then date '1990-01-01' - t.date
                      when 'highest' then abs(t.amount) else -abs(t.amount) end desc,
       case when $6 in ('recent', 'highest') then t.id end desc, t.id`,
    [id, q, category, status, propertyId, sort, from, to],
  );
}

const isCounted = ({ category }: PlainTransaction) => !['deposit', 'transfer', 'personal'].includes(category);

/** Count and sums of some of them. */
export function plainTotals(rows: readonly PlainTransaction[]) {
  const sum = (type: string) =>
    rows.filter(isCounted).reduce((all, row) => all + (row.type === type ? row.pence : 0), 0);
  return { count: rows.length, income: sum('income'), expenses: sum('expense') };
}

/** The four cards of them, on this day, where so many are kept apart as not for the lets. */
export function plainSummary(rows: readonly PlainTransaction[], personal: number, today: string) {
  const owed = (status: string) => {
    const those = rows.filter((row) => row.status === status);
    const amount = those.reduce((sum, { pence }) => sum + pence, 0);
    return { count: those.length, amount, day: those.map(({ day }) => day).sort()[0] ?? null };
  };
  const month = (from: string, to: string) => {
    const those = rows.filter((row) => isCounted(row) && row.day >= from && row.day <= to);
    const of = (type: string) => {
      const typed = those.filter((row) => row.type === type);
      return typed.length === 0 ? null : typed.reduce((sum, { pence }) => sum + pence, 0);
    };
    return { income: of('income'), expenses: of('expense') };
  };
  const { from, to } = daysOf('last-month', today);
  const same = `${from.slice(0, 8)}${today.slice(8)}`;
  return {
    ...plainTotals(rows),
    thisMonth: month(`${today.slice(0, 8)}01`, today),
    lastMonth: month(from, same < to ? same : to),
    pending: owed('pending'),
    overdue: owed('overdue'),
    categories: [...new Set([...rows.map(({ category }) => category), ...(personal > 0 ? ['personal'] : [])])].sort(),
    personal,
  };
}

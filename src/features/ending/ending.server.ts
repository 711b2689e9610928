import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { formatPence } from '../../shared/money.ts';
import { deductFromDeposit } from '../rent/payments/payments.server.ts';
import { changeTenancy, lockTenancy, lockTenants, recordOf } from '../tenancy/tenancy.server.ts';
import { TenancyChange, type TenancyRecord } from '../tenancy/tenancy.ts';
import { validateProperty } from '../transaction/transaction.server.ts';
import { type EndInput, hasDeposit } from './ending.ts';

type Ending = { id: string; input: EndInput; today: string };

/**
 * Ends a tenancy: moves its tenants out and settles its deposit. Throws `not_found`, `conflict` if it has already ended
 * or has no deposit to settle, or `invalid_input` for an impossible date or deductions above the deposit. `today` is
 * the landlord's date.
 */
export async function endTenancy(db: UserDb, { id, input, today }: Ending): Promise<TenancyRecord> {
  // Locks property, tenants and tenancy in the same order as every save, to avoid deadlock.
  await validateProperty(db, await recordOf(db, id));
  await lockTenants(db, [id]);
  const tenancy = await lockTenancy(db, id);
  const { ended, returned, forRent, forDamage, reason } = input;
  const deductions = forRent + forDamage;
  if (tenancy.ended !== null || (returned !== null && !hasDeposit(tenancy))) throw new AppError('conflict');
  if (ended <= tenancy.start) throw invalidField('ended', 'Enter a date after the tenancy started');
  if (returned !== null && returned > today) throw invalidField('returned', 'Enter a date up to today');
  if (deductions > tenancy.depositAmount)
    throw invalidField(
      forRent > tenancy.depositAmount ? 'forRent' : 'forDamage',
      tooMuch(input, tenancy.depositAmount),
    );
  const settled = returned === null ? {} : { depositReturned: returned, depositDeductions: deductions };
  const change = { ...TenancyChange.parse(tenancy), ended, ...settled };
  const after = await changeTenancy(db, { id, version: tenancy.version, input: change, today });
  for (const [towards, amount] of [
    ['owed', forRent],
    ['other', forDamage],
  ] as const)
    if (returned !== null && amount > 0)
      await deductFromDeposit(db, { tenancy: after, deduction: { towards, reason, amount, date: returned }, today });
  return recordOf(db, id);
}

function tooMuch({ forRent, forDamage }: EndInput, deposit: number): string {
  return Math.max(forRent, forDamage) > deposit
    ? `The deposit is ${formatPence(deposit)}. Enter that amount or less.`
    : `The two amounts together are more than the deposit of ${formatPence(deposit)}. Reduce one of them.`;
}

import { describe, expect, it } from 'vitest';
import { addMonths } from '../../shared/dates.ts';
import { PropertyInput } from '../property/property.ts';
import { SupplierInput } from '../supplier/supplier.ts';
import { LEASE_STATES, leaseState } from '../tenant/lease.ts';
import { TenantInput } from '../tenant/tenant.ts';
import { TransactionInput } from '../transaction/transaction.ts';
import { samplePortfolio } from './portfolio.ts';

const ID = '7fffffff-0000-4000-8000-000000000000';
const DRAMA = /^(?:07700 900\d{3}|01632 960 ?\d{3}|011[3-8] 496 0\d{3}|0151 496 0\d{3}|020 7946 0\d{3})$/;

describe.each(['2026-11-22', '2028-02-29', '2027-01-01'])('the sample portfolio of %s', (today) => {
  const { properties, suppliers, tenants, transactions, ledgers } = samplePortfolio(today);

  it('is valid API input', () => {
    for (const property of properties) expect(PropertyInput.safeParse(property).error).toBeUndefined();
    for (const supplier of suppliers) expect(SupplierInput.safeParse(supplier).error).toBeUndefined();
    for (const tenant of tenants) expect(TenantInput.safeParse({ ...tenant, propertyId: ID }).error).toBeUndefined();
    for (const transaction of transactions) expect(TransactionInput.safeParse(transaction).error).toBeUndefined();
  });

  it('has twelve homes, and tenants and certificates in every state', () => {
    expect(properties).toHaveLength(12);
    const lease = tenants.map(({ leaseStart, leaseEnd = null, movedOut = null }) =>
      leaseState({ leaseStart, leaseEnd, movedOut }, today),
    );
    expect(new Set(lease)).toEqual(new Set(LEASE_STATES));
    const ends = properties.flatMap(({ certificates = [] }) =>
      certificates.map(({ expirationDate }) => expirationDate ?? ''),
    );
    expect(ends.some((day) => day < today)).toBe(true);
    expect(ends.some((day) => day >= today && day < addMonths(today, 1))).toBe(true);
    expect(ends.some((day) => day > addMonths(today, 3))).toBe(true);
    expect(properties.some(({ certificates = [] }) => certificates.length < 3)).toBe(true);
    expect(new Set(suppliers.map(({ serviceType }) => serviceType)).size).toBe(suppliers.length);
  });

  it('has two years of transactions, with a few unpaid', () => {
    const paid = transactions.filter(({ status }) => status !== 'pending');
    const months = new Set(paid.map(({ date }) => date.slice(0, 7)));
    expect(months.size).toBeGreaterThanOrEqual(23);
    expect(paid.every(({ date }) => date <= today && date >= addMonths(today, -24))).toBe(true);
    const due = transactions.filter(({ status }) => status === 'pending').map(({ date }) => date < today);
    expect(due).toEqual(expect.arrayContaining([true, false]));
  });

  it('leaves no pennies when rent is paid every four weeks', () => {
    const [ledger, ...others] = ledgers.filter(({ names }) => names.includes('Niamh Byrne'));
    const paid = ledger?.payments.map(({ amount }) => amount) ?? [];
    expect(others).toEqual([]);
    expect(paid.length).toBeGreaterThanOrEqual(13);
    expect(new Set(paid)).toEqual(new Set([72_000]));
  });

  it('contains no real email addresses or phone numbers', () => {
    for (const { email, phone } of [...tenants, ...suppliers]) {
      expect(email).toMatch(/\.example$/);
      expect(phone).toMatch(DRAMA);
    }
  });
});

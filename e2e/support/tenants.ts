import { expect, type Locator, type Page } from '@playwright/test';
import type { z } from 'zod';
import { type TenantChange, type TenantInput, TenantRecord } from '../../src/features/tenant/tenant.ts';
import { newTenant } from '../../test/fixtures/make.ts';
import { type Landlord, sent } from './landlords.ts';

type Given = Partial<z.input<typeof TenantInput>>;

/** Adds a tenant, by default to a new property. */
export async function addsTenant(landlord: Landlord, overrides: Given = {}): Promise<TenantRecord> {
  const { page, origin } = landlord;
  const propertyId = overrides.propertyId ?? (await landlord.adds()).id;
  const data = newTenant({ ...overrides, propertyId });
  return TenantRecord.parse(await sent(page.request.post('/api/tenants', { data, headers: { origin } })));
}

/** Changes the given version, which may be stale. */
export async function changesTenant(
  { page, origin }: Landlord,
  { id, version, ...before }: TenantRecord,
  overrides: Given,
): Promise<TenantRecord> {
  const headers = { origin, 'if-match': `"${version}"` };
  const data = { ...inputOf(before), ...overrides };
  return TenantRecord.parse(await sent(page.request.put(`/api/tenants/${id}`, { data, headers })));
}

type Before = Omit<TenantRecord, 'id' | 'version'>;

function inputOf({ propertyName: _, property: __, periodicDeclined: ___, dateAdded: ____, ...input }: Before) {
  return input;
}

/** Records a move-out, or that the tenancy continues. */
export async function settlesTenant(
  { page, origin }: Landlord,
  { id, version }: TenantRecord,
  data: TenantChange,
): Promise<TenantRecord> {
  const headers = { origin, 'if-match': `"${version}"` };
  return TenantRecord.parse(await sent(page.request.patch(`/api/tenants/${id}`, { data, headers })));
}

export async function tenantNow({ page }: Landlord, { id }: { id: string }): Promise<TenantRecord> {
  return TenantRecord.parse(await sent(page.request.get(`/api/tenants/${id}`)));
}

/** Values as typed: rents like '£1,200.50', dates like 'YYYY-MM-DD'. */
export type TenantFormValues = {
  name: string;
  email: string;
  phone: string;
  home: string;
  rent: string;
  deposit: string;
};

const DEFAULTS: Omit<TenantFormValues, 'home'> = {
  name: 'Ada Lovelace',
  email: 'ada@lovelace.example',
  phone: '07700 900417',
  rent: '1,200',
  deposit: '1,384.61',
};

export const field = (page: Page, label: string): Locator => page.getByRole('form').getByLabel(label, { exact: true });

export const saveButton = (page: Page): Locator => page.getByRole('region', { name: 'Save' }).getByRole('button');

/** `home` is typed into the search, whose first result is chosen. */
export async function fillInTenant(page: Page, overrides: Partial<TenantFormValues> = {}): Promise<void> {
  const { name, email, phone, home, rent, deposit } = { ...DEFAULTS, ...overrides };
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill(email);
  await field(page, 'Phone').fill(phone);
  await field(page, 'Rent Amount per month').fill(rent);
  await field(page, 'Security Deposit').fill(deposit);
  if (home === undefined) return;
  await field(page, 'Property').fill(home);
  await page.getByRole('option').filter({ hasText: home }).first().click();
  await expect(field(page, 'Property')).toHaveValue(new RegExp(`${home}, `));
}

/** Finds a tenant in the list, which has cards on phones and rows in the table. */
export const card = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
export const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

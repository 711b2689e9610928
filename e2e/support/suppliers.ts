import type { Locator, Page } from '@playwright/test';
import type { z } from 'zod';
import { SupplierInput, SupplierRecord } from '../../src/features/supplier/supplier.ts';
import { newSupplier } from '../../test/fixtures/make.ts';
import { field } from './form.ts';
import { type Landlord, sent } from './landlords.ts';

type Given = Partial<z.input<typeof SupplierInput>>;

export async function addsSupplier({ page, origin }: Landlord, overrides: Given = {}): Promise<SupplierRecord> {
  const data = newSupplier(overrides);
  return SupplierRecord.parse(await sent(page.request.post('/api/suppliers', { data, headers: { origin } })));
}

/** Changes the given version, which may be stale. */
export async function changesSupplier(
  { page, origin }: Landlord,
  before: SupplierRecord,
  overrides: Given,
): Promise<SupplierRecord> {
  const headers = { origin, 'if-match': `"${before.version}"` };
  const data = { ...SupplierInput.parse(before), ...overrides };
  return SupplierRecord.parse(await sent(page.request.put(`/api/suppliers/${before.id}`, { data, headers })));
}

export async function supplierNow({ page }: Landlord, { id }: { id: string }): Promise<SupplierRecord> {
  return SupplierRecord.parse(await sent(page.request.get(`/api/suppliers/${id}`)));
}

export async function suppliersOf({ page }: Landlord): Promise<number> {
  return Number((await sent(page.request.get('/api/suppliers?limit=1'))).total);
}

export type SupplierFormValues = {
  name: string;
  serviceType: string;
  contactPerson: string;
  email: string;
  phone: string;
  website: string;
  address: string;
  notes: string;
};

const DEFAULTS: SupplierFormValues = {
  name: 'Harbour Plumbing Ltd',
  serviceType: 'Plumbing',
  contactPerson: 'Mary Pike',
  email: 'office@harbour-plumbing.example',
  phone: '0117 496 0123',
  website: 'harbour-plumbing.example',
  address: '3 Dock Road, Bristol BS1 4RB',
  notes: '',
};

export async function fillInSupplier(page: Page, overrides: Partial<SupplierFormValues> = {}): Promise<void> {
  const typed = { ...DEFAULTS, ...overrides };
  await field(page, 'Company Name').fill(typed.name);
  await field(page, 'Service Type').selectOption(typed.serviceType);
  await field(page, 'Contact Person').fill(typed.contactPerson);
  await field(page, 'Email').fill(typed.email);
  await field(page, 'Phone').fill(typed.phone);
  await field(page, 'Website').fill(typed.website);
  await field(page, 'Address').fill(typed.address);
  await field(page, 'Notes').fill(typed.notes);
}

export function linkField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Link a property' });
}

export async function linksProperty(page: Page, address: string): Promise<void> {
  await linkField(page).fill(address);
  await page.getByRole('option').filter({ hasText: address }).first().click();
  await linked(page).getByText(address).waitFor();
}

export function linked(page: Page): Locator {
  return page.getByRole('list', { name: 'Properties Serviced' });
}

export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export const saveButton = (page: Page): Locator => part(page, 'Save').getByRole('button');

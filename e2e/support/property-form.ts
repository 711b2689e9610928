import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { Property, PropertyRecord } from '../../src/features/property/property.ts';

const DEFAULTS = {
  address: '14 Chandos Terrace',
  city: 'Bristol',
  postalCode: 'BS6 6QJ',
  type: 'Terraced',
  bedrooms: '3',
  bathrooms: '1',
  rent: '1,450',
  description: '',
};

export async function fillInProperty(page: Page, overrides: Partial<typeof DEFAULTS> = {}): Promise<void> {
  const { address, city, postalCode, type, bedrooms, bathrooms, rent, description } = { ...DEFAULTS, ...overrides };
  const form = page.getByRole('form');
  await form.getByLabel('Address', { exact: true }).fill(address);
  await form.getByLabel('City').fill(city);
  await form.getByLabel('Postcode').fill(postalCode);
  await form.getByLabel('Property type').selectOption(type);
  await form.getByLabel('Bedrooms').fill(bedrooms);
  await form.getByLabel('Bathrooms').fill(bathrooms);
  await form.getByLabel('Rent per month').fill(rent);
  await form.getByLabel(/^Description/).fill(description);
}

export type FormTabName = 'Basic Details' | 'Keys' | 'Guarantor' | 'Certificates' | 'Compliance' | 'Invoices';

export async function openTab(page: Page, name: FormTabName): Promise<Locator> {
  await page.getByRole('tab', { name }).click();
  return page.getByRole('tabpanel', { name });
}

/** Returns a certificate, invoice or compliance item of the form by its summary. */
export function rowOf(panel: Locator, words: string): Locator {
  return panel.getByRole('listitem').filter({ has: panel.page().locator('summary', { hasText: words }) });
}

export async function openRow(panel: Locator, words: string): Promise<Locator> {
  const row = rowOf(panel, words);
  await row.locator('summary').click();
  await expect(row.locator('details')).toHaveAttribute('open', '');
  return row;
}

/** Adds a certificate, and types its name as soon as the field has the focus. */
export async function addCertificate(panel: Locator, name: string): Promise<void> {
  await panel.getByRole('button', { name: 'Add Certificate' }).click();
  await expect(panel.getByLabel('Certificate name').last()).toBeFocused();
  await panel.page().keyboard.type(name);
}

export function saveButton(page: Page): Locator {
  return page.getByRole('region', { name: 'Save' }).getByRole('button');
}

export async function recordOf(page: Page, id: string): Promise<PropertyRecord> {
  return PropertyRecord.parse(await (await page.request.get(`/api/properties/${id}`)).json());
}

export async function newestRecord(page: Page): Promise<PropertyRecord> {
  const answer = await page.request.get('/api/properties?limit=1');
  const { items } = Newest.parse(await answer.json());
  return recordOf(page, items[0].id);
}
const Newest = z.object({ items: z.tuple([Property]) });

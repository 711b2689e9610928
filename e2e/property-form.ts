/** The form of a property, filled in as a landlord would. */
import type { Page } from '@playwright/test';

/** As typed: a rent is '£1,200.50'. */
export type Typed = {
  address: string;
  city: string;
  postalCode: string;
  type: string;
  bedrooms: string;
  bathrooms: string;
  rent: string;
  description: string;
};

const USUAL: Typed = {
  address: '14 Chandos Terrace',
  city: 'Bristol',
  postalCode: 'BS6 6QJ',
  type: 'Terraced',
  bedrooms: '3',
  bathrooms: '1',
  rent: '1,450',
  description: '',
};

/** A test names only what it is about. */
export async function fillInProperty(page: Page, given: Partial<Typed> = {}): Promise<void> {
  const { address, city, postalCode, type, bedrooms, bathrooms, rent, description } = { ...USUAL, ...given };
  const form = page.getByRole('form');
  await form.getByLabel('Address').fill(address);
  await form.getByLabel('City').fill(city);
  await form.getByLabel('Postal Code').fill(postalCode);
  await form.getByLabel('Property Type').selectOption(type);
  await form.getByLabel('Bedrooms').fill(bedrooms);
  await form.getByLabel('Bathrooms').fill(bathrooms);
  await form.getByLabel('Rent per month').fill(rent);
  await form.getByLabel(/^Description/).fill(description);
}

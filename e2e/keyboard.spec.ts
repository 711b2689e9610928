/** The first day of a landlord who has no mouse. */
import { expect, type Locator } from '@playwright/test';
import { newPerson } from '../test/make.ts';
import { test } from './journey.ts';
import { type Keyboard, keyboardOf } from './keyboard.ts';
import { expectRefused, expectSaid, title } from './words.ts';

test('a landlord signs up, adds a property, finds it, signs out and in by keyboard alone, and a second landlord sees none of it', async ({
  page,
  anotherLandlord,
  expectConsoleError,
}) => {
  test.slow(); // each key is a step
  const person = newPerson({ name: 'Hannah Okafor' });
  const keyboard = keyboardOf(page);

  await page.goto('/');
  await keyboard.press(page.getByRole('main').getByRole('link', { name: 'Start Free Trial' }).first());
  await expect(title(page, 'Start Your Free Trial')).toBeVisible();
  await keyboard.fill(page.getByLabel('Name'), person.name);
  await keyboard.fill(page.getByLabel('Email'), person.email);
  await keyboard.fill(page.getByLabel('Password', { exact: true }), person.password);
  await keyboard.to(page.getByRole('checkbox', { name: /I accept the terms/ }));
  await keyboard.keys('Space');
  await keyboard.press(page.getByRole('button', { name: 'Start Free Trial' }));

  await expectSaid(page, 'Account created! Your 7-day free trial has started.');
  await expect(title(page, 'Dashboard')).toBeFocused();
  await keyboard.press(page.getByRole('link', { name: 'Add your first property' }));

  await expect(title(page, 'Add New Property')).toBeFocused();
  await fillInProperty(keyboard, page.getByRole('form'));
  await keyboard.press(page.getByRole('button', { name: 'Add Property' }));

  await expectSaid(page, 'Property added successfully!');
  await expect(title(page, 'Properties')).toBeFocused();
  await expect(page.getByText('1 Property', { exact: true })).toBeVisible();
  await keyboard.fill(page.getByRole('searchbox', { name: 'Search properties' }), 'chandos');
  await expect(page).toHaveURL('/dashboard/properties?q=chandos');
  await keyboard.press(page.getByRole('link', { name: '14 Chandos Terrace', exact: true }));

  await expect(title(page, '14 Chandos Terrace')).toBeFocused();
  await expect(page.getByText('£1,200.50 per month')).toBeVisible();
  const itsAddress = page.url();

  await keyboard.press(page.getByRole('button', { name: 'Account of Hannah Okafor' }));
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await keyboard.keys('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await keyboard.keys('Enter');

  await expect(page).toHaveURL('/');
  await keyboard.press(page.getByRole('banner').getByRole('link', { name: 'Log in' }));
  await expect(title(page, 'Welcome back')).toBeVisible();
  await keyboard.fill(page.getByLabel('Email'), person.email);
  await keyboard.fill(page.getByLabel('Password', { exact: true }), person.password);
  await keyboard.keys('Enter');
  await expectSaid(page, 'Login successful!');
  await expect(title(page, 'Dashboard')).toBeFocused();
  await expect(page.getByRole('link', { name: /Total Properties/ })).toContainText('1');

  const { page: second } = await anotherLandlord();
  await second.goto('/dashboard/properties');
  await expect(second.getByRole('heading', { name: 'No properties found' })).toBeVisible();
  await second.goto('/dashboard/properties?q=chandos');
  await expect(second.getByText('Nothing matches your search and filters.')).toBeVisible();
  expectConsoleError(/status of 404/);
  for (const address of [itsAddress, itsAddress.replace('/properties/', '/properties/edit/')]) {
    await second.goto(address);
    await expectRefused(second, 'Property not found');
    await expect(second).toHaveURL('/dashboard/properties');
    await expect(second.getByText('Chandos')).toBeHidden();
  }
});

async function fillInProperty(keyboard: Keyboard, form: Locator): Promise<void> {
  await keyboard.fill(form.getByLabel('Address', { exact: true }), '14 Chandos Terrace');
  await keyboard.fill(form.getByLabel('City'), 'Bristol');
  await keyboard.fill(form.getByLabel('Postal Code'), 'BS6 6QJ');
  await keyboard.to(form.getByLabel('Property Type'));
  await keyboard.keys('T');
  await keyboard.fill(form.getByLabel('Bedrooms'), '3');
  await keyboard.fill(form.getByLabel('Bathrooms'), '1');
  await keyboard.fill(form.getByLabel('Rent per month'), '£1,200.50');
}

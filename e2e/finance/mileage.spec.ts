import { expect } from '@playwright/test';
import { dismissAll, expectToast, title } from '../support/copy.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';

test('adds a journey by keyboard, repeats it, and finds both in box 29', async ({ page, landlord: _ }) => {
  const keyboard = keyboardOf(page);
  await page.setViewportSize({ width: 375, height: 800 });

  await test.step('refuses fuel, which the mileage covers', async () => {
    await page.goto('/dashboard/tax/mileage');
    await page.getByRole('link', { name: 'Add a journey' }).first().click();
    await page.getByLabel('From').fill('Home');
    await page.getByLabel('To', { exact: true }).fill('2 Mill Lane');
    await page.getByLabel('Miles', { exact: true }).fill('20');
    await page.getByLabel('Return journey').check();
    await page.getByLabel('Purpose').fill('Inspection');
    await page.getByRole('combobox', { name: 'Vehicle', exact: true }).selectOption('Car');
    await page.getByRole('combobox', { name: 'Extra cost (optional)' }).selectOption('Fuel');
    await page.getByLabel('Extra cost amount').fill('60');
    await keyboard.press(page.getByRole('button', { name: 'Add Journey' }));
    await expect(page.getByText(/^Mileage already covers the fuel of this vehicle/).first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Extra cost (optional)' }).selectOption('Parking');
    await page.getByLabel('Extra cost amount').fill('8.50');
    await keyboard.press(page.getByRole('button', { name: 'Add Journey' }));
    await expectToast(page, 'Journey added successfully!');
    await dismissAll(page);
  });

  await test.step('repeats it, and remembers the vehicle', async () => {
    await expect(title(page, 'Mileage')).toBeVisible();
    await keyboard.press(page.getByRole('button', { name: 'Repeat today: Home to 2 Mill Lane' }));
    await expectToast(page, 'Journey added for today');
    await expect(page.getByText(/80 miles and £52.50 in/)).toBeVisible();
    await dismissAll(page);
    await page.goto('/dashboard/tax/mileage/add');
    await expect(page.getByRole('combobox', { name: 'Vehicle', exact: true })).toHaveValue('car');
  });

  await test.step('uses 45p, and shows mileage within box 29', async () => {
    await page.goto('/dashboard/tax/mileage');
    await keyboard.press(page.getByRole('button', { name: 'Use 45p' }));
    await expect(page.getByText(/80 miles and £44.50 in/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use 45p' })).toBeHidden();
    await page.goto('/dashboard/tax');
    await keyboard.press(page.getByRole('button', { name: /^Box 29/ }));
    await page.getByRole('link', { name: '2 journeys' }).click();
    await expect(title(page, 'Mileage')).toBeVisible();
  });
});

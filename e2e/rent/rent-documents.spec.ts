import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { addMonths, londonDay } from '../../src/shared/dates.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

const first = () => `${londonDay(new Date()).slice(0, 8)}01`;

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('downloads a statement as PDF and CSV, a receipt, and both lists of the Rent page', async ({ page, landlord }) => {
  const keyboard = keyboardOf(page);
  const start = addMonths(first(), -1);
  const names = ['Łukasz O’Brien'];
  const tenancy = await addsTenancy(landlord, { names, address: '8 Ash Grove', start, paid: [[start, 100_000]] });
  await page.goto(`/dashboard/tenancies/${tenancy.id}`);

  await test.step('downloads a statement for any period', async () => {
    const dialog = page.getByRole('dialog', { name: 'Rent statement' });
    const download = dialog.getByRole('button', { name: 'Download' });
    await keyboard.press(page.getByRole('button', { name: 'Statement' }));
    const pdf = await downloaded(page, () => keyboard.press(download));
    expect(pdf.name).toMatch(new RegExp(`^tenure-rent-statement-${start}-to-.+\\.pdf$`));
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
    await expect(dialog).toBeHidden();
    await keyboard.press(page.getByRole('button', { name: 'Statement' }));
    await dialog.getByLabel('First day').fill('2100-01-01');
    await dialog.getByLabel('First day').press('Tab');
    await expect(dialog.getByLabel('First day')).toHaveAccessibleDescription('Enter a date before the last day');
    await expect(download).toBeDisabled();
    await dialog.getByLabel('First day').fill(start);
    await dialog.getByRole('radio', { name: /CSV/ }).check();
    const csv = await downloaded(page, () => download.click());
    expect(csv.text).toContain('Tenant,Łukasz O’Brien');
    expect(csv.text).toMatch(/,Total,,2400\.00,1000\.00,1400\.00\r\n$/);
  });

  await test.step('downloads a receipt for a payment', async () => {
    await keyboard.press(page.getByRole('button', { name: /^Actions, Payment/ }));
    const receipt = await downloaded(page, () => page.getByRole('menuitem', { name: 'Receipt' }).click());
    expect(receipt.name).toBe(`tenure-rent-receipt-${start}.pdf`);
  });

  await test.step('exports the month and the arrears as shown', async () => {
    await page.goto('/dashboard/rent');
    const month = await downloaded(page, () =>
      keyboard.press(page.getByRole('button', { name: 'Export rent for the month' })),
    );
    expect(month.name).toBe(`tenure-rent-${first().slice(0, 7)}.csv`);
    expect(month.text.split('\r\n')).toHaveLength(3);
    const arrears = await downloaded(page, () => keyboard.press(page.getByRole('button', { name: 'Export arrears' })));
    expect(arrears.text).toContain('Łukasz O’Brien,"8 Ash Grove');
    expect(arrears.text).toContain(',1400.00,0.00,');
  });

  await test.step('prepares an increase by the rules, and schedules the new rent', async () => {
    await page.goto(`/dashboard/tenancies/${tenancy.id}`);
    const rent = page.getByRole('region', { name: 'Rent', exact: true });
    await rent.getByText('Earliest date for an increase').click();
    await keyboard.press(rent.getByRole('button', { name: 'Prepare an increase' }));
    const dialog = page.getByRole('dialog', { name: 'Prepare a rent increase' });
    await expect(dialog.getByRole('region', { name: 'Your similar properties' })).toContainText(
      'no similar properties',
    );
    await dialog.getByLabel('New rent per month').fill('1250');
    await expect(dialog.getByRole('region', { name: 'Details for Form 4A' })).toContainText('£1,250.00 monthly');
    const submit = dialog.getByRole('button', { name: /^Save new rent from 01 / });
    await dialog.getByRole('heading', { name: 'Prepare a rent increase' }).hover();
    await expect(submit, 'while its long content is at the top').toBeInViewport({ ratio: 1 });
    await submit.click();
    await expect(dialog).toBeHidden();
    await expect(rent).toContainText('Not started yet');
    await expect(rent).toContainText('£1,250.00');
  });
});

test('applies no English rules in Wales, and no assured-tenancy rules to a lodger', async ({ page, landlord }) => {
  const start = addMonths(first(), -1);
  const terms = { names: ['Gwen Price'], start, depositReceived: start, lateInterest: true };
  const wales = await addsTenancy(landlord, { ...terms, address: '8 Heol Fawr', postalCode: 'CF10 3ND' });
  const lodger = await addsTenancy(landlord, { ...terms, address: '8 Ash Grove', kind: 'lodger' });
  const notice = page.getByText('This home is in Wales. Tenure only covers the rules in England.');
  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const rules = page.getByText(/In England|section 13|Day \d+ of 30|Interest you could add/);

  await page.goto(`/dashboard/tenancies/${wales.id}`);
  await expect(card('Rent')).toContainText('This home is in Wales');
  await expect(card('Deposit')).toContainText('This home is in Wales');
  // The notice is next to the amount owed, and in both cards.
  await expect(notice).toHaveCount(3);
  await expect(rules).toHaveCount(0);

  await page.goto(`/dashboard/tenancies/${lodger.id}`);
  await expect(
    page.getByText('Ground 8 is for assured tenancies in England, which a lodger does not have.'),
  ).toBeVisible();
  await expect(card('Rent')).toContainText(
    'Section 13 is for assured tenancies in England, which a lodger does not have.',
  );
  await expect(card('Deposit')).toContainText(
    'The 30-day rule is for assured tenancies in England, which a lodger does not have.',
  );
  await expect(card('Rent').getByText('Earliest date for an increase')).toHaveCount(0);
});

/** Rules and rights are tested in src/features/document. */
import { expect } from '@playwright/test';
import { LAYOUTS, pdf } from '../../test/fixtures/pdfs.ts';
import { PDF } from '../../test/fixtures/uploads.ts';
import { dayFromNow } from '../support/days.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { test } from '../support/test.ts';
import { drag } from '../support/upload-field.ts';

test('adds two files with proposals, links a known one, and adds a version, by keyboard at 320 px', async ({
  page,
  landlord,
}) => {
  const property = await landlord.adds({ address: '31 Cotham Vale', postalCode: 'BS6 6HS' });
  const gas = await pdf(
    (doc) => void doc.text('Landlord Gas Safety Record').text('31 Cotham Vale, BS6 6HS').text('Boiler: safe to use'),
  );
  const bill = await pdf(LAYOUTS.shop({ supplier: 'Harbour Plumbing Ltd', date: '3 Nov 2026', total: '33.99' }));
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`/dashboard/properties/${property.id}`);
  await page.getByRole('region', { name: 'Documents' }).getByRole('link', { name: 'Add' }).click();
  await expect(page.getByRole('heading', { name: 'Drop the papers of 31 Cotham Vale here' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Usually kept for a let house' })).toBeVisible();
  const area = page.getByRole('group', { name: 'Add documents' });
  await (
    await drag(area, [
      { name: 'scan.pdf', bytes: gas },
      { name: 'Invoice November.pdf', bytes: bill },
    ])
  )();
  const keyboard = keyboardOf(page);
  const scan = page.getByRole('region', { name: 'scan.pdf' });
  await expect(scan.getByLabel('Type')).toHaveValue('gas');
  await expect(page.getByRole('region', { name: 'Invoice November.pdf' }).getByLabel('Type')).toHaveValue('invoice');
  await keyboard.fill(scan.getByLabel('Title'), 'Gas safety record');
  await keyboard.press(page.getByRole('button', { name: 'Add 2 documents' }));
  await expect(page).toHaveURL(new RegExp(`/dashboard/documents\\?propertyId=${property.id}`));
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways()).toBe(0);

  await test.step('finds a text by a word, and shows the line', async () => {
    await keyboard.fill(page.getByRole('searchbox', { name: 'Search documents' }), 'boilers');
    await expect(page.getByText('Boiler: safe to use')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Invoice November' })).toBeHidden();
  });
  await keyboard.press(page.getByRole('link', { name: 'Gas safety record' }));
  await expect(page.getByRole('heading', { name: 'Gas safety record', level: 1 })).toBeFocused();
  await (await drag(page.getByRole('group', { name: 'Add a new version' }), [{ name: 'next.pdf', bytes: bill }]))();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2);
  expect(await sideways()).toBe(0);

  await test.step('renews a document that ends, in the list', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Valid until').fill('01/12/2026');
    await page.getByRole('button', { name: 'Update Document' }).click();
    await page.goto('/dashboard/documents');
    await keyboard.press(page.getByRole('button', { name: 'Actions for Gas safety record' }));
    await keyboard.press(page.getByRole('menuitem', { name: 'Renew' }));
    const dialog = page.getByRole('dialog', { name: 'Renew Gas safety record' });
    await keyboard.press(dialog.getByRole('button', { name: 'Renew', exact: true }));
    await expect(dialog.getByText('Add the new file')).toBeVisible();
    await (await drag(dialog.getByRole('group', { name: 'New file' }), [{ name: 'renewed.pdf', bytes: gas }]))();
    await dialog.getByLabel('Valid until').fill('01/12/2027');
    await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: /Gas safety record/ })).toContainText('version 3');
  });

  await page.goto('/dashboard/documents/add');
  await (await drag(page.getByRole('group', { name: 'Add documents' }), [{ name: 'again.pdf', bytes: gas }]))();
  await expect(page.getByText('You have this already: Gas safety record.')).toBeVisible();

  await page.goto('/dashboard/documents/add');
  const other = await pdf((doc) => void doc.text('Inventory of 31 Cotham Vale'));
  const twins = [
    { name: 'inventory.pdf', bytes: other },
    { name: 'copy.pdf', bytes: other },
  ];
  await (await drag(page.getByRole('group', { name: 'Add documents' }), twins))();
  await expect(page.getByText('The same file is above: inventory.pdf. We will add it once.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add 1 document' })).toBeVisible();
});

test('adds the file of a certificate to documents, from which it can be served', async ({ page, landlord }) => {
  const { url } = await landlord.uploads('property-certificates', { name: 'EPC 2026.pdf', bytes: PDF });
  const certificate = { name: 'EPC', complianceItem: 'energyPerformance', expirationDate: dayFromNow(400) } as const;
  const property = await landlord.adds({ certificates: [{ ...certificate, file: { url } }] });
  await page.goto('/dashboard/documents');
  await page.getByRole('button', { name: 'Actions for EPC' }).click();
  await page.getByRole('menuitem', { name: 'Add to documents' }).click();
  const copy = page.getByRole('region', { name: 'EPC 2026.pdf' });
  await expect(copy.getByLabel('Type')).toHaveValue('epc');
  await page.getByRole('button', { name: 'Add 1 document' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/documents\\?propertyId=${property.id}`));
  await expect(page.getByRole('row', { name: /EPC 2026/ }).getByRole('link', { name: 'EPC 2026' })).toHaveAttribute(
    'href',
    /\/dashboard\/documents\//,
  );
});

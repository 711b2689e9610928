/** Certificates, invoices and files that were typed or brought are not lost either: not to a reload, an upload under way, or somebody else's change. */
import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { delay } from './network-faults.ts';
import { PDF } from './property-detail.ts';
import { addCertificate, fillInProperty, openRow, openTab, recordOf, rowOf, saveButton } from './property-form.ts';
import { choose, expectKept } from './upload-field.ts';
import { expectSaid } from './words.ts';

const conflict = (page: Page) => page.getByRole('dialog', { name: 'This property was changed meanwhile' });

test('a draft brings back rows, removals and uploaded files', async ({ page, landlord }) => {
  page.on('dialog', (dialog) => void dialog.accept()); // the browser's own question before unloading
  const { id } = await landlord.adds({ certificates: [{ name: 'Gas Safety Record' }, { name: 'EPC' }] });
  await page.goto(`/dashboard/properties/edit/${id}`);
  const certificates = await openTab(page, 'Certificates');
  await openRow(certificates, 'EPC');
  await certificates.getByRole('button', { name: 'Remove EPC' }).click();
  await addCertificate(certificates, 'Chimney sweep');
  const sweep = rowOf(certificates, 'Chimney sweep');
  await choose(sweep.getByRole('group', { name: 'File' }), { name: 'sweep.pdf', bytes: PDF });
  await expectKept(sweep.getByRole('group', { name: 'File' }), 'sweep.pdf');
  const compliance = await openTab(page, 'Compliance');
  await openRow(compliance, 'Gas Safety');
  await compliance.getByLabel('Not applicable to this property').first().check();
  await expect(compliance.getByLabel('Why it does not apply')).toBeFocused();
  await page.keyboard.type('No gas');

  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(rowOf(compliance, 'Gas Safety').locator('summary')).toContainText('Not applicable');
  await openTab(page, 'Certificates');
  await expect(certificates.locator('summary')).toContainText(['Gas Safety Record', 'sweep.pdf']);
  await expect(certificates).toContainText('Will be removed when you save.');
  await saveButton(page).click();
  await expectSaid(page, 'Property updated successfully!');
  const saved = await recordOf(page, id);
  expect(saved.certificates).toMatchObject([
    { name: 'Gas Safety Record' },
    { name: 'Chimney sweep', file: { name: 'sweep.pdf' } },
  ]);
  expect(saved.compliance.gasSafety.notApplicable).toBe('No gas');
});

test('while a file is on its way the form waits for it', async ({ page, landlord }) => {
  await page.goto('/dashboard/properties/add');
  await fillInProperty(page);
  const certificates = await openTab(page, 'Certificates');
  await addCertificate(certificates, 'Gas Safety Record');
  const letGo = await delay(page, { method: 'POST', path: /^\/api\/files\// });
  await choose(certificates.getByRole('group', { name: 'File' }), { name: 'gas.pdf', bytes: PDF });
  await expect(saveButton(page)).toHaveText('Uploading...');
  await saveButton(page).click({ force: true });
  await certificates.getByLabel('Certificate Name').press('Enter');
  letGo();
  await expect(saveButton(page)).toHaveText('Add Property');
  expect(await landlord.has()).toBe(0);
  await saveButton(page).click();
  await expectSaid(page, 'Property added successfully!');
  expect(await landlord.has()).toBe(1);
});

test('two tabs change the certificates of one property: both are told of, and keeping mine loses nothing', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const gasFile = await landlord.uploads('property-certificates', { name: 'gas.pdf', bytes: PDF });
  const { id } = await landlord.adds({
    certificates: [{ name: 'Gas Safety Record', file: { url: gasFile.url } }, { name: 'EPC' }, { name: 'Chimney' }],
  });
  const tab = await page.context().newPage();
  for (const one of [page, tab]) {
    await one.goto(`/dashboard/properties/edit/${id}?tab=certificates`);
    await expect(one.getByRole('tabpanel', { name: 'Certificates' }).locator('summary')).toHaveCount(3);
  }
  const theirs = tab.getByRole('tabpanel', { name: 'Certificates' });
  await openRow(theirs, 'Gas Safety Record');
  await theirs.getByRole('button', { name: 'Remove Gas Safety Record' }).click();
  const theirEpc = await openRow(theirs, 'EPC');
  await theirEpc.getByLabel('Expiration Date').fill('2030-01-02');
  await addCertificate(theirs, 'Fire alarm');
  await saveButton(tab).click();
  await expectSaid(tab, 'Property updated successfully!');

  const mine = page.getByRole('tabpanel', { name: 'Certificates' });
  const myEpc = await openRow(mine, 'EPC');
  await myEpc.getByLabel('Expiration Date').fill('2031-03-04');
  await openRow(mine, 'Chimney');
  await mine.getByRole('button', { name: 'Remove Chimney' }).click();
  expectConsoleError(/status of 409/);
  await saveButton(page).click();
  const rows = conflict(page).getByRole('row');
  await expect(rows).toHaveText([
    /Field/,
    /Certificate “Gas Safety Record”.*Is there.*Is not there/,
    /Certificate “EPC”: Expiration Date.*04 Mar 2031.*02 Jan 2030/,
    /Certificate “Chimney”.*Removed.*Is there/,
    /Certificate “Fire alarm”.*it stays.*Added by them/,
  ]);
  await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
  await expectSaid(page, 'Property updated successfully!');
  const { certificates } = await recordOf(page, id);
  expect(certificates.map(({ name, expirationDate, file }) => [name, expirationDate, file?.name])).toEqual(
    expect.arrayContaining([
      ['Gas Safety Record', null, 'gas.pdf'],
      ['EPC', '2031-03-04', undefined],
      ['Fire alarm', null, undefined],
    ]),
  );
  expect(certificates).toHaveLength(3);
  const bytes = await page.request.get(certificates.find(({ file }) => file)?.file?.url ?? '');
  expect(bytes.status()).toBe(200);
});

test('taking theirs shows their certificates, and a save from there keeps them', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  test.slow();
  const house = await landlord.adds({ certificates: [{ name: 'Gas Safety Record' }] });
  await page.goto(`/dashboard/properties/edit/${house.id}?tab=certificates`);
  const certificates = page.getByRole('tabpanel', { name: 'Certificates' });
  await openRow(certificates, 'Gas Safety Record');
  await certificates.getByLabel('Provider Name').fill('Mine');
  await addCertificate(certificates, 'Only mine');
  await landlord.changes(house, { certificates: [{ name: 'Theirs' }] });
  expectConsoleError(/status of 409/);
  await saveButton(page).click();
  await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(certificates.locator('summary')).toContainText(['Gas Safety Record', 'Theirs']);
  await expect(certificates.getByLabel('Provider Name').first()).toHaveValue('');
  await saveButton(page).click();
  await expectSaid(page, 'Property updated successfully!');
  const { certificates: saved } = await recordOf(page, house.id);
  expect(saved.map(({ name }) => name)).toEqual(['Gas Safety Record', 'Theirs']);
});

test('a save whose answer never came is not made twice', async ({ page, landlord, expectConsoleError }) => {
  const { id } = await landlord.adds();
  await page.goto(`/dashboard/properties/edit/${id}?tab=invoices`);
  await page.getByRole('button', { name: 'Add Invoice' }).click();
  const invoices = page.getByRole('tabpanel', { name: 'Invoices' });
  await invoices.getByLabel('Description').fill('Boiler service');
  await page.route(
    `/api/properties/${id}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  expectConsoleError(/ERR_FAILED/);
  expectConsoleError(/status of 409/);
  await saveButton(page).click();
  await expect(page.getByRole('alertdialog', { name: 'Failed to update property' })).toBeVisible();
  await saveButton(page).click();
  await expectSaid(page, 'Property updated successfully!');
  expect((await recordOf(page, id)).invoices).toHaveLength(1);
});

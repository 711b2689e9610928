import { expect } from '@playwright/test';
import { photo } from '../../test/fixtures/uploads.ts';
import { expectToast, title } from '../support/copy.ts';
import { addsInspection, savesRoom } from '../support/inspections.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { cutOff } from '../support/network-faults.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

test('plans a move-in of a home, marks items by keyboard, and shares it with the tenants', async ({
  page,
  landlord,
}) => {
  const tenancy = await addsTenancy(landlord, { names: ['Grace Hopper'], address: '14 Chandos Terrace' });
  await page.goto(`/dashboard/properties/${tenancy.propertyId}`);
  await page.getByRole('region', { name: 'Inspections' }).getByRole('link', { name: 'Add an inspection' }).click();
  await expect(page.getByRole('combobox', { name: 'Property' })).toHaveValue(/^14 Chandos Terrace/);
  await expect(page.getByLabel('Tenancy')).toHaveValue(tenancy.id);
  await page.getByLabel('Kind').selectOption('Move-in');
  await page.getByLabel('Carried out by').fill('Hannah');
  await page.getByRole('button', { name: 'Add Inspection' }).click();
  await expect(title(page, 'Move-in inspection')).toBeVisible();

  const rooms = page.getByRole('region', { name: 'Rooms', exact: true });
  await rooms.getByRole('button', { name: /^Kitchen/ }).click();
  const items = rooms.getByRole('list', { name: 'Items, Kitchen' });
  const [first, second] = [items.locator(':scope > li').nth(0), items.locator(':scope > li').nth(1)];
  const { keys } = keyboardOf(page);
  await page.locator('h1').focus();
  await keys('j', '1', 'c', 'j', '3');
  await expect(first.getByRole('radio', { name: 'Good' })).toBeChecked();
  await expect(first.getByRole('radio', { name: 'Clean', exact: true })).toBeChecked();
  await expect(second.getByRole('radio', { name: 'Damaged' })).toBeChecked();
  await keys('r');
  await expectToast(page, 'Repair added');
  await expect(second.getByRole('link', { name: /^Repair 1/ })).toBeVisible();

  const taken = { DateTimeOriginal: '2026:07:12 16:20:31', OffsetTimeOriginal: '+01:00' };
  const shot = photo({ width: 3000, height: 2000 }).withExif({ IFD2: taken });
  await second
    .locator('input[type=file]')
    .setInputFiles({ name: 'hob.jpg', mimeType: 'image/jpeg', buffer: await shot.jpeg().toBuffer() });
  await expect(second.getByText('Taken 12 Jul 2026, 16:20')).toBeVisible();

  await rooms.getByRole('textbox', { name: 'Add an item' }).fill('Bread bin');
  await page.keyboard.press('Enter');
  await items.getByRole('textbox', { name: 'Details of Bread bin' }).fill('Enamel');
  await rooms.getByRole('button', { name: /^Kitchen/ }).click();
  await expect(rooms.getByText('Saving...')).toBeHidden();
  await page.reload();
  await rooms.getByRole('button', { name: /^Kitchen/ }).click();
  await expect(items.getByRole('textbox', { name: 'Details of Bread bin' })).toHaveValue('Enamel');

  const next = page.getByRole('region', { name: 'Next step' });
  const share = async () => {
    await next.getByRole('button', { name: 'Share with tenants' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
    await expect(next).toContainText('The tenants can comment until 02 Dec 2026, 23:59');
  };
  await share();
  await expect(page.getByRole('region', { name: 'Tenants’ links' })).toContainText('Grace Hopper');
  await expect(rooms.getByRole('textbox')).toHaveCount(0);
  await expect(rooms.getByText('Enamel')).toBeVisible();
  await next.getByRole('button', { name: 'Take back' }).click();
  await expect(items.getByRole('textbox', { name: 'Details of Bread bin' })).toBeVisible();
  await share();
});

test('keeps changes without a connection, and shows the dialog of a conflict in the same room', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const inspection = await addsInspection(landlord);
  const room = inspection.rooms[0];
  const [first, second] = room?.items ?? [];
  if (!room || !first || !second) throw new Error('The standard rooms have items');
  await page.goto(`/dashboard/inspections/${inspection.id}?room=${room.id}`);
  const rooms = page.getByRole('region', { name: 'Rooms', exact: true });
  const item = (name: string) => rooms.getByRole('listitem', { name, exact: true });

  expectConsoleError(/ERR_FAILED/);
  const restore = await cutOff(page, { method: 'PUT', path: /\/rooms\// });
  await item(first.name).getByRole('radio', { name: 'Worn' }).check();
  await item(first.name).getByRole('textbox').fill('By the window');
  await expect(rooms.getByText(/^Not saved\. We cannot reach the server/)).toBeVisible();
  await savesRoom(landlord, inspection, {
    room,
    mark: (_, place) => ({ condition: place === 0 ? 'damaged' : 'good' }),
  });

  expectConsoleError(/status of 409/);
  await restore();
  await rooms.getByRole('button', { name: /^Retry/ }).click();
  const dialog = page.getByRole('dialog', { name: /changed this room/ });
  await expect(dialog.getByRole('heading', { name: `${first.name}: Condition` })).toBeVisible();
  await expect(dialog).toContainText('Worn');
  await dialog.getByRole('button', { name: 'Use saved' }).click();
  await expect(dialog).toBeHidden();
  await expect(rooms.getByText('Saving...')).toBeHidden();
  await page.reload();
  await expect(item(first.name).getByRole('radio', { name: 'Damaged' })).toBeChecked();
  await expect(item(first.name).getByRole('textbox')).toHaveValue('By the window');
  await expect(item(second.name).getByRole('radio', { name: 'Good' })).toBeChecked();

  const next = page.getByRole('region', { name: 'Next step' });
  await next.getByRole('button', { name: 'Lock without tenants' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock' }).click();
  await expectToast(page, 'Inspection locked');
  await expect(next).toContainText(/[0-9a-f]{64}/);
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden();
});

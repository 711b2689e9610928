import { expect } from '@playwright/test';
import { expectErrorToast, expectToast, title } from '../support/copy.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { delay } from '../support/network-faults.ts';
import { addsRepair, asksForQuotes, givesQuote, moves, postsAction } from '../support/repairs.ts';
import { addsSupplier } from '../support/suppliers.ts';
import { addsTenant } from '../support/tenants.ts';
import { test } from '../support/test.ts';

test('books a visit for a reported repair by keyboard in under 12 presses', async ({ page, landlord }) => {
  const home = await landlord.adds({ address: '14 Chandos Terrace', city: 'Leeds' });
  await addsRepair(landlord, { propertyId: home.id, title: 'Toilet cistern keeps running', category: 'water' });
  await page.goto('/dashboard/repairs');
  await expect(page.getByText('1 open · 1 waiting for you', { exact: true })).toBeVisible();
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
  const card = page.getByRole('link', { name: 'Toilet cistern keeps running' });
  await expect(column('Reported')).toContainText('14 Chandos Terrace, Leeds');

  const keyboard = keyboardOf(page);
  await keyboard.keys('j');
  await expect(card).toBeFocused();
  await keyboard.keys('a');
  await expectToast(page, 'Repair is now: Accepted');
  await expect(column('Accepted')).toContainText('Toilet cistern keeps running');
  await expect(card).toBeFocused();
  await keyboard.keys('b');
  const dialog = page.getByRole('dialog', { name: 'Book a visit' });
  await expect(dialog.getByLabel('Day')).toBeFocused();
  await keyboard.keys('Enter');
  await expect(dialog).toBeHidden();
  await expect(column('Booked')).toContainText('09:00 to 12:00');
  expect(keyboard.presses()).toBeLessThan(12);

  // Two-letter shortcuts of the whole app have priority over those of the page.
  await keyboard.keys('g', 'd');
  await expect(title(page, 'Dashboard')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Open repairs' })).toContainText('1');
});

test('requests quotes, gives the job to one, and writes to a named receiver', async ({ page, landlord, server }) => {
  const home = await landlord.adds({ address: '14 Chandos Terrace' });
  const tenant = await addsTenant(landlord, { propertyId: home.id, name: 'Grace Hopper' });
  const one = await addsSupplier(landlord, { name: 'Ridings Heating', serviceType: 'Plumbing' });
  const other = await addsSupplier(landlord, { name: 'Lewis Plumbing', serviceType: 'HVAC' });
  const repair = await addsRepair(landlord, { propertyId: home.id, tenantId: tenant.id });
  await page.goto(`/dashboard/repairs/${repair.id}`);
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await part('Next step').getByRole('button', { name: 'Accept' }).click();
  await expectToast(page, 'Repair is now: Accepted');
  await part('Next step').getByRole('button', { name: 'Ask for quotes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for quotes' });
  await dialog.getByRole('checkbox', { name: 'Ridings Heating, Plumbing' }).check();
  await dialog.getByRole('checkbox', { name: 'Lewis Plumbing, HVAC' }).check();
  await dialog.getByRole('button', { name: 'Ask for quotes' }).click();
  await expect(page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')).toHaveText('Getting quotes');
  await expect(part('Quotes')).toContainText('0 of 2 received');

  await givesQuote(server, repair, { supplierId: one.id, net: 290, vat: 58 });
  await givesQuote(server, repair, { supplierId: other.id, net: 295 });
  await expect(part('Quotes')).toContainText('£290.00 + VAT');
  await part('Quotes').getByRole('button', { name: 'Give the job to Lewis Plumbing' }).click();
  await expectToast(page, 'Job given');
  await expect(part('Facts')).toContainText('Lewis Plumbing');
  await expect(part('Quotes')).toContainText('did not get the job');

  const message = page.getByRole('form', { name: 'Message' });
  await message.getByLabel('Who sees this').selectOption({ label: 'Grace Hopper (tenant)' });
  await message.getByLabel('Write to Grace Hopper').fill('Lewis Plumbing will call you.');
  await message.getByRole('button', { name: 'Send to Grace Hopper' }).click();
  const story = page.getByRole('list', { name: 'Story' });
  await expect(story.getByRole('listitem').last()).toContainText('Lewis Plumbing will call you.');
  await expect(story.getByRole('listitem').last()).toContainText('Seen by the tenant');
});

test('adds an accepted invoice to Finance as to pay, and shows a refused move', async ({
  page,
  landlord,
  server,
  expectConsoleError,
}) => {
  const supplier = await addsSupplier(landlord);
  let repair = await moves(landlord, await addsRepair(landlord, { title: 'Kitchen tap drips' }), { to: 'accepted' });
  repair = await asksForQuotes(landlord, repair, { suppliers: [supplier.id] });
  await givesQuote(server, repair, { supplierId: supplier.id, net: 80 });
  repair = await postsAction(landlord, repair, 'supplier', { supplierId: supplier.id });
  repair = await postsAction(landlord, repair, 'invoices', {
    supplierId: supplier.id,
    number: 'INV-7',
    net: 9600,
    vat: 0,
  });
  await page.goto(`/dashboard/repairs/${repair.id}`);
  const cost = page.getByRole('region', { name: 'Cost', exact: true });
  await expect(cost).toContainText('£16.00 over the quote');
  await cost.getByRole('button', { name: 'Accept invoice INV-7' }).click();
  await expect(cost).toContainText('To pay in Finance');
  await expect(cost).toContainText('£96.00, 1 repair');

  // Another person moves the repair, which the page does not show yet.
  const letGo = await delay(page, { path: `/api/repairs/${repair.id}` });
  await moves(landlord, repair, { to: 'on-hold', reason: 'Away' });
  expectConsoleError(/status of 409/);
  const next = page.getByRole('region', { name: 'Next step', exact: true });
  await next.getByRole('button', { name: 'In progress' }).click();
  await expectErrorToast(page, 'We could not change the repair', 'This repair is now on hold.');
  letGo();
  await expect(next.getByRole('button', { name: 'Resume' })).toBeVisible();

  await cost.getByRole('link', { name: 'To pay in Finance' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Description')).toHaveValue(/^Kitchen tap drips/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row').filter({ hasText: 'Kitchen tap drips' })).toContainText('To pay');
});

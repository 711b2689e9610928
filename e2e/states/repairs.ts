import { expect, type Page } from '@playwright/test';
import { title } from '../support/copy.ts';
import { delay, fail } from '../support/network-faults.ts';
import { JPEG } from '../support/property-detail.ts';
import { addsRepair, asksForQuotes, givesQuote, isFromPoster, moves, postsAction } from '../support/repairs.ts';
import { addsSupplier } from '../support/suppliers.ts';
import { addsTenant } from '../support/tenants.ts';
import type { Walk } from './walk.ts';

const BOARD = '/dashboard/repairs';
const LONG = 'Donaudampfschifffahrtsgesellschaft '.repeat(4).slice(0, 95);

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function opens(page: Page, button: string, dialog: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
}

async function closes(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

export const repairs: Walk = async ({ page, check, server, landlord, expectConsoleError }) => {
  await page.goto(BOARD);
  await expect(page.getByRole('heading', { name: /^No repairs\./ })).toBeVisible();
  await check('no repairs');

  const home = await landlord.adds({ address: LONG });
  const tenant = await addsTenant(landlord, { propertyId: home.id, name: 'Ada Lovelace' });
  const firm = await addsSupplier(landlord, { name: 'Ridings Heating', serviceType: 'Plumbing' });
  const other = await addsSupplier(landlord, { name: LONG, serviceType: 'HVAC' });
  const add = (name: string, more: object = {}) =>
    addsRepair(landlord, { propertyId: home.id, tenantId: tenant.id, title: name, ...more });
  const unconfirmed = await add('Light flickers', { category: 'electrics', tenantId: null });
  await isFromPoster(server, unconfirmed);
  await add(LONG, { category: 'damp', urgency: 'emergency' });
  let quoted = await moves(landlord, await add('No hot water', { urgency: 'urgent', pets: true, vulnerable: true }), {
    to: 'accepted',
  });
  quoted = await asksForQuotes(landlord, quoted, { suppliers: [firm.id, other.id], costLimit: 40_000 });
  await givesQuote(server, quoted, { supplierId: firm.id, net: 290, vat: 58 });
  const { url } = await landlord.uploads('documents', { name: 'dial.jpg', bytes: JPEG });
  await postsAction(landlord, quoted, 'files', { url, tenantSees: true });
  await postsAction(landlord, quoted, 'messages', { to: 'nobody', text: 'The boiler is 11 years old.' });
  let working = await moves(landlord, await add('Kitchen tap drips', { category: 'water' }), { to: 'accepted' });
  working = await postsAction(landlord, working, 'supplier', { supplierId: firm.id });
  working = await moves(landlord, working, { to: 'in-progress' });
  await postsAction(landlord, working, 'invoices', { supplierId: firm.id, number: 'INV-7', net: 9600, vat: 1920 });
  await moves(landlord, await add('Gutter', { category: 'roof', urgency: 'passing' }), {
    to: 'on-hold',
    reason: 'Scaffolding in May',
  });

  await page.goto(BOARD);
  await expect(page.getByRole('link', { name: 'No hot water' })).toBeVisible();
  await check('the board of repairs');
  await page.getByRole('button', { name: /^Book.*No hot water/ }).click();
  await expect(page.getByRole('dialog', { name: 'Book a visit' })).toBeVisible();
  await check('booking a visit');
  await closes(page);
  await page.getByRole('radio', { name: 'List' }).check();
  await expect(page.getByRole('table')).toBeVisible();
  await check('repairs as a list');
  await page.getByRole('tab', { name: /^On hold/ }).click();
  await expect(page.getByRole('link', { name: 'Gutter' })).toBeVisible();
  await check('repairs on hold');
  await page.getByRole('tab', { name: 'Closed' }).click();
  await expect(page.getByRole('heading', { name: 'No closed repairs' })).toBeVisible();
  await check('no closed repairs');
  let letGo = await delay(page, { path: '/api/repairs/board' });
  await page.goto(`${BOARD}?urgency=normal`);
  await check('repairs, loading or from the document');
  letGo();
  let restore = await fail(page, { path: /^\/api\/repairs/ }, 'internal');
  expectConsoleError(/status of 500/);
  await page.goto(`${BOARD}?group=closed`);
  await page.getByRole('searchbox').fill('gutter');
  await expect(page.getByRole('alert')).toContainText('Failed to load repairs');
  await check('repairs that cannot be read');
  await restore();

  await page.goto(`${BOARD}/${quoted.id}`);
  await expect(part(page, 'Quotes')).toContainText('Ridings Heating');
  await page.getByRole('button', { name: 'Photo or file' }).click();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await check('a repair with quotes');
  await opens(page, 'Ask others for quotes', 'Ask for quotes');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for quotes' }).click();
  await expect(page.getByText('Choose who you want to ask')).toBeVisible();
  await check('asking for quotes, with an error');
  await closes(page);
  await opens(page, 'Hold', 'Put on hold');
  await check('putting a repair on hold');
  await closes(page);
  await opens(page, 'Charge the tenant', 'Charge the tenant');
  await check('charging the tenant');
  await closes(page);
  await page.goto(`${BOARD}/${working.id}`);
  await expect(part(page, 'Cost')).toContainText('INV-7');
  await check('a repair with an invoice');
  await opens(page, 'Add invoice', 'Add an invoice');
  await check('adding an invoice');
  await closes(page);
  await opens(page, 'Give the job to another supplier', 'Give the job');
  await check('giving the job');
  await closes(page);
  await page.goto(`${BOARD}/${unconfirmed.id}`);
  await opens(page, 'Choose who reported it', 'Who reported it?');
  await expect(page.getByRole('radio', { name: /^Ada Lovelace/ })).toBeVisible();
  await check('matching a report with a tenant');
  await closes(page);
  letGo = await delay(page, { path: `/api/repairs/${quoted.id}` });
  await page.goto(`${BOARD}/${quoted.id}`);
  await expect(page.getByText('Loading Repair...')).toBeAttached();
  await check('a repair, loading');
  letGo();
  restore = await fail(page, { path: `/api/repairs/${quoted.id}` }, 'internal');
  await page.goto(`${BOARD}/${quoted.id}`);
  await expect(page.getByRole('alert')).toContainText('There was an error loading the repair details.');
  await check('a repair that cannot be read');
  await restore();

  await page.goto(`${BOARD}/add`);
  await part(page, 'Save').getByRole('button').click();
  await expect(page.getByRole('heading', { name: /fields need attention/ })).toBeVisible();
  await check('the form of a repair with fields that are wrong');
  await page.goto(`/dashboard/suppliers/${firm.id}`);
  await expect(title(page, 'Ridings Heating')).toBeVisible();
  await expect(part(page, 'Repairs')).toContainText('No hot water');
  await check('a supplier with repairs');
};

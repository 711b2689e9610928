import { expect, type Page } from '@playwright/test';
import { addsInspection, locksInspection, savesRoom } from '../support/inspections.ts';
import { sent } from '../support/landlords.ts';
import { delay, fail } from '../support/network-faults.ts';
import { JPEG } from '../support/property-detail.ts';
import { addsTenancy } from '../support/tenancies.ts';
import type { Walk } from './walk.ts';

const LIST = '/dashboard/inspections';
const LONG = 'Donaudampfschifffahrtsgesellschaft '.repeat(4).slice(0, 95);

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

export const inspections: Walk = async ({ page, check, landlord, expectConsoleError }) => {
  await page.goto(LIST);
  await expect(page.getByRole('heading', { name: 'No inspections found' })).toBeVisible();
  await check('no inspections');

  const tenancy = await addsTenancy(landlord, { names: ['Ada Lovelace'], address: LONG });
  const propertyId = tenancy.propertyId ?? '';
  const of = { propertyId, tenancyId: tenancy.id };
  const moveIn = await addsInspection(landlord, { ...of, inspector: LONG });
  const [kitchen] = moveIn.rooms;
  if (!kitchen) throw new Error('The standard rooms are empty');
  const saved = await savesRoom(landlord, moveIn, {
    room: kitchen,
    mark: (_, place) => ({ condition: place === 0 ? 'damaged' : 'good', clean: place !== 1, note: place ? '' : LONG }),
  });
  const { url } = await landlord.uploads('inspection_images', { name: 'walls.jpg', bytes: JPEG });
  const data = { url, itemId: saved.items[0]?.id };
  const headers = { origin: landlord.origin };
  await sent(page.request.post(`/api/inspections/${moveIn.id}/rooms/${kitchen.id}/photos`, { data, headers }));
  const moveOut = await addsInspection(landlord, { ...of, kind: 'move-out' });
  await addsInspection(landlord, { ...of, kind: 'routine', startsAt: '2199-01-05T10:00:00Z' });
  const locked = await locksInspection(landlord, await addsInspection(landlord, { propertyId }));

  await page.goto(LIST);
  await expect(page.getByRole('table')).toContainText('Locked');
  await check('inspections');
  let letGo = await delay(page, { path: '/api/inspections' });
  await page.goto(`${LIST}?kind=routine`);
  await check('inspections, loading or from the document');
  letGo();
  let restore = await fail(page, { path: /^\/api\/inspections/ }, 'internal');
  expectConsoleError(/status of 500/);
  await page.getByRole('searchbox').fill('chandos');
  await expect(page.getByRole('alert')).toContainText('Failed to load inspections');
  await check('inspections that cannot be read');
  await restore();

  await page.goto(`${LIST}/${moveIn.id}?room=${kitchen.id}`);
  await expect(part(page, 'Rooms').getByRole('img')).toBeVisible();
  await check('an inspection with an open room');
  await part(page, 'Meters and keys').getByRole('button', { name: 'Add meter' }).click();
  await part(page, 'Meters and keys').getByRole('button', { name: 'Add keys' }).click();
  await page.getByRole('button', { name: 'Save meters and keys' }).click();
  await expect(page.getByText('Enter the meter, such as Electricity')).toBeVisible();
  await check('meters with an error');
  await page.reload();
  await part(page, 'Next step').getByRole('button', { name: 'Share with tenants' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('sharing an inspection');
  await page.keyboard.press('Escape');
  await part(page, 'Rooms')
    .getByRole('button', { name: `Actions for ${kitchen.name}`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByRole('dialog', { name: 'Rename room' })).toBeVisible();
  await check('renaming a room');
  await page.keyboard.press('Escape');
  restore = await fail(page, { method: 'PUT', path: /\/rooms\// }, 'unavailable');
  expectConsoleError(/status of 503/);
  await part(page, 'Rooms').getByRole('textbox', { name: 'The room as a whole' }).fill('North-facing');
  await expect(part(page, 'Rooms').getByText(/^Not saved/)).toBeVisible();
  await check('a room that cannot be saved');
  await restore();
  await part(page, 'Rooms')
    .getByRole('button', { name: /^Retry/ })
    .click();
  await expect(part(page, 'Rooms').getByText(/^Not saved/)).toBeHidden();
  const room = moveOut.rooms.find(({ name }) => name === kitchen.name);
  await page.goto(`${LIST}/${moveOut.id}?room=${room?.id}`);
  await expect(
    part(page, 'Rooms')
      .getByText(/^Move-in, /)
      .first(),
  ).toBeVisible();
  await check('a move-out compared with the move-in');
  await page.goto(`${LIST}/${locked.id}?room=${locked.rooms[0]?.id}`);
  await expect(part(page, 'Next step')).toContainText('SHA-256');
  await check('a locked inspection');
  letGo = await delay(page, { path: `/api/inspections/${moveIn.id}` });
  await page.goto(`${LIST}/${moveIn.id}`);
  await expect(page.getByText('Loading Inspection...')).toBeAttached();
  await check('an inspection, loading');
  letGo();
  restore = await fail(page, { path: `/api/inspections/${moveIn.id}` }, 'internal');
  await page.goto(`${LIST}/${moveIn.id}`);
  await expect(page.getByRole('alert')).toContainText('There was an error loading the inspection details.');
  await check('an inspection that cannot be read');
  await restore();

  await page.goto(`${LIST}/add?propertyId=${propertyId}`);
  await page.getByLabel('Kind').selectOption('Routine');
  await expect(page.getByRole('checkbox', { name: 'Email the notice to the tenants' })).toBeVisible();
  await part(page, 'Save').getByRole('button').click();
  await expect(page.getByText('Give the tenants 24 hours’ notice, or tick that they agreed').first()).toBeVisible();
  await check('the form of an inspection with fields that are wrong');
  await page.goto(`${LIST}/templates`);
  await expect(page.getByRole('heading', { name: 'No templates found' })).toBeVisible();
  await check('no templates');
  await page.getByRole('main').getByRole('link', { name: 'Add a template' }).click();
  await page.getByRole('button', { name: 'Add room' }).click();
  await part(page, 'Save').getByRole('button').click();
  await expect(page.getByRole('heading', { name: /fields need attention/ })).toBeVisible();
  await check('the form of a template with fields that are wrong');
};

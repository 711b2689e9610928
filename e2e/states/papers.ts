import { expect } from '@playwright/test';
import { sent } from '../support/landlords.ts';
import { addsPaper } from '../support/papers.ts';
import { addsTenancy } from '../support/tenancies.ts';
import type { Walk } from './walk.ts';

export const papers: Walk = async ({ page, check, server, landlord }) => {
  const dialog = page.getByRole('dialog');
  const discarded = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  };
  const post = (path: string, data: object) =>
    sent(page.request.post(path, { data, headers: { origin: landlord.origin } }));
  await page.goto('/dashboard/documents');
  await expect(page.getByText('No documents found')).toBeVisible();
  await check('no documents');
  await page.goto('/dashboard/documents/add');
  await expect(page.getByRole('group', { name: 'Add documents' })).toBeVisible();
  await check('adding documents');
  const tenancy = await addsTenancy(landlord, { names: ['Grace Hopper', 'Alan Turing'], address: '8 Ash Grove' });
  const { id: tenancyId, propertyId, tenants } = tenancy;
  await addsPaper(landlord, server, { tenancyId, title: 'Gas safety record' });
  const answer = await page.request.get(`/api/served/papers?tenancyId=${tenancyId}`);
  const [versionId] = ((await answer.json()) as { items: { versionId: string }[] }).items.map((one) => one.versionId);
  const recipients = [{ kind: 'tenant', tenantId: tenants[0]?.id, address: '8 Ash Grove' }];
  const served = { versionIds: [versionId], tenancyId, recipients, method: 'by-hand', day: '2026-11-20' };
  await post('/api/served', served);
  await post('/api/occupiers', { tenancyId, name: 'Olive Pratt' });
  await post('/api/requests', { propertyId, tenancyId, kind: 'pet', what: 'A cat', askedOn: '2026-11-20' });

  await page.goto('/dashboard/documents');
  await expect(page.getByText('1 paper has not been given to everyone')).toBeVisible();
  await check('documents, with one not given to everybody');
  await page.getByRole('link', { name: 'Gas safety record' }).click();
  await expect(page.getByText('Alan Turing: not given')).toBeVisible();
  await check('a document');
  await page.goto('/dashboard/documents/tidy');
  await expect(page.getByRole('heading', { name: 'Time to tidy', level: 1 })).toBeVisible();
  await check('documents to tidy');

  await page.goto(`/dashboard/tenancies/${tenancyId}`);
  await expect(page.getByText('Alan Turing: not given')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Requests' })).toContainText('A cat');
  await check('a tenancy with papers, residents and a request');
  await page.getByRole('button', { name: 'Serve papers' }).click();
  await dialog.getByLabel('How').selectOption({ label: 'Another way' });
  await dialog.getByRole('checkbox', { name: 'Somebody else' }).check();
  await check('serving papers to somebody else');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog.getByText('Enter how it was given')).toBeVisible();
  await check('serving papers, with errors');
  await discarded();
  await page.getByRole('button', { name: 'Actions for Olive Pratt' }).click();
  await page.getByRole('menuitem', { name: 'Add right-to-rent check' }).click();
  await dialog.getByLabel('How it was checked').selectOption({ label: 'Share code and date of birth' });
  await check('adding a right-to-rent check');
  await discarded();
  await page.getByRole('button', { name: 'Add a request' }).click();
  await dialog.getByLabel('Request for').selectOption({ label: 'A pet' });
  await check('adding a request');
};

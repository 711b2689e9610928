import { expect } from '@playwright/test';
import { addsPaper, sentLink } from '../support/papers.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

test('serves a paper by email, which the tenant confirms without JavaScript', async ({
  page,
  landlord,
  server,
  anotherBrowser,
  expectConsoleError,
}) => {
  const tenancy = await addsTenancy(landlord, { names: ['Grace Hopper'], address: '8 Ash Grove' });
  await addsPaper(landlord, server, { tenancyId: tenancy.id, title: 'Gas safety record' });
  await page.goto(`/dashboard/tenancies/${tenancy.id}`);
  const papers = page.getByRole('region', { name: 'Papers given' });
  await expect(papers).toContainText('Grace Hopper: not given');

  await expect(page.getByText('1 paper has not been given to everyone.')).toBeVisible();
  await page.goto('/dashboard/documents');
  await expect(page.getByText('1 paper has not been given to everyone: 8 Ash Grove, Bristol.')).toBeVisible();
  await page.getByRole('link', { name: 'Gas safety record' }).click();
  await expect(page.getByRole('region', { name: 'Given to' })).toContainText('Grace Hopper: not given');
  await page.goto(`/dashboard/tenancies/${tenancy.id}`);

  await papers.getByRole('button', { name: /^Serve.*Gas safety record/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Serve papers' });
  await expect(dialog.getByRole('checkbox', { name: 'Grace Hopper' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Email address of Grace Hopper' }).fill('grace.served@tenants.example');
  await dialog.getByRole('button', { name: 'Send email' }).click();
  await expect(dialog).toBeHidden();
  await expect(papers).toContainText('Handed over to the mail server');

  const tenant = await anotherBrowser({ javaScriptEnabled: false });
  await tenant.goto(await sentLink(server, 'grace.served@tenants.example'));
  await expect(tenant.getByRole('link', { name: 'Gas safety record' })).toBeVisible();
  expectConsoleError(/status of 422/);
  await tenant.getByRole('button', { name: 'Confirm' }).click();
  await expect(tenant.getByText('Enter your full name')).toBeVisible();
  await tenant.getByRole('textbox', { name: 'Your full name' }).fill('Grace Hopper');
  await tenant.getByRole('checkbox', { name: 'I have received this paper' }).check();
  await tenant.getByRole('button', { name: 'Confirm' }).click();
  await expect(tenant.getByRole('heading', { name: 'Thank you' })).toBeVisible();

  await expect(papers).toContainText('Confirmed by Grace Hopper');
  await expect(page.getByRole('region', { name: 'Links' })).toContainText('1 confirmed');

  await test.step('records a paper for somebody else, makes a link, and keeps the day of a request', async () => {
    await papers.getByRole('button', { name: /^Serve.*Gas safety record/ }).click();
    await dialog.getByLabel('How').selectOption({ label: 'By hand' });
    await dialog.getByRole('checkbox', { name: 'Somebody else' }).check();
    await dialog.getByLabel('Name', { exact: true }).fill('Olive Pratt');
    await dialog.getByLabel('Address', { exact: true }).fill('2 High Street, Bristol');
    await dialog.getByLabel('Day').fill('20/11/2026');
    await dialog.getByRole('button', { name: 'Record' }).click();
    await expect(dialog).toBeHidden();
    await papers.getByRole('button', { name: /^Make a link.*Olive Pratt/ }).click();
    await expect(page.getByRole('region', { name: 'Links' })).toContainText('Olive Pratt');
    const bundle = page.getByRole('region', { name: 'Produce within 7 days' });
    await bundle.getByLabel('Asked on').fill('20/11/2026');
    await bundle.getByRole('button', { name: 'Save day' }).click();
    await page.reload();
    await expect(bundle).toContainText('Last day: 27 Nov 2026');
  });
});

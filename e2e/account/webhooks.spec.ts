import { expect } from '@playwright/test';
import { startReceiver } from '../../test/servers/webhook-receiver.ts';
import { expectToast } from '../support/copy.ts';
import { test } from '../support/test.ts';

test('adds a webhook, sends a test and sends a failed event again', async ({ page, landlord, expectConsoleError }) => {
  const receiver = await startReceiver();
  const url = `${receiver.url}/journey`;
  await page.goto('/dashboard/api');
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await page.getByRole('radio', { name: 'Python' }).check({ force: true });
  await expect(page.getByText('def verify(body, headers)')).toBeVisible();

  await test.step('adds one, after a wrong address', async () => {
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    await dialog.getByLabel('Address').fill('https://10.0.0.1/hook');
    await dialog.getByRole('radio', { name: 'Chosen events' }).check();
    await dialog.getByRole('group', { name: 'Properties', exact: true }).getByLabel('Added').check();
    expectConsoleError(/status of 422/);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await expect(dialog.getByText('Enter an address on the public internet')).toBeVisible();
    await dialog.getByLabel('Address').fill(url);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await expect(page.getByText('Properties added')).toBeVisible();
    await expect(page.getByText(secret)).toBeHidden();
  });

  await test.step('sends a test and a failed event again', async () => {
    receiver.answer('/journey', 500);
    await landlord.adds({ address: '8 Laburnum Row' });
    await page.getByRole('button', { name: `Actions, ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Send a test' }).click();
    await expectToast(page, 'Test sent. See its answer in the deliveries.');
    await page.getByRole('link', { name: 'Deliveries' }).click();
    const event = page.getByRole('listitem').filter({ hasText: 'property.added' });
    const sent = page.getByRole('listitem').filter({ hasText: 'webhook.test' });
    for (const one of [event, sent]) await expect(one.getByText('500').first()).toBeVisible({ timeout: 30_000 });
    receiver.answer('/journey', 200);
    await event.getByText('property.added').first().click();
    await event.getByRole('button', { name: 'Send again' }).click();
    await expect(event.getByText('200').first()).toBeVisible({ timeout: 30_000 });
    await page.getByLabel('Outcome').selectOption('Failed');
    await expect(sent).toBeVisible();
    await expect(event).toBeHidden();
  });
  await receiver.stop();
});

import { expect } from '@playwright/test';
import { Agent } from '../../src/features/agent/agent.ts';
import { londonDay } from '../../src/shared/dates.ts';
import { expectToast } from '../support/copy.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { sent } from '../support/landlords.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

test('fills in an agent’s statement from a CSV, checks its sums, and adds it to both ledgers', async ({
  page,
  landlord,
}) => {
  const keyboard = keyboardOf(page);
  const start = `${londonDay(new Date()).slice(0, 8)}01`;
  const headers = { origin: landlord.origin };
  const agent = { name: 'Marlow and Reed', feePercent: 10, vat: 'none' };
  const { id: agentId } = Agent.parse(await sent(page.request.post('/api/agents', { data: agent, headers })));
  const [hopper, byron] = [
    await addsTenancy(landlord, { names: ['Grace Hopper'], address: '2 Mill Lane', start }),
    await addsTenancy(landlord, { names: ['Ada Byron'], address: '14 Mill Lane', start, rent: 95_000 }),
  ];
  for (const { id } of [hopper, byron]) {
    const data = { agentId, autoMatch: false };
    await sent(page.request.put(`/api/tenancies/${id}/collection`, { data, headers }));
  }
  await page.goto(`/dashboard/tenancies/${hopper.id}`);
  await keyboard.press(page.getByRole('button', { name: 'Enter a statement' }));
  const dialog = page.getByRole('dialog', { name: 'Statement from Marlow and Reed' });
  // The form suggests the amount owed and the agreed fee.
  await expect(dialog.getByLabel('Rent from Grace Hopper')).toHaveValue('1200');
  await expect(dialog.getByLabel('Fee for Grace Hopper')).toHaveValue('120');

  const [year, month] = start.split('-');
  const rows = [`Tenant,Date,Rent,Fee`, `Grace Hopper,01/${month}/${year},1150.00,115.00`, 'Nobody,x,1,1'];
  await dialog.getByLabel('Read a CSV file').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  });
  await expect(dialog.getByText('1 line read.')).toBeVisible();
  await expect(dialog.getByText('Line 3: We could not read the date')).toBeVisible();
  await expect(dialog.getByLabel('Rent from Grace Hopper')).toHaveValue('1150');
  await expect(dialog.getByLabel('Rent from Ada Byron')).toHaveValue('');

  await keyboard.fill(dialog.getByLabel('Rent from Ada Byron'), '950');
  await keyboard.fill(dialog.getByLabel('Fee for Ada Byron'), '95');
  await keyboard.press(dialog.getByRole('button', { name: 'Add a cost the agent paid' }));
  await keyboard.fill(dialog.getByLabel('Description of the cost'), 'Lock changed');
  await keyboard.fill(dialog.getByRole('group', { name: 'Cost 1' }).getByLabel('Amount'), '85');
  await keyboard.fill(dialog.getByLabel('Rents', { exact: true }), '2100');
  await keyboard.fill(dialog.getByLabel('Fees and costs'), '290');
  await keyboard.fill(dialog.getByLabel('Paid out', { exact: true }), '1805');
  await expect(dialog.getByText('£5.00 less than the lines')).toBeVisible();
  await keyboard.press(dialog.getByRole('button', { name: 'Enter the statement' }));
  await expect(dialog.getByLabel('Fees and costs')).toHaveAccessibleDescription('The lines add up to £295.00');
  await keyboard.fill(dialog.getByLabel('Fees and costs'), '295');
  await keyboard.press(dialog.getByRole('button', { name: 'Enter the statement' }));
  await expectToast(page, 'Statement from Marlow and Reed entered');
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('£50.00');
  await page.goto(`/dashboard/tenancies/${byron.id}`);
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('No rent is owed');
});

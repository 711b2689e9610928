import { expect } from '@playwright/test';
import { addMonths, formatDay } from '../../src/shared/dates.ts';
import { dayFromNow } from '../support/days.ts';
import { sent } from '../support/landlords.ts';
import { addsTenancy } from '../support/tenancies.ts';
import { test } from '../support/test.ts';

const typed = (day: string) => day.split('-').toReversed().join('/');

test('explains a wrong number in ‘A few facts’, and shows open electrical work', async ({ page, landlord }) => {
  const report = {
    name: 'EICR',
    complianceItem: 'electricalSafety',
    issueDate: dayFromNow(-20),
    outcome: 'C2',
  } as const;
  const { propertyId } = await addsTenancy(landlord, { names: ['Grace Hopper'], address: '2 Mill Lane' });
  const { id, ...home } = await sent(page.request.get(`/api/properties/${propertyId}`));
  await landlord.changes({ id, ...home } as never, { certificates: [{ ...report, expirationDate: dayFromNow(1800) }] });
  await page.goto(`/dashboard/properties/${propertyId}`);
  const facts = page.getByRole('region', { name: 'A few facts' });
  const storeys = facts.getByLabel(/^How many storeys/);
  const save = facts.getByRole('button', { name: /^Save.*How many storeys/ });
  await save.click();
  await expect(storeys).toHaveAccessibleDescription('Enter a number');
  await storeys.fill('0');
  await save.click();
  await expect(storeys).toHaveAccessibleDescription('Enter 1 to 100');
  await storeys.fill('2');
  await save.click();
  await expect(storeys).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Electrical safety/ })).toContainText('C2: work not recorded');
});

test('asks when two people renew a certificate, keeps every one, and shows licences', async ({
  page,
  landlord,
  expectConsoleError,
}) => {
  const gas = { name: 'Gas safety record', complianceItem: 'gasSafety', issueDate: '2026-03-01' } as const;
  const report = {
    name: 'EICR',
    complianceItem: 'electricalSafety',
    issueDate: '2026-03-03',
    expirationDate: '2031-03-03',
    renewalFrequency: 'Every 5 Years',
    outcome: 'C2',
    workDone: '2026-03-20',
  } as const;
  const home = await landlord.adds({ certificates: [{ ...gas, expirationDate: dayFromNow(10) }, report] });
  await page.goto(`/dashboard/properties/${home.id}`);
  const gasRow = page.getByRole('row').filter({ hasText: 'Gas safety' });

  await test.step('asks the second of two people, and keeps both renewals', async () => {
    await page.getByRole('button', { name: 'Renew, Gas safety' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew Gas safety' });
    const deadline = addMonths(dayFromNow(10), 12);
    await expect(dialog.getByLabel('Expiry date')).toHaveValue(typed(deadline));
    await expect(dialog).toContainText(`need a copy by ${formatDay(dayFromNow(28))}`);
    const renewal = { ...gas, issueDate: dayFromNow(-1), expirationDate: addMonths(dayFromNow(-1), 12) };
    await landlord.changes(home, { certificates: [{ ...renewal, renews: home.certificates[0]?.id }] });
    expectConsoleError(/status of 409/);
    await dialog.getByRole('button', { name: 'Add certificate' }).click();
    const conflict = page.getByRole('dialog').filter({ hasText: 'Renewal of Gas safety' });
    await expect(conflict).toContainText(`Issued ${formatDay(dayFromNow(-1))}`);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(dialog).toBeHidden();
    await expect(gasRow.first()).toContainText(`Valid until ${formatDay(deadline)}`);
    await page.getByText('Earlier').click();
    await expect(page.getByRole('list', { name: 'Earlier certificates' }).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('shows whether a licence is mandatory once the facts are entered', async () => {
    await page.getByRole('link', { name: 'Add facts' }).click();
    await expect(page.getByRole('textbox', { name: 'People who live there' })).toBeFocused();
    await page.getByRole('textbox', { name: 'People who live there' }).fill('5');
    await page.getByRole('textbox', { name: 'Households' }).fill('2');
    await page.getByRole('checkbox', { name: 'Don’t know: Leasehold' }).check();
    await page.getByRole('button', { name: 'Update Property' }).click();
    const licences = page.getByRole('region', { name: 'Licences' });
    await expect(licences).toContainText('Rule for 5 people in 2 householdsMandatory HMO licence');
    await expect(page.getByText('5 people in 2 households · 1 fact not known')).toBeVisible();
  });

  await test.step('adds a licence, whose number and last day are in the compliance list', async () => {
    await page.getByRole('button', { name: 'Add licence' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a licence' });
    await dialog.getByLabel('Kind').selectOption('Mandatory HMO licence');
    await dialog.getByLabel('Council').fill('Bristol City Council');
    await dialog.getByLabel('Licence number').fill('HMO/0417');
    await dialog.getByLabel('Starts').fill('14/02/2027');
    await expect(dialog.getByLabel('Ends')).toHaveValue('13/02/2032');
    await dialog.getByRole('button', { name: 'Add licence' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: 'Property licensing' });
    await expect(row).toContainText('Valid until 13 Feb 2032');
    await expect(row).toContainText('Licence number HMO/0417');
  });
});

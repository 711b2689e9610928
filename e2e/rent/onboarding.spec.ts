import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { Ledger } from '../../src/features/rent/ledger/ledger.ts';
import { TransactionTotals } from '../../src/features/transaction/transaction.ts';
import { addDays, addMonths, daysBetween, londonDay } from '../../src/shared/dates.ts';
import { penceAsTyped } from '../../src/shared/money.ts';
import { expectToast, title } from '../support/copy.ts';
import { sent } from '../support/landlords.ts';
import { test } from '../support/test.ts';

const MAX_PRESSES = 60;
const ROWS = 60;

const LETS = [
  { name: 'Petr Novak', address: '11 Salt Lane', rent: 75_000 },
  { name: 'Wanda Łukasz', address: '40 Ash Grove', rent: 50_000 },
  { name: 'Ruth Young', address: '180 Priory Road', rent: 95_000 },
] as const;
const [NOVAK, COUNCIL, AGENT] = LETS;
type Let = (typeof LETS)[number];
const FOUR_WEEKLY = 46_152;
/** The agent's fee in pence: 10% plus VAT. */
const FEE = 11_400;

const today = () => londonDay(new Date());
const first = () => `${today().slice(0, 8)}01`;
const start = () => addMonths(first(), -12);
const MONTHS = 13;
/** Months in the bank file, relative to the current month. */
const BANK_MONTHS = [-3, -2, -1, 0];

type Row = { date: string; pence: number; text: string };

/** Returns rent for four months with one missed payment, costs, and private spending. */
function bankRows(): { rents: Record<'novak' | 'council' | 'agent', Row[]>; costs: Row[]; all: Row[] } {
  const months = BANK_MONTHS.map((back) => addMonths(first(), back));
  const came = (row: Row) => row.date < today();
  const monthly = (pence: number, text: string, days: number) =>
    months.map((month) => ({ date: addDays(month, days), pence, text })).filter(came);
  const rents = {
    novak: monthly(NOVAK.rent, 'P NOVAK                RENT BBP', 1).filter(
      ({ date }) => date.slice(0, 7) !== months[2]?.slice(0, 7),
    ),
    council: [4, 32, 60, 88].map((back) => ({
      date: addDays(today(), -back),
      pence: FOUR_WEEKLY,
      text: 'LEEDS CITY COUNCIL     HB 00417732 BGC',
    })),
    agent: monthly(AGENT.rent - FEE, 'MARLOW AND REED LETT   A/C 180 PRIORY BGC', 9),
  };
  const costs = [
    ...monthly(-4_187, 'BRITISH GAS            850047112 DDR', 5),
    ...monthly(-61_235, 'NEWCASTLE BS MORTGAGE  4471902 DDR', 0),
  ];
  const own = [
    ...monthly(264_018, 'ACME ENGINEERING LTD   SALARY BGC', 24),
    ...monthly(-1_099, 'NETFLIX.COM            AMSTERDAM CPM', 14),
  ];
  for (
    let week = 0;
    rents.novak.length + rents.council.length + rents.agent.length + costs.length + own.length < ROWS;
    week++
  )
    own.push({
      date: addDays(today(), -2 * week - 1),
      pence: -(3_000 + week * 17),
      text: 'TESCO STORES 3217      LEEDS CPM',
    });
  const all = [...rents.novak, ...rents.council, ...rents.agent, ...costs, ...own];
  return { rents, costs, all: all.toSorted((a, b) => (a.date < b.date ? 1 : -1)) };
}

function bankFile(): string {
  const lines = bankRows().all.map(({ date, pence, text }) => {
    const day = date.split('-').toReversed().join('/');
    return `\t ,${day},20-45-12 12341185,${(pence / 100).toFixed(2)},${pence > 0 ? 'Counter Credit' : 'Direct Debit'},${text}`;
  });
  return ['Number,Date,Account,Amount,Subcategory,Memo', ...lines, ''].join('\n');
}

/** Counts clicks, but not typed text. */
function handOf(page: Page) {
  let presses = 0;
  const counted = async (act: Promise<unknown>) => {
    presses += 1;
    await act;
  };
  return {
    press: async (control: Locator) => counted(control.click()),
    choose: async (control: Locator, option: string) => counted(control.selectOption(option)),
    presses: () => presses,
    page,
  };
}
type Hand = ReturnType<typeof handOf>;

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const save = (page: Page) => page.getByRole('region', { name: 'Save' }).getByRole('button');
const field = (page: Page, name: string) => page.getByRole('form').getByLabel(name, { exact: true });
const dayAsTyped = (day: string) => day.split('-').toReversed().join('/');

async function addsHome({ page, press, choose }: Hand, { address, rent }: Let) {
  await press(page.getByRole('banner').getByRole('button', { name: 'Add' }));
  await press(page.getByRole('menuitem', { name: 'Add a property' }));
  await field(page, 'Address').fill(address);
  await field(page, 'City').fill('Leeds');
  await field(page, 'Postcode').fill('LS6 2AB');
  await choose(field(page, 'Property type'), 'Terraced');
  await field(page, 'Bedrooms').fill('2');
  await field(page, 'Bathrooms').fill('1');
  await field(page, 'Rent per month').fill(penceAsTyped(rent));
  await press(save(page));
  await expect(title(page, address)).toBeVisible();
}

/** The form already has the property. The lease started a year ago. */
async function fillsInTenant({ page, press }: Hand, { name }: Let, ledger: RegExp) {
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill('tenant@post.example');
  await field(page, 'Phone').fill('07700 900417');
  await press(page.getByRole('radio', { name: 'Periodic, no fixed end' }));
  await field(page, 'Lease Start').fill(dayAsTyped(start()));
  await press(page.getByRole('radio', { name: ledger }));
  await press(save(page));
}

async function assigns(hand: Hand, home: Let, ledger: RegExp) {
  await hand.press(hand.page.getByRole('link', { name: 'Assign Tenant' }));
  await expect(field(hand.page, 'Property')).toHaveValue(new RegExp(home.address));
  await fillsInTenant(hand, home, ledger);
  await expect(title(hand.page, home.name)).toBeVisible();
}

async function namesAgent({ page, press, choose }: Hand) {
  await press(page.getByRole('link', { name: 'Rent and ledger' }));
  await press(page.getByRole('region', { name: 'Collection' }).getByRole('button', { name: 'Change' }));
  const dialog = page.getByRole('dialog', { name: 'Rent collection' });
  await choose(dialog.getByLabel('Rent is paid by'), 'Add a letting agent');
  await dialog.getByLabel('Agent’s name').fill('Marlow and Reed Lettings');
  await press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog).toBeHidden();
}

async function bringsBankRows({ page, press }: Hand) {
  await press(tab(page, 'Finance'));
  await press(page.getByRole('navigation', { name: 'In Finance' }).getByRole('link', { name: 'Bank accounts' }));
  await press(page.getByRole('link', { name: 'Import a statement' }));
  const choosing = page.waitForEvent('filechooser');
  await press(page.getByRole('button', { name: 'choose a file' }));
  const file = { name: 'barclays.csv', mimeType: 'text/csv', buffer: Buffer.from(bankFile()) };
  await (await choosing).setFiles(file);
  await press(page.getByRole('button', { name: `Import ${ROWS} rows` }));
  await press(page.getByRole('list', { name: 'Imports' }).getByRole('link', { name: 'From your bank' }));
}

async function opensBankRows({ page, press }: Hand) {
  await press(tab(page, 'Rent'));
  await press(page.getByRole('navigation', { name: 'In Rent' }).getByRole('link', { name: 'From your bank' }));
}

/** Accepts the exact matches, and one payment from the council, which links the council to the tenant. */
async function acceptsRents({ page, press }: Hand, { fromNow = false } = {}) {
  const { novak, agent, council } = bankRows().rents;
  await press(page.getByRole('button', { name: `Accept ${novak.length + agent.length} exact matches` }));
  await press(page.getByRole('button', { name: /^Accept ?, LEEDS CITY COUNCIL/ }).first());
  // The council's other payments match only now.
  if (fromNow) await press(page.getByRole('button', { name: /^Start ledger on/ }));
  await press(page.getByRole('button', { name: `Accept ${council.length - 1} exact matches` }));
  await expect(page.getByRole('heading', { name: 'No bank rows to match' })).toBeVisible();
}

async function entersPastMonths({ page, press }: Hand) {
  for (const { name } of LETS) {
    await press(tab(page, 'Rent'));
    await press(page.getByRole('table', { name: 'Rent for the month' }).getByRole('link', { name, exact: true }));
    await press(page.getByRole('button', { name: 'Enter past months' }));
    await press(page.getByRole('dialog').getByRole('button', { name: /^Add £/ }));
    await expect(page.getByRole('button', { name: 'Enter past months' })).toBeHidden();
  }
  await press(tab(page, 'Rent'));
}

async function recordsAndReminds({ page, press }: Hand) {
  await page.setViewportSize({ width: 375, height: 760 });
  await press(page.getByRole('button', { name: /^Record rent.*Petr Novak/ }));
  await expectToast(page, '£750.00 recorded');
  await press(page.getByRole('button', { name: 'Reminders' }));
  const dialog = page.getByRole('dialog', { name: 'Reminders by email' });
  await press(dialog.getByRole('button', { name: 'Preview the email' }));
  await press(dialog.getByLabel('Remind tenants by email'));
  await press(dialog.getByRole('button', { name: 'Save' }));
  await expectToast(page, 'Reminders saved');
}

const Tenancies = z.object({ items: z.array(z.object({ tenancyId: z.string(), names: z.string() })) });
const Items = z.object({ items: z.array(z.unknown()) });
const sum = (rows: readonly Row[]) => rows.reduce((total, { pence }) => total + pence, 0);

async function expectRight({ page }: Hand) {
  const read = async (path: string) => sent(page.request.get(path));
  const { rents, costs } = bankRows();
  const { items } = Tenancies.parse(await read('/api/rent/payers'));
  const ledger = async (name: string) => {
    const { tenancyId } = items.find(({ names }) => names === name) ?? {};
    return Ledger.parse(await read(`/api/tenancies/${tenancyId}/ledger`));
  };
  const [novak, council, agent] = [await ledger(NOVAK.name), await ledger(COUNCIL.name), await ledger(AGENT.name)];
  const charged = ({ entries }: Ledger) =>
    entries.filter(({ kind }) => kind === 'rent').reduce((all, { amount }) => all + amount, 0);
  const paid = ({ entries }: Ledger) =>
    entries.filter(({ kind }) => kind === 'payment').reduce((all, { amount }) => all - amount, 0);
  expect([novak, council, agent].map(charged), 'each month from the start').toEqual(
    LETS.map(({ rent }) => MONTHS * rent),
  );
  expect([novak.balance, agent.balance], 'owed').toEqual([0, 0]);
  expect(paid(council), 'paid by the council').toBe(rents.council.length * FOUR_WEEKLY + monthsByHand() * COUNCIL.rent);
  const totals = TransactionTotals.parse(await read('/api/transactions/totals'));
  expect(totals.income, 'each payment once, without private ones').toBe(paid(novak) + paid(council) + paid(agent));
  const feesByHand = MONTHS - BANK_MONTHS.length;
  expect(totals.expenses, 'costs and fees').toBe(-sum(costs) + (rents.agent.length + feesByHand) * FEE);
  const waiting = Items.parse(await read('/api/bank-rows/list?section=rent'));
  expect(waiting.items, 'each bank row is used').toEqual([]);
  const drafts = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tenure.draft.')));
  expect(drafts, 'no draft without a change').toEqual([]);
}

/**
 * Returns the number of months before the first month that the file pays. A payment matches the nearest due date, and a
 * day early counts as much as three days late.
 */
function monthsByHand(): number {
  const oldest = bankRows().rents.council.at(-1)?.date ?? '';
  const month = `${oldest.slice(0, 8)}01`;
  const next = addMonths(month, 1);
  const due = 3 * daysBetween(oldest, next) < daysBetween(month, oldest) ? next : month;
  return Array.from({ length: MONTHS }, (_, count) => addMonths(start(), count)).filter((day) => day < due).length;
}

test('shows correct figures after adding homes and tenants before the bank file', async ({ page, landlord: _ }) => {
  const hand = handOf(page);
  await page.goto('/dashboard');
  for (const home of LETS) {
    await addsHome(hand, home);
    await assigns(hand, home, /^From the start/);
  }
  await namesAgent(hand);
  await bringsBankRows(hand);
  await acceptsRents(hand);
  await entersPastMonths(hand);
  await recordsAndReminds(hand);
  await expectRight(hand);
  expect(hand.presses(), 'presses').toBeLessThanOrEqual(MAX_PRESSES);
});

test('shows correct figures after adding the bank file before homes and tenants', async ({ page, landlord: _ }) => {
  const hand = handOf(page);
  const { press } = hand;
  await page.goto('/dashboard');
  await bringsBankRows(hand);
  for (const home of LETS) {
    await addsHome(hand, home);
    if (home === NOVAK) continue;
    await assigns(hand, home, /^From now/);
  }
  await namesAgent(hand);
  await opensBankRows(hand);
  await press(page.getByRole('link', { name: /^Add this payer as a tenant ?, P NOVAK/ }).first());
  await expect(field(page, 'Name')).toHaveValue(/NOVAK/i);
  await field(page, 'Property').fill(NOVAK.address);
  await press(page.getByRole('option').first());
  await fillsInTenant(hand, NOVAK, /^From now/);
  await expect(title(page, 'From your bank')).toBeVisible();
  await press(page.getByRole('button', { name: 'Move 2 ledgers back' }));
  await acceptsRents(hand, { fromNow: true });
  await entersPastMonths(hand);
  await recordsAndReminds(hand);
  await expectRight(hand);
  expect(hand.presses(), 'presses').toBeLessThanOrEqual(MAX_PRESSES);
});

import { describe, expect, it } from 'vitest';
import { checkedRows as checked } from '../../../../test/fixtures/checked-rows.ts';
import { type Checked, countsOf } from './check.ts';
import type { OwnProperty, OwnTenant } from './existing.ts';

const outcomes = (rows: readonly Checked[]) => rows.map(({ number, outcome }) => `${number} ${outcome}`);
const messages = (rows: readonly Checked[]) =>
  rows.flatMap(({ number, findings }) => findings.problems.map(({ message }) => `${number}: ${message}`));

const HEAD = 'Address,Town,Postcode,Type,Rent,Gas cert expiry\n';
const MILL = '12 Mill Road,Leeds,LS6 2QN,2 bed flat,£725,12/03/2026\n';
const ABBEY = '7 Abbey Walk,Leeds,LS12 4DT,terrace 3b,"£1,050.00",04/11/2026\n';
const PEOPLE = 'Name,Email,Phone,Property,Start,Rent,Deposit\n';

const own = (overrides: Partial<OwnProperty> = {}): OwnProperty => ({
  id: 'a3bb189e-8bf9-4888-9912-ace4e6543002',
  version: 1,
  address: '12 Mill Road',
  city: 'Leeds',
  postalCode: 'LS6 2QN',
  propertyType: 'flat',
  bedrooms: 2,
  bathrooms: 1,
  rent: 72_500,
  status: 'vacant',
  shownStatus: 'occupied',
  description: '',
  keyType: '',
  keyCode: '',
  ends: { gasSafety: '2026-03-12' },
  certificates: [],
  ...overrides,
});

const ownTenant = (overrides: Partial<OwnTenant> = {}): OwnTenant => ({
  id: 'a3bb189e-8bf9-4888-9912-ace4e6543009',
  version: 1,
  name: 'Jo Sand',
  email: 'jo@example.com',
  phone: '07700 900123',
  propertyId: own().id,
  tenancyId: 'a3bb189e-8bf9-4888-9912-ace4e654300a',
  leaseStart: '2025-02-01',
  leaseEnd: null,
  rentAmount: 72_500,
  depositAmount: 80_000,
  movedOut: null,
  chargesFrom: '2026-11-01',
  guarantorName: '',
  guarantorAddress: '',
  guarantorPhone: '',
  ...overrides,
});

describe('properties', () => {
  it('are new, with their type, bedrooms and certificate', async () => {
    const [one, two] = await checked({ Houses: HEAD + MILL + ABBEY });
    expect(one).toMatchObject({
      outcome: 'new',
      prepared: {
        input: {
          address: '12 Mill Road',
          propertyType: 'flat',
          bedrooms: 2,
          bathrooms: 1,
          rent: 72_500,
          certificates: [{ complianceItem: 'gasSafety', expirationDate: '2026-03-12', renewalFrequency: 'Yearly' }],
        },
      },
    });
    expect(two).toMatchObject({
      outcome: 'new',
      prepared: { input: { propertyType: 'terraced', bedrooms: 3, rent: 105_000 } },
    });
  });

  it('are wrong with a sentence for each cell', async () => {
    const rows = await checked({
      Houses: `${HEAD}"Flat 2, The Maltings",Wakefield,WF1 3AB,Flat 2 bed,895,31/06/2026
7 Abbey Walk,Leeds,LS12 4DT,Flat 1 bed,895,2024
22 Park Row,Leeds,LS1 5HD,Flat 1 bed,895,#REF!
15 Otley Old Road,Leeds,LS16,Flat 1 bed,895,12/03/2026
3 Priory Mews,Wakefield,WF2 0AA,Flat 1 bed,"£1,2O0",12/03/2026
4 Priory Mews,,WF2 0AA,Flat,895,
`,
    });
    expect(messages(rows)).toEqual([
      '2: June has 30 days',
      '3: Only a year: give the day',
      '4: Error in Excel: the cell lost its link',
      '5: Postcode is not complete',
      '6: Not a sum of money',
      '7: City is required',
      '7: Number of bedrooms is required',
    ]);
    expect(rows[4]?.findings.problems[0]).toMatchObject({ column: 4, field: 'rent', suggestion: '£1,200.00' });
  });

  it('are new with a rating instead of the day of an energy certificate', async () => {
    const rows = await checked({
      Houses: `Address,Town,Postcode,Type,Rent,EPC expiry\n1 Mill Road,Leeds,LS6 2QN,2 bed flat,725,C\n`,
    });
    expect(messages(rows)).toEqual([]);
    expect(rows[0]).toMatchObject({ outcome: 'new', prepared: { input: { certificates: [] } } });
  });

  it('are read as corrected', async () => {
    const rows = await checked({ Houses: HEAD + MILL.replace('£725', 'lots') }, { corrected: { 2: { 4: '725' } } });
    expect(outcomes(rows)).toEqual(['2 new']);
  });

  it('are known, or changed with both values', async () => {
    const rows = await checked(
      { Houses: HEAD + MILL + ABBEY },
      {
        existing: {
          properties: [
            own(),
            own({ id: 'a3bb189e-8bf9-4888-9912-ace4e6543003', address: '7 Abbey Wlk', postalCode: 'LS12 4DT' }),
            own({
              id: 'a3bb189e-8bf9-4888-9912-ace4e6543004',
              address: '7 Abbey Walk',
              postalCode: 'LS12 4DT',
              propertyType: 'terraced',
              bedrooms: 3,
              ends: { gasSafety: '2027-11-06' },
            }),
          ],
        },
      },
    );
    expect(outcomes(rows)).toEqual(['2 known', '3 changed']);
    expect(rows[1]?.findings.changes).toEqual([
      { field: 'rent', label: 'Rent a month', ours: '£725.00', file: '£1,050.00', take: 'file' },
      { field: 'gasExpires', label: 'Gas safety, valid until', ours: '06 Nov 2027', file: '04 Nov 2026', take: 'file' },
    ]);
  });

  it('are known if each difference keeps ours', async () => {
    const rows = await checked(
      { Houses: HEAD + MILL },
      { existing: { properties: [own({ rent: 70_000 })] }, choices: { 2: { ours: ['rent'] } } },
    );
    expect(outcomes(rows)).toEqual(['2 known']);
  });

  it('are known if they are equal to an earlier row, else need a choice', async () => {
    const twice = HEAD + MILL + MILL + MILL.replace('725', '750');
    const rows = await checked({ Houses: twice });
    expect(outcomes(rows)).toEqual(['2 new', '3 known', '4 wrong']);
    expect(rows[2]?.findings.problems[0]).toMatchObject({
      message: 'Twice in your file. Rent a month differs: £725.00 and £750.00',
      twice: 2,
    });
    expect(
      outcomes(await checked({ Houses: twice }, { choices: { 2: { leaveOut: true }, 3: { leaveOut: true } } })),
    ).toEqual(['2 left_out', '3 left_out', '4 new']);
  });

  it('are left out with their value', async () => {
    const type = { 3: { values: { 'terrace 3b': { to: 'leave_out', bedrooms: null } } } };
    expect(outcomes(await checked({ Houses: HEAD + MILL + ABBEY }, { columns: type }))).toEqual([
      '2 new',
      '3 left_out',
    ]);
  });

  it('can be corrected after a person keeps a row that its value leaves out', async () => {
    const columns = { 3: { values: { 'terrace 3b': { to: 'leave_out', bedrooms: null } } } };
    const back = { columns, choices: { 3: { leaveOut: false } } };
    expect(messages(await checked({ Houses: HEAD + MILL + ABBEY }, back))).toEqual(['3: Choose what ‘terrace 3b’ is']);
    const corrected = { 3: { 3: 'House 3 bed' } };
    expect(outcomes(await checked({ Houses: HEAD + MILL + ABBEY }, { ...back, corrected }))).toEqual([
      '2 new',
      '3 new',
    ]);
  });

  it('are refused if they are the template’s examples', async () => {
    const rows = await checked({ Houses: `${HEAD}Example: 1 High Street,Leeds,LS6 2QN,flat 1 bed,700,\n` });
    expect(messages(rows)).toEqual([expect.stringMatching(/^2: This is an example from the template/)]);
  });
});

describe('tenants', () => {
  const jo = 'Jo Sand,jo@example.com,07700900123,12 Mill Road,01/02/2025,,£800\n';

  it('live in a property of the same workbook, with its rent and the chosen first day', async () => {
    const rows = await checked({ Houses: HEAD + MILL, People: PEOPLE + jo });
    expect(rows[1]).toMatchObject({
      outcome: 'new',
      prepared: {
        home: { sheet: 0, number: 2 },
        input: {
          name: 'Jo Sand',
          leaseStart: '2025-02-01',
          periodic: true,
          rentAmount: 72_500,
          depositAmount: 80_000,
          ledger: { from: '2026-11-01', owed: 0 },
        },
      },
    });
  });

  it('have a periodic tenancy by a word instead of the end of a fixed term', async () => {
    const people =
      'Name,Email,Phone,Property,Start,Fixed term to\nJo Sand,jo@example.com,07700900123,12 Mill Road,01/02/2025,Periodic\n';
    const rows = await checked({ Houses: HEAD + MILL, People: people });
    expect(rows[1]).toMatchObject({ outcome: 'new', prepared: { input: { leaseEnd: null, periodic: true } } });
  });

  it('are left out with their property, and counted', async () => {
    const rows = await checked({
      Houses: HEAD + MILL.replace('LS6 2QN', 'LS6') + ABBEY,
      People: PEOPLE + jo + jo.replace('12 Mill Road', '7 Abbey Walk'),
    });
    expect(outcomes(rows)).toEqual(['2 wrong', '3 new', '2 depends', '3 new']);
    expect(rows[2]?.findings.needs).toEqual({ sheet: 0, number: 2 });
    expect(countsOf(rows).get(null)).toEqual({
      rows: 4,
      new: 2,
      changed: 0,
      known: 0,
      wrong: 1,
      left_out: 0,
      depends: 1,
    });
  });

  it('are left out with a property of wrong rent if they have no rent', async () => {
    const rows = await checked({ Houses: HEAD + MILL.replace('£725', 'lots'), People: PEOPLE + jo });
    expect(outcomes(rows)).toEqual(['2 wrong', '2 depends']);
    expect(messages(rows)).toEqual(['2: Not a sum of money']);
  });

  it('share a tenancy with the same first day, and have their own with another rent', async () => {
    const more =
      'Al Sand,al@example.com,07700900124,12 Mill Road,01/02/2025,,\nMo Room,mo@example.com,07700900125,12 Mill Road,01/02/2025,£400,\n';
    const rows = await checked({ Houses: HEAD + MILL, People: PEOPLE + jo + more });
    expect(
      rows.slice(1).map(({ prepared }) => prepared?.kind === 'tenants' && [prepared.join, prepared.input.rentAmount]),
    ).toEqual([
      [null, 72_500],
      [{ sheet: 1, number: 2 }, 72_500],
      [null, 40_000],
    ]);
  });

  it('are known by email, and their terms are not changed', async () => {
    const existing = { properties: [own()], tenants: [ownTenant()] };
    expect(outcomes(await checked({ People: PEOPLE + jo }, { existing }))).toEqual(['2 known']);
    const raised = await checked({ People: PEOPLE + jo.replace(',,£800', ',£900,£800') }, { existing });
    expect(raised[0]?.findings.problems).toMatchObject([
      { field: 'rentAmount', message: 'Tenure has £725.00. Change it on the tenancy’s page', suggestion: '£725.00' },
    ]);
  });

  it('need a choice between two properties with the same address', async () => {
    const other = own({ id: 'a3bb189e-8bf9-4888-9912-ace4e6543003', postalCode: 'BD1 2BB', city: 'Bradford' });
    const existing = { properties: [own(), other] };
    const [row] = await checked({ People: PEOPLE + jo }, { existing });
    expect(row?.findings.problems[0]).toMatchObject({
      message: '‘12 Mill Road’ could be 12 Mill Road, Leeds or 12 Mill Road, Bradford',
      candidates: [{ id: own().id }, { id: other.id }],
    });
    expect(
      await checked({ People: PEOPLE + jo }, { existing, choices: { 2: { choose: { property: other.id } } } }),
    ).toMatchObject([{ outcome: 'new', prepared: { home: { id: other.id } } }]);
  });

  it('have a plausible first day', async () => {
    const old = jo.replace('01/02/2025', '01/02/1925');
    const [row] = await checked({ Houses: HEAD + MILL, People: PEOPLE + old }).then((rows) => rows.slice(1));
    expect(row?.findings.problems[0]).toMatchObject({
      message: 'Check the year',
      candidates: [{ id: 'confirmed', label: 'Yes, it started in 1925' }],
    });
  });
});

describe('transactions', () => {
  const head = 'Date,Details,Money in,Money out,Category,Property,Tenant\n';
  const rent = '01/11/2026,Rent November,725.00,,Rent,12 Mill Road,Jo Sand\n';
  const existing = { properties: [own()], tenants: [ownTenant()] };

  it('are income and expenses, and rent is in the ledger from its first day', async () => {
    const rows = await checked(
      {
        Money: `${head}${rent}01/10/2026,Rent October,725.00,,Rent,12 Mill Road,Jo Sand\n03/11/2026,Boiler,,(120.00),Repairs,12 Mill Road,\n`,
      },
      { existing },
    );
    expect(
      rows.map(
        ({ prepared }) =>
          prepared?.kind === 'transactions' && [
            prepared.input.type,
            prepared.input.amount,
            prepared.input.category,
            prepared.tenant,
          ],
      ),
    ).toEqual([
      ['income', 72_500, 'rent', { id: ownTenant().id }],
      ['income', 72_500, 'rent', null],
      ['expense', 12_000, 'maintenance', null],
    ]);
  });

  it('are known once for each existing transaction', async () => {
    const transactions = [
      { id: 'x', date: '2026-11-01', amount: 72_500, description: 'Rent November', propertyId: own().id },
    ];
    expect(outcomes(await checked({ Money: head + rent + rent }, { existing: { ...existing, transactions } }))).toEqual(
      ['2 known', '3 new'],
    );
  });

  it('can be imported without their unknown supplier', async () => {
    const text = 'Date,Details,Amount,Type,Category,Supplier\n01/11/2026,Boiler,120,Expense,Repairs,Leak & Sons\n';
    const [row] = await checked({ Money: text });
    expect(row?.findings.problems[0]).toMatchObject({
      message: 'No supplier is ‘Leak & Sons’',
      candidates: [
        { id: 'add', label: 'Add ‘Leak & Sons’ as a supplier' },
        { id: 'none', label: 'Without a supplier' },
      ],
    });
    expect(outcomes(await checked({ Money: text }, { choices: { 2: { choose: { supplier: 'none' } } } }))).toEqual([
      '2 new',
    ]);
  });

  it('are typed by the sign if that is chosen', async () => {
    const text = 'Date,Details,Amount,Category\n01/11/2026,Boiler,-120,Repairs\n02/11/2026,Refund,20,Repairs\n';
    const rows = await checked({ Money: text }, { fixed: { type: 'sign' } });
    expect(rows.map(({ prepared }) => prepared?.kind === 'transactions' && prepared.input.type)).toEqual([
      'expense',
      'income',
    ]);
  });
});

describe('certificates', () => {
  it('renew the current one, and are known by their days', async () => {
    const certificate = {
      id: 'a3bb189e-8bf9-4888-9912-ace4e6543011',
      item: 'gasSafety' as const,
      name: 'Gas',
      issueDate: null,
      expirationDate: '2026-03-12',
      replacedBy: null,
    };
    const existing = { properties: [own({ certificates: [certificate] })] };
    const rows = await checked(
      {
        Certificates:
          'Property,Certificate,Expiry\n12 Mill Road,CP12,12/03/2027\n12 Mill Road,Gas safety,12/03/2026\n12 Mill Road,Legionella,\n',
      },
      { existing },
    );
    expect(outcomes(rows)).toEqual(['2 new', '3 known', '4 wrong']);
    expect(rows[0]).toMatchObject({ prepared: { input: { renews: certificate.id, complianceItem: 'gasSafety' } } });
    expect(messages(rows)).toEqual(['4: Enter the issue date or the expiry date']);
  });
});

describe('suppliers', () => {
  it('are new with their trade, or known by name', async () => {
    const text =
      'Company,Trade,Email,Tel,Address\nLeak & Sons,Plumber,leak@example.com,0113 496 0000,"1 Dock Road, Leeds"\nBright Ltd,Electrician,bright,0113 496 0001,"2 Dock Road, Leeds"\n';
    const rows = await checked({ Suppliers: text });
    expect(rows[0]).toMatchObject({
      outcome: 'new',
      prepared: { input: { serviceType: 'Plumbing', contactPerson: 'Leak & Sons' } },
    });
    expect(messages(rows)).toEqual(['3: Valid email is required']);
  });
});

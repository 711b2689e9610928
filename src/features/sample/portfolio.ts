import type { z } from 'zod';
import { addDays, addMonths } from '../../shared/dates.ts';
import { type Compliance, NO_COMPLIANCE } from '../compliance/compliance.ts';
import type { CertificateInput } from '../property/documents.ts';
import type { PropertyInput } from '../property/property.ts';
import type { SupplierInput } from '../supplier/supplier.ts';
import type { TenantInput } from '../tenant/tenant.ts';
import type { TransactionInput } from '../transaction/transaction.ts';
import { HOMES, type Home, SUPPLIERS } from './homes.ts';
import { countedFrom, type Payment, paymentsOf, type Raise, raiseOf } from './ledgers.ts';
import { type TaxRecords, taxRecordsOf } from './tax-records.ts';

/** Links are indexes in `properties`, `suppliers` and `tenants` (for a tenancy), since ids are created later. */
type Linked<T> = Omit<T, 'propertyId' | 'supplierId' | 'tenancyId'> & {
  property: number | null;
  supplier: number | null;
  tenant?: number;
};

/** `added` is the day on which the record appears to have been added. */
type Added<T> = T & { added: string };

export type Portfolio = {
  properties: Added<z.input<typeof PropertyInput>>[];
  suppliers: Added<z.input<typeof SupplierInput> & { homes: number[] }>[];
  /** `joins` is the index of the tenant whose tenancy this tenant shares. */
  tenants: Added<Omit<z.input<typeof TenantInput>, 'propertyId'> & { property: number; joins: number | null }>[];
  /** Ledgers of current tenancies, by index of their first tenant. */
  ledgers: Ledger[];
  transactions: Linked<z.input<typeof TransactionInput>>[];
  tax: TaxRecords;
};

type Ledger = {
  tenant: number;
  property: number;
  names: string[];
  from: string;
  raise: Raise | undefined;
  disputes: boolean;
  payments: Payment[];
};

/** The first day of the portfolio, in days from today. */
const BEGAN = -720;

export function samplePortfolio(today: string): Portfolio {
  const properties = HOMES.map(({ added, ...home }, index) => ({
    ...propertyOf(home, today),
    added: addDays(today, added ?? BEGAN + 25 * (HOMES.length - index)),
  }));
  const { people, ledgers } = peopleOf(today);
  return {
    properties,
    suppliers: SUPPLIERS.map((supplier, index) => ({
      ...supplier,
      email: `office@${hostOf(supplier.name)}`,
      added: addDays(today, BEGAN + 40 * (SUPPLIERS.length - index)),
    })),
    tenants: people.map((tenant) => {
      const homeAdded = properties[tenant.property]?.added ?? today;
      return { ...tenant, added: tenant.leaseStart > homeAdded ? tenant.leaseStart : homeAdded };
    }),
    ledgers,
    transactions: transactionsOf(ledgers, today).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    tax: taxRecordsOf(today),
  };
}

const hostOf = (name: string) => `${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example`;

const CERTIFICATES = {
  gas: { name: 'Gas Safety Record', complianceItem: 'gasSafety', renewalFrequency: 'Yearly', days: 365, cost: 8_500 },
  epc: {
    name: 'Energy Performance Certificate',
    complianceItem: 'energyPerformance',
    renewalFrequency: 'Every 10 Years',
    days: 3652,
    cost: 6_500,
  },
  electrical: {
    name: 'Electrical Installation Condition Report',
    complianceItem: 'electricalSafety',
    renewalFrequency: 'Every 5 Years',
    days: 1826,
    cost: 18_000,
  },
} as const;

function propertyOf(
  { ends, tenancies, rent, ...home }: Omit<Home, 'added'>,
  today: string,
): z.input<typeof PropertyInput> {
  const certificates = Object.entries(CERTIFICATES).flatMap(([name, { days, ...kind }]) => {
    const left = ends[name as keyof typeof CERTIFICATES];
    if (left === undefined) return [];
    const certificate: z.input<typeof CertificateInput> = {
      ...kind,
      issueDate: addDays(today, left - days),
      expirationDate: addDays(today, left),
    };
    return [certificate];
  });
  return { ...home, rent: rent * 100, certificates, compliance: complianceOf({ ends, tenancies }, today) };
}

function complianceOf({ ends, tenancies }: Pick<Home, 'ends' | 'tenancies'>, today: string): Compliance {
  const there = { completed: true, notApplicable: null, notes: '' };
  const { insurance } = ends;
  const tenancy = tenancies.at(-1);
  return {
    ...NO_COMPLIANCE,
    ...(insurance !== undefined && {
      landlordInsurance: {
        ...there,
        provider: 'Aegis Mutual',
        policyNumber: 'AM/20417',
        expiryDate: addDays(today, insurance),
      },
    }),
    ...(tenancy && {
      alarms: { ...there, lastChecked: addDays(today, tenancy.since) },
      tenancyAgreement: { ...there, agreementDate: addDays(today, tenancy.since - 9) },
      depositProtection: {
        ...there,
        scheme: 'DPS',
        reference: 'DPS-4410',
        protectionDate: addDays(today, tenancy.since + 7),
      },
    }),
    // Gas safety does not apply without gas.
    ...(ends.gas === undefined &&
      tenancy && {
        gasSafety: { ...NO_COMPLIANCE.gasSafety, notApplicable: 'All electric: there is no gas in the building.' },
      }),
  };
}

type Person = Omit<Portfolio['tenants'][number], 'added'>;

function peopleOf(today: string): { people: Person[]; ledgers: Ledger[] } {
  const people: Person[] = [];
  const ledgers: Ledger[] = [];
  for (const [property, { tenancies, rent }] of HOMES.entries())
    for (const { names, since, until, movedOut, byRoom, pays = 'on time' } of tenancies) {
      const first = people.length;
      const start = addDays(today, since);
      const rentAmount = Math.round((rent * 100) / (byRoom ? names.length : 1));
      for (const [index, name] of names.entries())
        people.push({
          ...contactOf(name, index),
          name,
          property,
          joins: byRoom || index === 0 ? null : first,
          leaseStart: start,
          leaseEnd: until === undefined ? null : addDays(today, until),
          periodic: until === undefined,
          rentAmount,
          // Five weeks' rent, the maximum in the Tenant Fees Act 2019, Schedule 1.
          depositAmount: Math.floor((rentAmount * 12 * 5) / 52),
          movedOut: movedOut === undefined ? null : addDays(today, movedOut),
        });
      if (movedOut !== undefined) continue;
      const from = countedFrom(start, today);
      const ledger = {
        property,
        from,
        raise: raiseOf(pays, { rent: rentAmount, today }),
        disputes: pays === 'disputes',
        payments: paymentsOf(pays, { rent: rentAmount, from, today }),
      };
      if (byRoom) ledgers.push(...names.map((name, index) => ({ ...ledger, tenant: first + index, names: [name] })));
      else ledgers.push({ ...ledger, tenant: first, names });
    }
  return { people, ledgers };
}

function contactOf(name: string, index: number): Pick<Person, 'email' | 'phone'> {
  const localPart = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '.');
  return {
    email: `${localPart}@post.example`,
    phone: `07700 900${String(100 + ((name.length * 37 + index * 11) % 900)).padStart(3, '0')}`,
  };
}

const MONTHS = 24;

/** A cost in pence, every few months: for one home, for a supplier's homes in turn, or for all homes. */
type Cost = {
  every: number;
  amount: number;
  category: 'maintenance' | 'utilities' | 'insurance' | 'tax' | 'other';
  description: string;
  supplier?: number;
  home?: number;
};
const COSTS: readonly Cost[] = [
  {
    every: 3,
    amount: 24_000,
    category: 'maintenance',
    description: 'Gas safety check and boiler service',
    supplier: 0,
  },
  { every: 2, amount: 14_250, category: 'maintenance', description: 'Call-out: leak under the sink', supplier: 0 },
  { every: 4, amount: 31_800, category: 'maintenance', description: 'Consumer unit and sockets', supplier: 1 },
  { every: 5, amount: 46_500, category: 'maintenance', description: 'Slipped slates and gutter', supplier: 3 },
  { every: 3, amount: 16_000, category: 'maintenance', description: 'End of tenancy clean', supplier: 4 },
  {
    every: 1,
    amount: 11_990,
    category: 'utilities',
    description: 'Water and electricity for the shared house',
    home: 9,
  },
  { every: 12, amount: 248_600, category: 'insurance', description: 'Landlord insurance, all properties' },
  { every: 6, amount: 18_740, category: 'tax', description: 'Council tax while empty', home: 7 },
  { every: 12, amount: 42_000, category: 'other', description: 'Accountant, self assessment' },
];

function transactionsOf(ledgers: readonly Ledger[], today: string): Portfolio['transactions'] {
  const past: Portfolio['transactions'] = [];
  for (let month = MONTHS - 1; month >= 0; month--) {
    const first = addMonths(`${today.slice(0, 8)}01`, -month);
    past.push(...rentsOf(first, today), ...costsOf(first, month));
  }
  const paid = ledgers.flatMap(({ names, payments, ...ledger }) =>
    payments.map((payment) => rentPaid({ ...ledger, ...payment, names })),
  );
  return [...past.filter(({ date }) => date <= today), ...paid, ...pendingExpenses(today)];
}

type Paid = Payment & { names: string[]; property: number; tenant?: number };

const rentPaid = ({ names, property, tenant, date, amount }: Paid): Portfolio['transactions'][number] => ({
  type: 'income',
  category: 'rent',
  amount,
  description: `Rent, ${names.join(' and ')}`,
  date,
  property,
  supplier: null,
  ...(tenant !== undefined && { tenant }),
});

/** Returns rents before the ledgers start, from the start of each tenancy to its end. */
function rentsOf(first: string, today: string): Portfolio['transactions'] {
  return HOMES.flatMap(({ rent, tenancies }, property) =>
    tenancies.flatMap(({ names, since, movedOut }) => {
      const start = addDays(today, since);
      const until = movedOut === undefined ? countedFrom(start, today) : addDays(today, movedOut);
      if (first < start || first >= until) return [];
      return [rentPaid({ names, property, date: addDays(first, property % 4), amount: rent * 100 })];
    }),
  );
}

function costsOf(first: string, month: number): Portfolio['transactions'] {
  return COSTS.flatMap(({ every, home, supplier, ...cost }, index) => {
    if ((month + index) % every !== 0) return [];
    const homes = supplier === undefined ? [home ?? null] : (SUPPLIERS[supplier]?.homes ?? []);
    const property = homes[Math.floor(month / every) % homes.length] ?? null;
    const amount = cost.amount + ((month * 7 + index * 3) % 9) * 385;
    return [
      { ...cost, amount, date: addDays(first, 6 + ((index * 5 + month) % 19)), property, supplier: supplier ?? null },
    ];
  });
}

/** Returns pending expenses: one overdue, two due later. */
function pendingExpenses(today: string): Portfolio['transactions'] {
  const expense = { category: 'maintenance', status: 'pending' } as const;
  return [
    {
      ...expense,
      amount: 28_640,
      description: 'Boiler repair call-out',
      date: addDays(today, -9),
      property: 3,
      supplier: 0,
    },
    {
      ...expense,
      amount: 92_500,
      description: 'Kitchen units, second part',
      date: addDays(today, 11),
      property: 8,
      supplier: null,
    },
    { ...expense, amount: 18_000, description: 'Electrical report', date: addDays(today, 6), property: 0, supplier: 1 },
  ];
}

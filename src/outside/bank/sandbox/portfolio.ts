/** The sandbox bank's data: three invented banks with two years of transactions, deterministic for each day. */
import { addDays, daysBetween, weekday } from '../../../shared/dates.ts';

/** `amount` is pence, negative for money out. */
export type SandboxEntry = { id: string; date: string; amount: number; party: string; text: string };

type Rule = {
  name: string;
  on: (day: string) => boolean;
  amount: number | ((day: string) => number);
  party: string;
  text: string;
};

export type SandboxAccount = {
  key: string;
  name: string;
  product: string;
  kind: 'CACC' | 'SVGS';
  sortCode: string;
  accountNumber: string;
  iban: string;
  opening: number;
  rules: Rule[];
};

export type SandboxInstitution = {
  id: string;
  name: string;
  bic: string;
  historyDays: number;
  accessDays: number;
  /** Duration of a consent with reconfirmation. If `promised`, it is advertised but rejected, as by some real banks. */
  reconfirmation: { days: number; promised?: true } | undefined;
  /** Which ids transactions have: the bank's and GoCardless's ('both'), or only the bank's ('own'). */
  ids: 'both' | 'own' | 'none';
  /** The field of account details that contains sort code and account number. */
  numbers: 'scan' | 'bban' | 'iban';
  accounts: SandboxAccount[];
};

/** Hashes the text (FNV-1a) to a number from 0 to `below` − 1. */
function pseudoRandom(text: string, below: number): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) % below;
}

const monthly = (date: number) => (day: string) => Number(day.slice(8)) === date;
const weekly = (place: number) => (day: string) => weekday(day) === place;
const everyFourWeeks = (first: string) => (day: string) => daysBetween(first, day) % 28 === 0;
const quarterly = (date: number) => (day: string) => monthly(date)(day) && Number(day.slice(5, 7)) % 3 === 0;
/** Matches pseudo-random days, on average one in `days`. */
const onceIn = (days: number, seed: string) => (day: string) => pseudoRandom(`${seed} ${day}`, days) === 0;
const between = (min: number, max: number, seed: string) => (day: string) =>
  Math.sign(max) * (Math.abs(min) + pseudoRandom(`${seed} ${day} £`, Math.abs(max) - Math.abs(min)));

const rule = (name: string, entriesOn: Rule['on'], amount: Rule['amount'], party: string, text: string): Rule => ({
  name,
  on: entriesOn,
  amount,
  party,
  text,
});

const RENTS: Rule[] = [
  rule('rent-14a', monthly(1), 120_000, 'A TENANT', 'STANDING ORDER RENT 14A HARBOUR ROW'),
  rule('rent-14b', monthly(1), 92_550, 'B TENANT', 'STANDING ORDER FLAT B'),
  // Two lodgers pay equal amounts on the same day.
  rule('room-1', monthly(2), 47_500, 'C TENANT AND D TENANT', 'ROOM RENT'),
  rule('room-2', monthly(2), 47_500, 'C TENANT AND D TENANT', 'ROOM RENT'),
  rule('part-1', monthly(3), 60_000, 'E TENANT', 'RENT PART 1'),
  rule('part-2', monthly(17), 35_000, 'E TENANT', 'REST OF RENT'),
  rule('council', everyFourWeeks('2024-01-08'), 41_236, 'NORTHFIELD COUNCIL', 'HOUSING BENEFIT 00183'),
  rule(
    'agent',
    monthly(10),
    between(98_000, 112_400, 'agent'),
    'OAKLEY LETTINGS LTD',
    'NET RENT 3 MILL LANE LESS FEES',
  ),
];

const COSTS: Rule[] = [
  rule('mortgage', monthly(5), -68_427, 'CASTLEGATE MORTGAGES', 'DIRECT DEBIT 0093318'),
  rule('insurance', monthly(12), -3_862, 'BEACON LANDLORD INSURANCE', 'DIRECT DEBIT POLICY'),
  rule('ground-rent', quarterly(24), -12_500, 'HARBOUR ROW FREEHOLD', 'GROUND RENT'),
  rule('repairs', onceIn(19, 'repairs'), between(-4_500, -61_000, 'repairs'), 'HILL PLUMBING', 'INVOICE BOILER REPAIR'),
  rule('materials', weekly(2), between(-650, -8_900, 'materials'), 'BRICK AND BOARD DIY', 'CARD PAYMENT'),
  rule('refund', onceIn(75, 'refund'), between(999, 4_500, 'refund'), 'BRICK AND BOARD DIY', 'CARD REFUND'),
  rule('to-saver', monthly(25), -30_000, 'A LANDLORD', 'TRANSFER TO DEPOSITS 00002290'),
  rule('drawings', monthly(28), -260_000, 'A LANDLORD', 'TRANSFER TO CURRENT ACCOUNT'),
];

const HARBOUR: SandboxInstitution = {
  id: 'SANDBOX_HARBOUR_SBXHGB21',
  name: 'Harbour Bank (sandbox)',
  bic: 'SBXHGB21',
  historyDays: 730,
  accessDays: 90,
  reconfirmation: { days: 180 },
  ids: 'both',
  numbers: 'scan',
  accounts: [
    {
      key: 'harbour-rents',
      name: 'Rent account',
      product: 'Business Current',
      kind: 'CACC',
      sortCode: '001122',
      accountNumber: '44174417',
      iban: 'GB62SBXH00112244174417',
      opening: 412_055,
      rules: [...RENTS, ...COSTS],
    },
    {
      key: 'harbour-deposits',
      name: 'Deposits',
      product: 'Business Saver',
      kind: 'SVGS',
      sortCode: '001122',
      accountNumber: '00002290',
      iban: 'GB93SBXH00112200002290',
      opening: 180_000,
      rules: [
        rule('from-rents', monthly(25), 30_000, 'A LANDLORD', 'TRANSFER FROM RENT ACCOUNT 44174417'),
        rule('interest', monthly(27), between(310, 1_980, 'interest'), '', 'INTEREST PAID'),
      ],
    },
    {
      key: 'harbour-own',
      name: 'Classic Account',
      product: 'Classic Account',
      kind: 'CACC',
      sortCode: '001122',
      accountNumber: '10008105',
      iban: 'GB19SBXH00112210008105',
      opening: 96_310,
      rules: [
        rule('drawings', monthly(28), 260_000, 'A LANDLORD', 'TRANSFER FROM RENT ACCOUNT 44174417'),
        // Daily, so that an entry is always pending.
        rule('shopping', () => true, between(-380, -9_700, 'shopping'), 'CORNER STORES', 'CARD PAYMENT'),
        rule('council-tax', monthly(4), -18_700, 'NORTHFIELD COUNCIL', 'DIRECT DEBIT COUNCIL TAX'),
      ],
    },
  ],
};

const MERIDIAN: SandboxInstitution = {
  id: 'SANDBOX_MERIDIAN_SBXMGB21',
  name: 'Meridian Building Society (sandbox)',
  bic: 'SBXMGB21',
  historyDays: 365,
  accessDays: 90,
  reconfirmation: { days: 180, promised: true },
  ids: 'own',
  numbers: 'iban',
  accounts: [
    {
      key: 'meridian-lettings',
      name: 'Lettings',
      product: 'Current Account',
      kind: 'CACC',
      sortCode: '002233',
      accountNumber: '30041187',
      iban: 'GB67SBXM00223330041187',
      opening: 250_000,
      rules: [
        rule('rent', monthly(6), 135_000, 'F TENANT', 'RENT 22 QUAY STREET'),
        rule('agent', monthly(11), between(61_000, 74_300, 'quay agent'), 'OAKLEY LETTINGS LTD', 'STATEMENT 22 QUAY'),
        rule('mortgage', monthly(8), -74_219, 'CASTLEGATE MORTGAGES', 'DIRECT DEBIT 0104482'),
        rule(
          'repairs',
          onceIn(30, 'quay repairs'),
          between(-6_000, -42_000, 'quay repairs'),
          'BRIGHT ELECTRICAL',
          'INVOICE',
        ),
        rule('fee', monthly(26), -600, '', 'MONTHLY ACCOUNT FEE'),
      ],
    },
  ],
};

const PENNY: SandboxInstitution = {
  id: 'SANDBOX_PENNY_SBXPGB21',
  name: 'Penny (sandbox)',
  bic: 'SBXPGB21',
  historyDays: 90,
  accessDays: 90,
  reconfirmation: undefined,
  ids: 'none',
  numbers: 'bban',
  accounts: [
    {
      key: 'penny-business',
      name: 'Business account',
      product: 'Business account',
      kind: 'CACC',
      sortCode: '003344',
      accountNumber: '55506612',
      iban: 'GB21SBXP00334455506612',
      opening: 120_000,
      rules: [
        rule('rent', monthly(1), 79_500, 'G TENANT', 'RENT'),
        rule('room-1', monthly(1), 40_000, 'H TENANT', 'RENT'),
        rule('room-2', monthly(1), 40_000, 'H TENANT', 'RENT'),
        rule('cleaning', weekly(4), -4_500, 'SPOTLESS CLEANING', 'COMMUNAL CLEANING'),
      ],
    },
  ],
};

export const SANDBOX_INSTITUTIONS = [HARBOUR, MERIDIAN, PENNY];

export function sandboxAccount(key: string): { bank: SandboxInstitution; account: SandboxAccount } | undefined {
  for (const bank of SANDBOX_INSTITUTIONS)
    for (const account of bank.accounts) if (account.key === key) return { bank, account };
  return undefined;
}

function booked(account: SandboxAccount, from: string, to: string): SandboxEntry[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, back) =>
    entriesOn(account, addDays(to, -back)),
  ).flat();
}

function entriesOn({ key, rules }: SandboxAccount, date: string): SandboxEntry[] {
  return rules
    .filter((rule) => rule.on(date))
    .map(({ name, amount, party, text }) => ({
      id: `${key}-${name}-${date}`,
      date,
      amount: typeof amount === 'number' ? amount : amount(date),
      party,
      text,
    }));
}

/** Returns entries and balance on `today`, in pence. The entries of `today` are pending, and booked the next day. */
export function sandboxBooks(
  { account, bank: { historyDays } }: { account: SandboxAccount; bank: SandboxInstitution },
  { today, from, to = today }: { today: string; from?: string | undefined; to?: string | undefined },
) {
  const yesterday = addDays(today, -1);
  const earliest = addDays(today, -historyDays);
  const all = booked(account, addDays(today, -730), yesterday);
  const first = from && from > earliest ? from : earliest;
  return {
    booked: all.filter(({ date }) => date >= first && date <= to),
    pending: entriesOn(account, today),
    balance: all.reduce((sum, { amount }) => sum + amount, account.opening),
  };
}

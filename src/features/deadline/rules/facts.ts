/** Facts from which the deadlines of a home are derived. Dates are YYYY-MM-DD in London. */
import type { Nation } from '../../property/home/nation.ts';

/** Facts that a rule can report as missing. Those of a tenancy or another record are entered on its page. */
export const FACTS = [
  'country',
  'gas',
  'storeys',
  'combustionRooms',
  'people',
  'households',
  'gasCheck',
  'electricalCheck',
  'energyCheck',
  'alarmsChecked',
  'depositReceived',
  'licence',
] as const;
export type Fact = (typeof FACTS)[number];

export type Certificate = {
  id: string;
  item: string | null;
  issued: string | null;
  expires: string | null;
  outcome: 'satisfactory' | 'C1' | 'C2' | 'C3' | 'FI' | null;
  workDue: string | null;
  workDone: string | null;
  confirmedToTenant: string | null;
  confirmedToCouncil: string | null;
};

export type Person = { id: string; name: string; movedIn: string | null; movedOut: string | null };

type RightToRentCheck = {
  personId: string;
  checkedOn: string;
  unlimited: boolean;
  leaveEnds: string | null;
  documentEnds: string | null;
};

type DepositPart = { received: string; protected: string | null; information: string | null };

export type LetHome = {
  id: string;
  kind: string;
  start: string;
  /** The first day without tenants; null until all have moved out. */
  ended: string | null;
  written: boolean;
  /** An instant in ISO 8601. */
  signedAt: string | null;
  deposit: {
    /** In pence. */
    amount: number;
    received: string | null;
    protected: string | null;
    information: string | null;
    returned: string | null;
    /** A person who paid the deposit for the tenant. */
    payer: string | null;
    /** Further parts, if the deposit was not received on one day. */
    parts: DepositPart[];
  };
  tenants: Person[];
  /** Adults who are not tenants. */
  occupiers: Person[];
  checks: RightToRentCheck[];
};

/** A paper given to a tenant, to another payer of the deposit, or to a council. */
export type Given = {
  type: string;
  /** The instant in ISO 8601; `day` is its day in London. */
  at: string;
  day: string;
  tenancyId: string | null;
  tenantId: string | null;
  to: 'tenant' | 'relevant-person' | 'council' | 'other';
  /** Whether only a link was sent instead of the paper. */
  onlyLink: boolean;
};

export type AskedFor = {
  id: string;
  tenancyId: string | null;
  kind: 'pet' | 'alteration' | 'data' | 'viewing-report' | 'council-report' | 'council' | 'other';
  what: string;
  askedOn: string;
  moreAskedOn: string | null;
  repliedOn: string | null;
  answeredOn: string | null;
  lastDay: string | null;
};

export type Home = {
  id: string;
  postcode: string;
  country: Nation | null;
  gas: boolean | null;
  storeys: number | null;
  combustionRooms: number | null;
  people: number | null;
  households: number | null;
  /** End dates that the landlord entered, by compliance item. */
  ends: Partial<Record<string, string>>;
  /** Reasons why an item is not needed, by compliance item. */
  notApplicable: Partial<Record<string, string>>;
  alarmsChecked: string | null;
  epcRating: string | null;
  certificates: Certificate[];
  licences: {
    id: string;
    kind: 'mandatory' | 'additional' | 'selective' | 'exemption';
    council: string;
    ends: string;
  }[];
  /** In order of start date. */
  tenancies: LetHome[];
  requests: AskedFor[];
  given: Given[];
};

/** Tenancies that have not ended, including future ones. */
export const lets = ({ tenancies }: Home, today: string): LetHome[] =>
  tenancies.filter(({ ended }) => ended === null || ended > today);

/** Kinds of tenancy that are not assured, with the reason to show. */
export const WITHOUT_ASSURED: Partial<Record<string, string>> = { lodger: 'lodger', 'company-let': 'let to a company' };
export const isAssured = ({ kind }: LetHome): boolean => WITHOUT_ASSURED[kind] === undefined;

export const livesThere = ({ movedIn, movedOut }: Person, { start }: LetHome, day: string): boolean =>
  (movedIn ?? start) <= day && (movedOut === null || movedOut > day);

export const stays = ({ movedOut }: Person, today: string): boolean => movedOut === null || movedOut > today;

/** Returns the newest certificate of an item, by issue date, then by end date. */
export function newest({ certificates }: Home, item: string): Certificate | undefined {
  return certificates
    .filter((certificate) => certificate.item === item)
    .toSorted((a, b) => ageOf(a).localeCompare(ageOf(b)))
    .at(-1);
}
const ageOf = ({ issued, expires, id }: Certificate) => `${issued ?? ''} ${expires ?? ''} ${id}`;

/** Returns the first record of a paper given on or after `since`. A null `tenant` means the deposit's payer. */
export function wasGiven(home: Home, { type, tenancy, tenant, since = '' }: GivenTo): Given | undefined {
  return home.given
    .filter((one) => one.type === type && !one.onlyLink && one.day >= since)
    .filter((one) =>
      tenant === null ? one.to === 'relevant-person' && one.tenancyId === tenancy.id : one.tenantId === tenant.id,
    )
    .toSorted((a, b) => a.at.localeCompare(b.at))[0];
}
type GivenTo = { type: string; tenancy: LetHome; tenant: Person | null; since?: string };

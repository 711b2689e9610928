/** Facts from which the deadlines of a home are derived. Dates are YYYY-MM-DD in London. */
import type { Nation } from '../../property/home/nation.ts';

/** Facts that a rule can ask for. Facts of a tenancy or another record are entered on its own page. */
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
  /** The outcome in an electrical report. */
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
  /** First day without tenants; null while somebody lives there. */
  ended: string | null;
  written: boolean;
  /** When the agreement was signed: an instant in ISO 8601. */
  signedAt: string | null;
  deposit: {
    /** In pence. */
    amount: number;
    received: string | null;
    protected: string | null;
    information: string | null;
    returned: string | null;
    /** Somebody who paid it for the tenant. */
    payer: string | null;
    /** Empty if it was received on one day. */
    parts: DepositPart[];
  };
  tenants: Person[];
  /** Adults who are not tenants. */
  occupiers: Person[];
  checks: RightToRentCheck[];
};

/** A paper that was given to somebody. */
export type Given = {
  type: string;
  /** When, in ISO 8601, and the day in London. */
  at: string;
  day: string;
  tenancyId: string | null;
  tenantId: string | null;
  to: 'tenant' | 'relevant-person' | 'council' | 'other';
  /** Only a link was sent, not the paper. */
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
  /** By compliance item: the end date that the landlord typed, and the reason why it is not needed. */
  ends: Partial<Record<string, string>>;
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
  /** In date order, without tenancies that have no home. */
  tenancies: LetHome[];
  requests: AskedFor[];
  given: Given[];
};

/** Tenancies that have not ended, including future ones. */
export const lets = ({ tenancies }: Home, today: string): LetHome[] =>
  tenancies.filter(({ ended }) => ended === null || ended > today);

/** Kinds without an assured tenancy. */
export const WITHOUT_ASSURED: Partial<Record<string, string>> = { lodger: 'lodger', 'company-let': 'let to a company' };
export const isAssured = ({ kind }: LetHome): boolean => WITHOUT_ASSURED[kind] === undefined;

export const livesThere = ({ movedIn, movedOut }: Person, { start }: LetHome, day: string): boolean =>
  (movedIn ?? start) <= day && (movedOut === null || movedOut > day);

/** Has not left. */
export const stays = ({ movedOut }: Person, today: string): boolean => movedOut === null || movedOut > today;

/** The newest certificate of an item, by issue date, then by end. */
export function newest({ certificates }: Home, item: string): Certificate | undefined {
  return certificates
    .filter((one) => one.item === item)
    .toSorted((one, other) => ageOf(one).localeCompare(ageOf(other)))
    .at(-1);
}
const ageOf = ({ issued, expires, id }: Certificate) => `${issued ?? ''} ${expires ?? ''} ${id}`;

/** Whether a paper was given to a tenant, or to the payer of a deposit (null), on a day or later. */
export function wasGiven(home: Home, { type, tenancy, tenant, since = '' }: GivenTo): Given | undefined {
  return home.given
    .filter((one) => one.type === type && !one.onlyLink && one.day >= since)
    .filter((one) =>
      tenant === null ? one.to === 'relevant-person' && one.tenancyId === tenancy.id : one.tenantId === tenant.id,
    )
    .toSorted((one, other) => one.at.localeCompare(other.at))[0];
}
type GivenTo = { type: string; tenancy: LetHome; tenant: Person | null; since?: string };

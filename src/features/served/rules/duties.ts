/** People who must be given a paper, and remarks on its service. */
import { londonDay } from '../../../shared/dates.ts';
import type { Method, Person, RecipientKind, ServiceMethod } from '../served.ts';

/** Tenancies from this day on need a written statement; older tenancies need the Information Sheet. */
const STATEMENTS_FROM = '2026-05-01';

const NOT_ASSURED: ReadonlySet<string> = new Set(['lodger', 'company-let']);

/** Only the newest document of these types must be given. */
const NEWEST_ONLY: ReadonlySet<string> = new Set(['gas', 'electrical']);

/** Types of papers that belong to one tenancy. A later tenancy of the same home needs its own. */
export const TENANCY_TYPES = ['agreement', 'written-statement', 'deposit', 'notice', 'inventory', 'reference'] as const;

/** Types that must be given to somebody. */
export const DUTY_TYPES = ['gas', 'electrical', 'written-statement', 'deposit'] as const;

type About = { kind: string; councilAsks: boolean };

/** The kinds of people who must get a document of this type. */
function receivers(type: string, { kind, councilAsks }: About): RecipientKind[] {
  const council: RecipientKind[] = councilAsks ? ['council'] : [];
  switch (type) {
    case 'gas':
      return ['tenant'];
    case 'electrical':
      return ['tenant', ...council];
    case 'written-statement':
      return NOT_ASSURED.has(kind) ? [] : ['tenant'];
    case 'deposit':
      return NOT_ASSURED.has(kind) ? [] : ['tenant', 'relevant-person'];
    default:
      return [];
  }
}

type Document = {
  documentId: string;
  type: string;
  day: string | null;
  withdrawn: boolean;
  /** Tenancies to which it belongs; empty for all tenancies of the home. */
  tenancies: readonly string[];
};
/** `tenancyId` is null for people without a tenancy, such as the council. */
type Home<P> = About & { tenancyId: string | null; people: readonly P[] };

export const belongsTo = ({ tenancies }: Pick<Document, 'tenancies'>, tenancyId: string | null): boolean =>
  tenancies.length === 0 || tenancyId === null || tenancies.includes(tenancyId);

/** The people of each home who must get a document, by document id. */
export function mustHave<P extends Pick<Person, 'kind'>>(
  documents: readonly Document[],
  homes: readonly Home<P>[],
): Map<string, P[]> {
  const newest = new Map<string, string>();
  const current = documents.filter(({ withdrawn }) => !withdrawn);
  for (const { documentId, type, day } of current) {
    const before = current.find((one) => one.documentId === newest.get(type));
    if (!before || (day ?? '') > (before.day ?? '')) newest.set(type, documentId);
  }
  return new Map(
    current
      .filter(({ documentId, type }) => !NEWEST_ONLY.has(type) || newest.get(type) === documentId)
      .map(({ documentId, type, tenancies }) => [
        documentId,
        homes.flatMap((home) => {
          if (!belongsTo({ tenancies }, home.tenancyId)) return [];
          const kinds = receivers(type, home);
          return home.people.filter(({ kind }) => kinds.includes(kind));
        }),
      ]),
  );
}

type ServiceFacts = {
  type: string;
  method: Method;
  recipientKind: RecipientKind;
  /** `timed` is false if only the day is known. */
  servedAt: Date;
  timed: boolean;
  /** Null for a property without a tenancy. */
  tenancy: { start: string; signedAt: Date | null; methods: readonly ServiceMethod[] } | null;
};

const NOT_NAMED: Record<Method, string> = {
  email: 'The agreement does not say that notices can be emailed.',
  'by-hand': 'The agreement does not say that notices can be given by hand.',
  'left-at-address': 'The agreement does not say that notices can be left at the address.',
  'first-class': 'The agreement does not say that notices can be sent by first class post.',
  'signed-for': 'The agreement does not say that notices can be sent by signed for post.',
  other: 'The agreement does not say that notices can be given in this way.',
};

const EMAIL_NOT_RECORDED = 'Not recorded whether the agreement allows service by email.';
export const LINK_DOES_NOT_COUNT =
  'This does not count for the Information Sheet: the PDF itself must be attached or printed.';
const AFTER_SIGNING = 'Given after signing.';
const MAYBE_AFTER_SIGNING = 'Given on the day of signing. Add the time of signing to see which came first.';

/** Sentences about how a paper was given; '' without any. */
export function remarksOn({ type, method, recipientKind, servedAt, timed, tenancy }: ServiceFacts): string {
  if (recipientKind !== 'tenant' || !tenancy) return '';
  const { methods, start, signedAt } = tenancy;
  const remarks: string[] = [];
  const named = methods.some((one) => one.method === method);
  if (!named && methods.length > 0) remarks.push(NOT_NAMED[method]);
  // An empty list means that the terms are not recorded yet. Only email always needs them.
  if (methods.length === 0 && method === 'email') remarks.push(EMAIL_NOT_RECORDED);
  if (type === 'written-statement' && start < STATEMENTS_FROM && method === 'other') remarks.push(LINK_DOES_NOT_COUNT);
  if (type === 'written-statement' && start >= STATEMENTS_FROM && signedAt) {
    const sameDay = londonDay(servedAt) === londonDay(signedAt);
    if (!timed && sameDay) remarks.push(MAYBE_AFTER_SIGNING);
    else if (servedAt >= signedAt) remarks.push(AFTER_SIGNING);
  }
  return remarks.join(' ');
}

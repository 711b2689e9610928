/**
 * Whether England's rules are those of a tenancy. A postcode area belongs to one nation or straddles a border: Royal Mail drew them for
 * its vans. Where that leaves doubt, England's rules stay on the screen with the words 'In England'.
 */
import { looksLikePostcode } from '../../property/property.ts';

/** Areas of which every address lies in one nation; CA, CH, DG, GL, HR, LD, LL, NE, NP, SY and TD reach across a border or nearly. */
const AREAS = {
  England:
    'AL B BA BB BD BH BL BN BR BS CB CM CO CR CT CV CW DA DE DH DL DN DT DY E EC EN EX FY GU HA HD HG HP HU HX IG IP KT L LA LE LN LS LU M ME MK N NG NN NR NW OL OX PE PL PO PR RG RH RM S SE SG SK SL SM SN SO SP SR SS ST SW TA TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO',
  Wales: 'CF SA',
  Scotland: 'AB DD EH FK G HS IV KA KW KY ML PA PH ZE',
  'Northern Ireland': 'BT',
} as const;
export type Nation = keyof typeof AREAS;

const NATIONS = new Map(
  (Object.keys(AREAS) as Nation[]).flatMap((nation) => AREAS[nation].split(' ').map((area) => [area, nation] as const)),
);

/** 'unsure' where the area straddles a border, and for what is no British postcode. */
export function nationOf(postcode: string): Nation | 'unsure' {
  if (!looksLikePostcode(postcode)) return 'unsure';
  return NATIONS.get(/^[A-Z]+/.exec(postcode.trim().toUpperCase())?.[0] ?? '') ?? 'unsure';
}

/** Whose rules they are: its kind, and the postcode of its property, null where that has been deleted. */
export type Let = { kind: string; propertyPostcode: string | null };

/** That England's rules are not those of this home, in a sentence; null where they are or may be. */
export function outsideEngland({ propertyPostcode }: Pick<Let, 'propertyPostcode'>): string | null {
  const nation = nationOf(propertyPostcode ?? '');
  if (nation === 'England' || nation === 'unsure') return null;
  return `This home is in ${nation}, and Tenure does not know the rules there.`;
}

const WITHOUT: Record<string, string> = { lodger: 'a lodger', 'company-let': 'a company' };

/**
 * Why section 13, Ground 8 or the 30 days of a deposit is not applied: they are of assured tenancies in England. Null where it is.
 * `rule` begins the sentence: 'Ground 8'.
 */
export function notAssured(given: Let, rule: string): string | null {
  const who = WITHOUT[given.kind];
  return outsideEngland(given) ?? (who ? `${rule} is for assured tenancies in England; ${who} has none.` : null);
}

/** Why no interest is proposed: the Tenant Fees Act is of people's homes in England, lodgers' too (section 28). Null where it is. */
export function noLateInterest(given: Let): string | null {
  const company =
    given.kind === 'company-let' ? 'The Tenant Fees Act is not for companies, so Tenure proposes no interest.' : null;
  return outsideEngland(given) ?? company;
}

/** Whether England's rules apply. Some postcode areas straddle a border; then rules are shown with 'In England'. */
import { looksLikePostcode } from '../../property/property.ts';

/** Areas entirely in one nation. CA, CH, DG, GL, HR, LD, LL, NE, NP, SY and TD are on or near a border. */
const AREAS = {
  England: [
    'AL B BA BB BD BH BL BN BR BS CB CM CO CR CT CV CW DA DE DH DL DN DT DY',
    'E EC EN EX FY GU HA HD HG HP HU HX IG IP KT L LA LE LN LS LU M ME MK',
    'N NG NN NR NW OL OX PE PL PO PR RG RH RM S SE SG SK SL SM SN SO SP SR',
    'SS ST SW TA TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO',
  ],
  Wales: ['CF SA'],
  Scotland: ['AB DD EH FK G HS IV KA KW KY ML PA PH ZE'],
  'Northern Ireland': ['BT'],
} as const;
export type Nation = keyof typeof AREAS;

const NATIONS = new Map(
  (Object.keys(AREAS) as Nation[]).flatMap((nation) =>
    AREAS[nation]
      .join(' ')
      .split(' ')
      .map((area) => [area, nation] as const),
  ),
);

/** 'unsure' for areas that straddle a border and for invalid postcodes. */
export function nationOf(postcode: string): Nation | 'unsure' {
  if (!looksLikePostcode(postcode)) return 'unsure';
  return NATIONS.get(/^[A-Z]+/.exec(postcode.trim().toUpperCase())?.[0] ?? '') ?? 'unsure';
}

/** `propertyPostcode` is null for a deleted property. */
export type Let = { kind: string; propertyPostcode: string | null };

/** Why England's rules do not apply to this home; null if they do or may. */
export function outsideEngland({ propertyPostcode }: Pick<Let, 'propertyPostcode'>): string | null {
  const nation = nationOf(propertyPostcode ?? '');
  if (nation === 'England' || nation === 'unsure') return null;
  return `This home is in ${nation}. Tenure only covers the rules in England.`;
}

const WITHOUT: Record<string, string> = { lodger: 'a lodger', 'company-let': 'a company' };

/** Why `rule` (such as 'Ground 8') for assured tenancies in England does not apply; null if it does. */
export function notAssured(given: Let, rule: string): string | null {
  const who = WITHOUT[given.kind];
  return (
    outsideEngland(given) ?? (who ? `${rule} is for assured tenancies in England, which ${who} does not have.` : null)
  );
}

/** Why no interest is suggested: the Tenant Fees Act covers homes in England, including lodgers' (section 28). */
export function noLateInterest(given: Let): string | null {
  const company =
    given.kind === 'company-let'
      ? 'The Tenant Fees Act does not cover companies, so we do not suggest interest.'
      : null;
  return outsideEngland(given) ?? company;
}

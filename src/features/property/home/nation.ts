/** Whether England's rules apply. If a postcode area straddles a border, rules are shown with 'In England'. */
import { looksLikePostcode } from './postcode.ts';

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

/**
 * Returns the nation of a home. `country` is the landlord's answer, which decides for invalid postcodes and areas that
 * straddle a border. Without an answer these are 'unsure'.
 */
export function nationOf(postcode: string, country: Nation | null): Nation | 'unsure' {
  const area = looksLikePostcode(postcode) ? /^[A-Z]+/.exec(postcode.trim().toUpperCase())?.[0] : undefined;
  return NATIONS.get(area ?? '') ?? country ?? 'unsure';
}

/** `propertyPostcode` is null for a deleted property. */
export type Home = { propertyPostcode: string | null; propertyCountry: Nation | null };

/** Why England's rules do not apply to this home; null if they do or may. */
export function outsideEngland({ propertyPostcode, propertyCountry }: Home): string | null {
  const nation = nationOf(propertyPostcode ?? '', propertyCountry);
  if (nation === 'England' || nation === 'unsure') return null;
  return `This home is in ${nation}. Tenure only covers the rules in England.`;
}

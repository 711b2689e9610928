/** The legal source of a rule, shown on screen with the date from which it applies. */
/** `effectiveFrom`: YYYY-MM-DD, start of the version implemented here. */
export type RuleSource = {
  name: string;
  link: string;
  effectiveFrom: string;
  jurisdiction: 'England' | 'Scotland' | 'England, Wales and Northern Ireland' | 'UK';
};

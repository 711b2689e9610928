/** The legal source of a rule. `effectiveFrom` (YYYY-MM-DD) is the start of the implemented version. */
export type RuleSource = {
  name: string;
  link: string;
  effectiveFrom: string;
  jurisdiction: 'England' | 'Scotland' | 'England, Wales and Northern Ireland' | 'UK';
};

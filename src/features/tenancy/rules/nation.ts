/** Whether England's rules for assured tenancies and for interest apply. Some are shown with 'In England'. */
import { type Home, outsideEngland } from '../../property/home/nation.ts';

export type Let = Home & { kind: string };

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

import { type Home, outsideEngland } from '../../property/home/nation.ts';

export type Let = Home & { kind: string };

const WITHOUT: Record<string, string> = { lodger: 'a lodger', 'company-let': 'a company' };

/** Why `rule` (such as 'Ground 8') for assured tenancies in England does not apply; null if it does. */
export function notAssured(tenancy: Let, rule: string): string | null {
  const party = WITHOUT[tenancy.kind];
  return (
    outsideEngland(tenancy) ??
    (party ? `${rule} is for assured tenancies in England, which ${party} does not have.` : null)
  );
}

/** Why no interest is suggested, or null. The Tenant Fees Act covers homes in England, even lodgers' (section 28). */
export function noLateInterest(tenancy: Let): string | null {
  const company =
    tenancy.kind === 'company-let'
      ? 'The Tenant Fees Act does not cover companies, so we do not suggest interest.'
      : null;
  return outsideEngland(tenancy) ?? company;
}

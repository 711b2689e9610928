/** The most that may be asked as a deposit in England. */

const WEEKS_A_YEAR = 52;
/** Rent a year from which six weeks may be asked, in pence. */
const HIGHER_RENT = 50_000_00;

/**
 * The cap on a tenancy deposit in pence, floored to the penny, for a rent per month in pence: five weeks' rent where the rent is below
 * £50,000 a year, six weeks' from there. £1,200 a month gives £1,384.61.
 * Source: Tenant Fees Act 2019, section 3 and Schedule 1, paragraph 2 (a week's rent is the annual rent divided by 52).
 */
export function depositCap(monthlyRent: number): number {
  const annual = monthlyRent * 12;
  const weeks = annual < HIGHER_RENT ? 5 : 6;
  return Math.floor((annual * weeks) / WEEKS_A_YEAR);
}

/** The property allowance, for each person and tax year. Amounts are pence. */
import type { RuleSource } from '../../../shared/rule-source.ts';

export const ALLOWANCE_SOURCE: RuleSource = {
  name: 'HMRC Property Income Manual, PIM4480: property allowance',
  link: 'https://www.gov.uk/hmrc-internal-manuals/property-income-manual/pim4480',
  effectiveFrom: '2017-04-06',
  jurisdiction: 'UK',
};

export const PROPERTY_ALLOWANCE = 1_000_00;

/** How profit is calculated: income less expenses, or less the allowance. */
export type Route = 'expenses' | 'allowance';

/** The allowance replaces all expenses and never makes a loss. */
export function profitBy(route: Route, { gross, expenses }: { gross: number; expenses: number }): number {
  return route === 'expenses' ? gross - expenses : Math.max(0, gross - PROPERTY_ALLOWANCE);
}

/**
 * Returns the landlord's choice. Without a choice, returns the allowance for income up to £1,000, which needs no claim,
 * and otherwise the route with less tax. At equal tax, expenses are better, because they keep finance costs for later
 * years. `saves` is the tax saved against the other route.
 */
export function chooseRoute(given: { gross: number; choice: Route | null; tax: Record<Route, number> }) {
  const { gross, choice, tax } = given;
  const fullRelief = gross <= PROPERTY_ALLOWANCE && choice !== 'expenses';
  const best: Route = fullRelief || tax.allowance < tax.expenses ? 'allowance' : 'expenses';
  const route = choice ?? best;
  const saves = tax[route === 'expenses' ? 'allowance' : 'expenses'] - tax[route];
  return { route, saves, fullRelief };
}

/** Replacement of domestic items in a let home, such as sofas and fridges. Amounts are pence. */

// Source: Income Tax (Trading and Other Income) Act 2005, section 311A
// https://www.legislation.gov.uk/ukpga/2005/5/section/311A

export type DomesticItem = {
  /** 'first': replaces no earlier item. 'fitted': part of the building, such as a boiler, bath or fitted kitchen. */
  kind: 'replacement' | 'first' | 'fitted';
  cost: number;
  /** Cost of a new item like the old one. */
  equivalent: number;
  /** Delivery, and disposal of the old item. */
  incidental: number;
  /** Money received for the old item. */
  proceeds: number;
  rentARoom: boolean;
};

/** Returns the deduction, and its box: 36, which no quarterly update contains, or 25 for repairs of fitted items. */
export function domesticItemRelief(item: DomesticItem): { box: 25 | 36; pence: number } {
  if (item.kind === 'fitted') return { box: 25, pence: item.cost };
  if (item.kind === 'first' || item.rentARoom) return { box: 36, pence: 0 };
  const allowed = Math.min(item.cost, item.equivalent) + item.incidental - item.proceeds;
  return { box: 36, pence: Math.max(0, allowed) };
}

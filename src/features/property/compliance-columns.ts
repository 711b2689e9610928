/** Where the fields of the compliance items lie in the table: 'expiryDate' of 'gasSafety' in gas_safety_expiry_date, and so on for all. */
import { COMPLIANCE_ITEMS, type Compliance, type ComplianceItem, NO_COMPLIANCE } from './compliance.ts';

/** The column of a field of an item. */
export function complianceColumn(item: ComplianceItem, field: string): string {
  return `${item}_${field}`.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Every field there is, with what it says where nothing is kept. */
export const COMPLIANCE_COLUMNS = COMPLIANCE_ITEMS.flatMap((item) =>
  Object.entries<unknown>(NO_COMPLIANCE[item]).map(([field, nothing]) => ({
    item,
    field,
    nothing,
    column: complianceColumn(item, field),
  })),
);

/** All items as one row of the table: text of no length is null there. */
export function complianceRow(compliance: Compliance): Record<string, unknown> {
  return Object.fromEntries(
    COMPLIANCE_COLUMNS.map(({ item, field, column }) => {
      const value = Object.entries<unknown>(compliance[item]).find(([name]) => name === field)?.[1];
      return [column, value === '' ? null : value];
    }),
  );
}

/** A row of the table, or none, as all items. */
export function complianceOf(row: Record<string, unknown> | null): Compliance {
  const items = COMPLIANCE_ITEMS.map((item) => {
    const fields = COMPLIANCE_COLUMNS.filter((one) => one.item === item);
    return [item, Object.fromEntries(fields.map(({ field, column, nothing }) => [field, row?.[column] ?? nothing]))];
  });
  // The table's types and checks hold every column to what its field may be.
  return Object.fromEntries(items) as Compliance;
}

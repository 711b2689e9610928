/** The two tabs of the tenant form, in the specification's words, and where each field lies. */

export const FORM_TABS = [
  { value: 'tenant-details', label: 'Tenant Details' },
  { value: 'guarantor-details', label: 'Guarantor Details' },
] as const;
type FormTab = (typeof FORM_TABS)[number]['value'];

export function tabOf(field: string): FormTab {
  return field.startsWith('guarantor') ? 'guarantor-details' : 'tenant-details';
}

/** Where a field stands, for a reader: 'Guarantor Details'. */
export function placeOf(field: string): string {
  return FORM_TABS.find(({ value }) => value === tabOf(field))?.label ?? '';
}

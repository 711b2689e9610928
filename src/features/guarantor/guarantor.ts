/** Who answers for the rent where a tenant does not pay it: kept with a property, a tenant, or both. */

/** As records tell it; empty where it is not known. */
export type Guarantor = {
  guarantorName: string;
  guarantorAddress: string;
  guarantorPhone: string;
  guarantorAltContact: string;
};

/** What each field is called, in forms and wherever a field is named. */
export const GUARANTOR_LABELS = {
  guarantorName: 'Guarantor Name',
  guarantorAddress: 'Guarantor Address',
  guarantorPhone: 'Guarantor Phone',
  guarantorAltContact: 'Alternative Contact',
} as const satisfies Record<keyof Guarantor, string>;

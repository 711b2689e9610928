/** Who answers for the rent where a tenant does not pay it: fields of a property, a tenant, or both. */
import { maybeLongText, maybeText } from '../../shared/fields.ts';

export const GUARANTOR = {
  guarantorName: maybeText('Guarantor Name', { max: 200 }),
  guarantorAddress: { ...maybeLongText('Guarantor Address', { max: 500 }), rows: 3 },
  guarantorPhone: { ...maybeText('Guarantor Phone', { max: 50 }), kind: 'tel' as const },
  guarantorAltContact: {
    ...maybeText('Alternative Contact', { max: 200 }),
    hint: 'Another person, number or email address.',
    wide: true,
  },
};

const { guarantorName, guarantorPhone, ...more } = GUARANTOR;
/** In the order of a form. */
export const GUARANTOR_FIELDS = { guarantorName, guarantorPhone, ...more };

/** As records tell it; '' where it is not known. */
export type Guarantor = { [Name in keyof typeof GUARANTOR]: string };

/** Another contact alone is no guarantor. */
export function hasGuarantor(one: Pick<Guarantor, 'guarantorName' | 'guarantorPhone' | 'guarantorAddress'>): boolean {
  return [one.guarantorName, one.guarantorPhone, one.guarantorAddress].some(Boolean);
}

import { maybeLongText, maybeText } from '../../shared/fields.ts';

export const GUARANTOR = {
  guarantorName: maybeText('Guarantor name', { max: 200 }),
  guarantorAddress: { ...maybeLongText('Guarantor address', { max: 500 }), rows: 3 },
  guarantorPhone: { ...maybeText('Guarantor phone', { max: 50 }), kind: 'tel' as const },
  guarantorAltContact: {
    ...maybeText('Alternative contact', { max: 200 }),
    hint: 'Another person, phone number or email address.',
    wide: true,
  },
};

const { guarantorName, guarantorPhone, ...more } = GUARANTOR;
/** The fields in the order of the form. */
export const GUARANTOR_FIELDS = { guarantorName, guarantorPhone, ...more };

/** Unknown values are ''. */
export type Guarantor = { [Name in keyof typeof GUARANTOR]: string };

/** An alternative contact alone is not a guarantor. */
export function hasGuarantor(
  record: Pick<Guarantor, 'guarantorName' | 'guarantorPhone' | 'guarantorAddress'>,
): boolean {
  return [record.guarantorName, record.guarantorPhone, record.guarantorAddress].some(Boolean);
}

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
/** In form order. */
export const GUARANTOR_FIELDS = { guarantorName, guarantorPhone, ...more };

/** '' if unknown. */
export type Guarantor = { [Name in keyof typeof GUARANTOR]: string };

/** An alternative contact alone is not a guarantor. */
export function hasGuarantor(one: Pick<Guarantor, 'guarantorName' | 'guarantorPhone' | 'guarantorAddress'>): boolean {
  return [one.guarantorName, one.guarantorPhone, one.guarantorAddress].some(Boolean);
}

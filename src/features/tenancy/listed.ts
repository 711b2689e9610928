/** Messages about tenancies, separate from the schemas to keep bundles small. */
import { recordTexts } from '../../shared/records/record-texts.ts';

export const TEXTS = {
  ...recordTexts({ one: 'tenancy', many: 'tenancies' }),
  hasTenants: 'This tenancy still has tenants. Move them out or delete them first.',
  noTenant: 'One of these tenants has been deleted. Choose again.',
  noProperty: 'This property has been deleted. Choose another.',
};

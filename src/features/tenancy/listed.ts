/** The sentences of tenancies. Apart from their schemas, which forms and the API need. */
import { recordTexts } from '../../shared/record-texts.ts';

export const TEXTS = {
  ...recordTexts({ one: 'tenancy', many: 'tenancies' }),
  hasTenants: 'Somebody still rents under it. Move the tenants out or delete them first.',
  noTenant: 'One of these tenants is no longer there. Please choose again.',
  noProperty: 'This property is no longer there. Please choose another.',
};

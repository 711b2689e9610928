/** A save of a licence changes the compliance of its property. */
import { api } from '../../web/http/api.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import type { Licence, LicenceInput, LicenceQuery } from './licence.ts';
import { TEXTS } from './listed.ts';

export const licences = recordResource<Licence, Licence, LicenceInput, LicenceQuery>({
  noun: 'licences',
  routes: api.licences,
  texts: TEXTS,
  invalidates: () => [['properties'], ['certificates']],
});

export const ofProperty = (propertyId: string): LicenceQuery => ({ q: '', propertyId, sort: 'ends' });

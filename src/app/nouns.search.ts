/** The nouns of the search over everything, by their name in its answer. */
import { propertySearch } from '../features/property/parts.search.ts';
import { supplierSearch } from '../features/supplier/parts.search.ts';
import { tenantSearch } from '../features/tenant/parts.search.ts';

export const SEARCHED = { properties: propertySearch, tenants: tenantSearch, suppliers: supplierSearch };
export type Searched = keyof typeof SEARCHED;

/** The page of a property, with what other nouns show and say of it. */
import { AroundPropertyContext, type Leaving } from '../features/property/around.client.ts';
import { PropertyDetail } from '../features/property/PropertyDetail.tsx';
import { SuppliersOfProperty, useLinksThatGo } from '../features/supplier/SuppliersOfProperty.tsx';
import { TenantsOfProperty, useTenantsWhoStay } from '../features/tenant/TenantsOfProperty.tsx';
import { useTransactionsThatStay } from '../features/transaction/staying.client.ts';

/** Who and what stays is said in the same words before and after. */
function useLeaving(propertyId: string): Leaving[] {
  const links = useLinksThatGo(propertyId);
  const staying = [useTenantsWhoStay(propertyId), useTransactionsThatStay(propertyId)];
  return [links, ...staying.map((words) => ({ before: words, after: words }))];
}

const AROUND = {
  Tenants: TenantsOfProperty,
  Suppliers: SuppliersOfProperty,
  useLeaving,
};

export function PropertyPage() {
  return (
    <AroundPropertyContext value={AROUND}>
      <PropertyDetail />
    </AroundPropertyContext>
  );
}

/** The page of a property, with what other nouns show on it. */
import { AroundPropertyContext } from '../features/property/around.client.ts';
import { PropertyDetail } from '../features/property/PropertyDetail.tsx';
import { SupplierLinksThatGo, SuppliersOfProperty } from '../features/supplier/SuppliersOfProperty.tsx';
import { TenantsOfProperty, TenantsWhoStay } from '../features/tenant/TenantsOfProperty.tsx';

const AROUND = {
  Tenants: TenantsOfProperty,
  Suppliers: SuppliersOfProperty,
  Staying: TenantsWhoStay,
  LinksGoing: SupplierLinksThatGo,
};

export function PropertyPage() {
  return (
    <AroundPropertyContext value={AROUND}>
      <PropertyDetail />
    </AroundPropertyContext>
  );
}

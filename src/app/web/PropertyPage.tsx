/** The page of a property, its slots filled by other nouns. */
import type { ReactNode } from 'react';
import { PropertyDetail } from '../../features/property/detail/PropertyDetail.tsx';
import type { DeletionTexts, PropertySlots } from '../../features/property/detail/PropertyFacts.tsx';
import { PropertySuppliers, useSupplierLinks } from '../../features/supplier/PropertySuppliers.tsx';
import { TenantsOfProperty, useTenantsWhoStay } from '../../features/tenant/TenantsOfProperty.tsx';
import { PropertyMoney } from '../../features/transaction/PropertyMoney.tsx';
import { useKeptTransactions } from '../../features/transaction/transaction.client.ts';

type Props = { propertyId: string; children: (others: DeletionTexts[]) => ReactNode };

/** Records that stay are named by the same sentence before and after. */
function OtherRecords({ propertyId, children }: Props) {
  const links = useSupplierLinks(propertyId);
  const staying = [useTenantsWhoStay(propertyId), useKeptTransactions(propertyId)];
  return children([links, ...staying.map((words) => ({ before: words, after: words }))]);
}

const SLOTS: PropertySlots = {
  Tenants: TenantsOfProperty,
  Suppliers: PropertySuppliers,
  Money: PropertyMoney,
  OtherRecords,
};

export function PropertyPage() {
  return <PropertyDetail slots={SLOTS} />;
}

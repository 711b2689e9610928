/** Tabs whose screens are not built yet: a sentence each, and nothing to press. */
import { EmptyState } from './ui/EmptyState.tsx';
import { PageHead } from './ui/PageHead.tsx';

export function Tenants() {
  return (
    <ComingLater
      title="Tenants"
      words="Tenants and their leases will be kept here. This part of Tenure is not built yet."
    />
  );
}

export function TenantAdd() {
  return (
    <ComingLater
      title="Add New Tenant"
      words="Tenants will be added here, and assigned to a property. This part of Tenure is not built yet."
    />
  );
}

export function Suppliers() {
  return (
    <ComingLater
      title="Suppliers"
      words="The firms you call will be kept here. This part of Tenure is not built yet."
    />
  );
}

export function Finance() {
  return (
    <ComingLater title="Finance" words="Income and expenses will be kept here. This part of Tenure is not built yet." />
  );
}

function ComingLater({ title, words }: { title: string; words: string }) {
  return (
    <>
      <PageHead title={title} />
      <EmptyState title="Not here yet" words={words} />
    </>
  );
}

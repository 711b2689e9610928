/** Two versions of one tenant, side by side: where they differ, in words. */
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { FIELD_LABELS, homeLine, leaseEndWords } from './labels.ts';
import type { TenantInput, TenantRecord } from './tenant.ts';

type Difference = { label: string; yours: string; theirs: string };

type Field = keyof typeof FIELD_LABELS;
// That it is periodic is told where the lease end stands.
const FIELDS = (Object.keys(FIELD_LABELS) as Field[]).filter((field) => field !== 'periodic');

type Versions = {
  yours: TenantInput;
  theirs: TenantRecord;
  /** Address and city of the property that `yours` names, where it is known. */
  home: string | undefined;
};

/** In the order of the form; empty when both say the same. */
export function tenantDifferences({ yours, theirs, home }: Versions): Difference[] {
  const theirHome = theirs.property ? homeLine(theirs.property) : '';
  return FIELDS.filter((field) => yours[field] !== theirs[field]).map((field) => ({
    label: FIELD_LABELS[field],
    yours: inWords(yours, field, home ?? 'Another property'),
    theirs: inWords(theirs, field, theirHome),
  }));
}

function inWords(tenant: TenantInput | TenantRecord, field: Field, home: string): string {
  if (field === 'propertyId') return home;
  if (field === 'leaseEnd') return leaseEndWords(tenant);
  if (field === 'rentAmount' || field === 'depositAmount') return formatPence(tenant[field]);
  if (field === 'leaseStart' || field === 'movedOut') return tenant[field] === null ? '' : formatDay(tenant[field]);
  if (field === 'avatar') return tenant.avatar ? 'A photo of their own' : '';
  return String(tenant[field]);
}

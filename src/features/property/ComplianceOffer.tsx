/**
 * A certificate whose name speaks of a compliance item may lend it its expiry date. Offered, never done unasked; not taken, the offer
 * stays as quiet as it is. A certificate that is renamed later keeps its link, and says so.
 */
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Checkbox } from '../../web/ui/form/Checkbox.tsx';
import { itemNamed } from './certificate.ts';
import { COMPLIANCE_LABELS } from './compliance.ts';
import type { PropertyFormHandle } from './form-handle.client.ts';

export function ComplianceOffer({ form: { rhf }, index }: { form: PropertyFormHandle; index: number }) {
  const [name, linked] = useWatch({
    control: rhf.control,
    name: [`certificates.${index}.name`, `certificates.${index}.complianceItem`],
  });
  const [before, setBefore] = useState(linked); // let go of under another name, it can still be taken up again
  const named = itemNamed(name);
  const item = linked ?? named ?? before;
  if (!item) return null;
  const label = COMPLIANCE_LABELS[item];
  return (
    <Checkbox
      className="col-span-full"
      label={`Use its expiry date for ${label}`}
      hint={linked && linked !== named ? `Its name no longer speaks of ${label}. Clear this to let go.` : undefined}
      checked={linked !== null && linked !== undefined}
      onChange={({ currentTarget: { checked } }) => {
        setBefore(item);
        rhf.setValue(`certificates.${index}.complianceItem`, checked ? item : null, { shouldDirty: true });
      }}
    />
  );
}

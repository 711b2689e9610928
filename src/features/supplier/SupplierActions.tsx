/** What can be done with a supplier: at the top of its page, and quickly at its right. */
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { dialled } from '../../shared/phone.ts';
import { DeleteDialog } from '../../web/records/DeleteDialog.tsx';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { deletionSummary } from './labels.ts';
import { removeSupplier, suppliers } from './queries.client.ts';
import type { Supplier, SupplierRecord } from './supplier.ts';

/** Without `record`, which is still on its way, it cannot be said what goes with the supplier. */
export function SupplierActions({ id, record }: { id: string; record: SupplierRecord | undefined }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={Trash2} disabled={!record} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <LinkButton to="/dashboard/suppliers/edit/$id" params={{ id }} icon={Pencil}>
        Edit
      </LinkButton>
      {record && <DeleteSupplier supplier={record} open={asking} onOpenChange={setAsking} />}
    </>
  );
}

type Props = { supplier: SupplierRecord; open: boolean; onOpenChange: (open: boolean) => void };

function DeleteSupplier({ supplier, open, onOpenChange }: Props) {
  const goes = deletionSummary(supplier);
  return (
    <DeleteDialog
      record={supplier}
      cache={suppliers}
      remove={removeSupplier}
      list="/dashboard/suppliers"
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Supplier"
      question="Are you sure you want to delete this supplier?"
    >
      <p className="font-bold text-ink wrap-anywhere">{supplier.name}</p>
      <p>{supplier.serviceType}</p>
      {goes && <p className="mt-3">{goes}</p>}
      {supplier.properties > 0 && <p>The properties stay.</p>}
    </DeleteDialog>
  );
}

export function QuickActions({ supplier: { email, phone } }: { supplier: Supplier }) {
  const number = dialled(phone);
  return (
    <Card aria-labelledby="quick-actions">
      <CardHead id="quick-actions" title="Quick Actions" />
      <div className="flex flex-wrap gap-2 px-5 py-4 *:flex-auto max-md:px-4">
        <ButtonLink href={`mailto:${email}`} icon={Mail}>
          Email Supplier
        </ButtonLink>
        {number !== null && (
          <ButtonLink href={`tel:${number}`} icon={Phone}>
            Call Supplier
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

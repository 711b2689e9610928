/** What can be done with a property, at the top of its page. */
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { DeleteDialog } from '../../web/records/DeleteDialog.tsx';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { deletionSummary } from './deletion-summary.ts';
import { placeLine } from './labels.ts';
import { useAroundProperty } from './page-slots.client.ts';
import type { PropertyRecord } from './property.ts';
import { properties, removeProperty } from './queries.client.ts';

/** Without `record`, which is still on its way, it cannot be said what goes with the property. */
export function PropertyActions({ id, record }: { id: string; record: PropertyRecord | undefined }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={Trash2} disabled={!record} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <LinkButton to="/dashboard/properties/edit/$id" params={{ id }} icon={Pencil}>
        Edit Property
      </LinkButton>
      {record && <DeleteProperty property={record} open={asking} onOpenChange={setAsking} />}
    </>
  );
}

type Props = { property: PropertyRecord; open: boolean; onOpenChange: (open: boolean) => void };

function DeleteProperty({ property, open, onOpenChange }: Props) {
  const { Leaving } = useAroundProperty();
  return (
    <Leaving propertyId={property.id}>
      {(others) => (
        <DeleteDialog
          record={property}
          cache={properties}
          remove={(before) =>
            removeProperty(
              before,
              others.map(({ after }) => after),
            )
          }
          list="/dashboard/properties"
          open={open}
          onOpenChange={onOpenChange}
          title="Delete Property"
          question="Are you sure you want to delete this property?"
        >
          <p className="font-bold text-ink wrap-anywhere">{property.address}</p>
          <p className="wrap-anywhere">{placeLine(property)}</p>
          <div className="mt-3 empty:hidden">
            {[deletionSummary(property), ...others.map(({ before }) => before)]
              .filter((words) => words !== '')
              .map((words) => (
                <p key={words}>{words}</p>
              ))}
          </div>
        </DeleteDialog>
      )}
    </Leaving>
  );
}

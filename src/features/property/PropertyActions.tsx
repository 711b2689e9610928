/** What can be done with a property, at the top of its page. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import { ConfirmDialog } from '../../web/ui/ConfirmDialog.tsx';
import { LinkButton } from './links.client.ts';
import type { Property } from './property.ts';
import { forgetProperty, removeProperty } from './queries.client.ts';
import { placeLine } from './words.ts';

export function PropertyActions({ property }: { property: Property }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const removal = useMutation({
    mutationFn: () => removeProperty(property),
    onSettled: () => setAsking(false),
    onSuccess: async () => {
      await navigate({ to: '/dashboard/properties', replace: true });
      forgetProperty(property);
    },
  });
  return (
    <>
      <Button variant="quiet" icon={Trash2} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <LinkButton to="/dashboard/properties/edit/$id" params={{ id: property.id }} icon={Pencil}>
        Edit Property
      </LinkButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete Property"
        question="Are you sure you want to delete this property?"
        confirm="Delete"
        busy={removal.isPending ? 'Deleting...' : undefined}
        onConfirm={() => removal.mutate()}
      >
        <p className="font-bold text-ink wrap-anywhere">{property.address}</p>
        <p className="wrap-anywhere">{placeLine(property)}</p>
      </ConfirmDialog>
    </>
  );
}

/** The number of selected rows and the bulk actions, at the foot of the window. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSingleFlight } from '../../../web/http/single-flight.client.ts';
import { SelectionBar as Bar } from '../../../web/records/list/SelectionBar.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { BRING_BACK, PERSONAL_LABEL } from '../../transaction/labels.ts';
import { changeMany } from '../../transaction/transaction.client.ts';
import type { BulkProps } from './BulkDialogs.tsx';
import type { Selection } from './selection.client.ts';

type Params = 'property' | 'category' | 'remove';
type DialogProps = Omit<BulkProps, 'onClose'> & {
  dialog: Params;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const BulkDialog = lazyDialog(async () => {
  const made = await import('./BulkDialogs.tsx');
  const dialogs = {
    property: made.BulkPropertyDialog,
    category: made.BulkCategoryDialog,
    remove: made.BulkDeleteDialog,
  };
  return ({ dialog, open, onOpenChange, ...props }: DialogProps) => {
    const Made = dialogs[dialog];
    return open && <Made {...props} onClose={() => onOpenChange(false)} />;
  };
});

const PART = 'max-md:flex-[1_1_40%] max-md:px-2!';

const REFUSED = 'Imported income cannot be deleted or marked as paid';

/** `personal` means that the list shows transactions that are not for the lets, which can be moved back. */
export function SelectionBar({ selection, personal }: { selection: Selection; personal: boolean }) {
  const { count, total, chosen, complete, changeable, tooMany, selectAll, clear } = selection;
  const [dialog, setDialog] = useState<Params>();
  const payment = useMutation({ mutationFn: () => changeMany(chosen, { paid: true }), onSuccess: clear });
  const pay = useSingleFlight(payment.mutate);
  const keeping = useMutation({ mutationFn: () => changeMany(chosen, { personal: !personal }), onSuccess: clear });
  const keep = useSingleFlight(keeping.mutate);
  if (count === 0) return null;
  const locked = tooMany !== undefined || payment.isPending || keeping.isPending;
  const refused = changeable ? undefined : REFUSED;
  return (
    <Bar
      label="Selected transactions"
      count={count}
      more={
        !complete && (
          <Button variant="quiet" className="px-2!" onClick={selectAll}>
            {`Select all ${total.toLocaleString('en-GB')}`}
          </Button>
        )
      }
      onClear={clear}
    >
      {tooMany && <p className="text-s text-red">{tooMany}</p>}
      <Button
        className={PART}
        disabled={locked || !changeable}
        title={refused}
        busy={payment.isPending ? 'Saving...' : undefined}
        onClick={() => pay()}
      >
        Mark as paid
      </Button>
      <Button className={PART} disabled={locked} onClick={() => setDialog('property')}>
        Set property
      </Button>
      <Button className={PART} disabled={locked} onClick={() => setDialog('category')}>
        Set category
      </Button>
      <Button
        className={PART}
        disabled={locked}
        busy={keeping.isPending ? 'Saving...' : undefined}
        onClick={() => keep()}
      >
        {personal ? BRING_BACK : PERSONAL_LABEL}
      </Button>
      <Button
        variant="danger"
        className={PART}
        disabled={locked || !changeable}
        title={refused}
        onClick={() => setDialog('remove')}
      >
        Delete
      </Button>
      <BulkDialog
        dialog={dialog ?? 'property'}
        open={dialog !== undefined}
        onOpenChange={() => setDialog(undefined)}
        chosen={chosen}
        count={count}
        onDone={clear}
      />
    </Bar>
  );
}

/** The actions of a row: three buttons, on a phone a menu. Income can be neither edited nor deleted. */
import Check from 'lucide-react/icons/check';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { MouseEvent } from 'react';
import { IconButton } from '../../../web/ui/display/Button.tsx';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { nameOf } from '../labels.ts';
import type { Transaction } from '../transaction.ts';

/** Stable between renders. */
export type RowHandlers = {
  edit: (transaction: Transaction) => void;
  remove: (transaction: Transaction) => void;
  pay: (transaction: Transaction) => void;
};

const NO_EDIT = 'Income cannot be edited: open the row to set its property or category';
const NO_DELETE = 'Only expenses can be deleted';

type Props = { transaction: Transaction; handlers: RowHandlers; narrow: boolean };

export function RowActions({ transaction, handlers, narrow }: Props) {
  const { type, status } = transaction;
  const name = nameOf(transaction);
  const locked = type === 'income';
  const owed = !locked && status !== 'completed';
  if (narrow) {
    return (
      <Menu trigger={<IconButton icon={EllipsisVertical} label={`More, ${name}`} title="More" size="small" />}>
        {owed && (
          <MenuItem icon={Check} onClick={() => handlers.pay(transaction)}>
            Mark as paid
          </MenuItem>
        )}
        <MenuItem icon={Pencil} disabled={locked} onClick={() => handlers.edit(transaction)}>
          Edit
        </MenuItem>
        <MenuItem icon={Trash2} danger={!locked} disabled={locked} onClick={() => handlers.remove(transaction)}>
          Delete
        </MenuItem>
      </Menu>
    );
  }
  return (
    <div className="flex justify-end gap-1">
      {owed && (
        <IconButton
          icon={Check}
          size="small"
          label={`Mark as paid, ${name}`}
          title="Mark as paid"
          onClick={(event) => {
            focusName(event); // this button disappears once it is paid
            handlers.pay(transaction);
          }}
        />
      )}
      <IconButton
        icon={Pencil}
        size="small"
        label={locked ? `Edit, ${name}. ${NO_EDIT}` : `Edit, ${name}`}
        title={locked ? NO_EDIT : 'Edit'}
        disabled={locked}
        className="disabled:opacity-50"
        onClick={() => handlers.edit(transaction)}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={locked ? `Delete, ${name}. ${NO_DELETE}` : `Delete, ${name}`}
        title={locked ? NO_DELETE : 'Delete'}
        disabled={locked}
        className="disabled:opacity-50"
        onClick={() => handlers.remove(transaction)}
      />
    </div>
  );
}

function focusName({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('tr')?.querySelector<HTMLElement>('[data-name]')?.focus();
}

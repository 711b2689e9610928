/** The actions of a row: three buttons, on a phone a menu. Imported income can be neither edited nor deleted. */
import Check from 'lucide-react/icons/check';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Split from 'lucide-react/icons/split';
import Trash2 from 'lucide-react/icons/trash-2';
import type { MouseEvent } from 'react';
import { IconButton } from '../../../web/ui/display/Button.tsx';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { nameOf } from '../labels.ts';
import { isLocked, type Transaction } from '../transaction.ts';

export type RowHandlers = {
  edit: (transaction: Transaction) => void;
  remove: (transaction: Transaction) => void;
  split: (transaction: Transaction) => void;
  pay: (transaction: Transaction) => void;
};

const NO_EDIT = 'Imported income cannot be edited: open the row to set its property or category';
const NO_DELETE = 'Imported income cannot be deleted';
const NO_EDIT_OF_PART = 'A part cannot be edited: open the row to set its property or category';
const NO_DELETE_OF_PART = 'A part cannot be deleted: put the parts together first';

type Props = { transaction: Transaction; handlers: RowHandlers; narrow: boolean };

export function RowActions({ transaction, handlers, narrow }: Props) {
  const { status, splitId } = transaction;
  const name = nameOf(transaction);
  const locked = isLocked(transaction);
  const actions = [
    ...(!locked && status !== 'completed' ? [{ words: 'Mark as paid', icon: Check, act: handlers.pay }] : []),
    ...(status === 'completed' ? [{ words: 'Split', icon: Split, act: handlers.split }] : []),
    { words: 'Edit', icon: Pencil, act: handlers.edit, refused: locked && (splitId ? NO_EDIT_OF_PART : NO_EDIT) },
    {
      words: 'Delete',
      icon: Trash2,
      act: handlers.remove,
      refused: locked && (splitId ? NO_DELETE_OF_PART : NO_DELETE),
    },
  ];
  if (narrow) {
    return (
      <Menu trigger={<IconButton icon={EllipsisVertical} label={`More, ${name}`} title="More" size="small" />}>
        {actions.map(({ words, icon, act, refused }) => (
          <MenuItem
            key={words}
            icon={icon}
            danger={act === handlers.remove && !locked}
            disabled={Boolean(refused)}
            onClick={() => act(transaction)}
          >
            {words}
          </MenuItem>
        ))}
      </Menu>
    );
  }
  return (
    <div className="flex justify-end gap-1">
      {actions.map(({ words, icon, act, refused }) => (
        <IconButton
          key={words}
          icon={icon}
          size="small"
          label={refused ? `${words}, ${name}. ${refused}` : `${words}, ${name}`}
          title={refused || words}
          disabled={Boolean(refused)}
          className="disabled:opacity-50"
          onClick={(event) => {
            if (act === handlers.pay) focusName(event); // this button disappears once it is paid
            act(transaction);
          }}
        />
      ))}
    </div>
  );
}

function focusName({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('tr')?.querySelector<HTMLElement>('[data-name]')?.focus();
}

/** The actions of a row: buttons, or a menu on a phone. */
import Check from 'lucide-react/icons/check';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Split from 'lucide-react/icons/split';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRound from 'lucide-react/icons/user-round';
import type { MouseEvent } from 'react';
import { useMay } from '../../../web/http/session.client.ts';
import { IconButton } from '../../../web/ui/display/Button.tsx';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { NOT_LETTINGS } from '../../bank-row/entry.ts';
import { BRING_BACK, nameOf, PERSONAL_LABEL } from '../../transaction/labels.ts';
import { isLocked } from '../../transaction/listed.ts';
import type { Transaction } from '../../transaction/transaction.ts';

export type RowHandlers = {
  edit: (transaction: Transaction) => void;
  remove: (transaction: Transaction) => void;
  split: (transaction: Transaction) => void;
  pay: (transaction: Transaction) => void;
  /** Marks the transaction as not for the lets, or removes that mark. */
  setPersonal: (transaction: Transaction) => void;
};

type Props = { transaction: Transaction; handlers: RowHandlers; narrow: boolean };

export function RowActions({ transaction, handlers, narrow }: Props) {
  const { status, category, source } = transaction;
  const mayChange = useMay('money.change');
  if (!mayChange) return null;
  const personal = category === NOT_LETTINGS;
  const name = nameOf(transaction);
  const locked = isLocked(transaction);
  const actions = [
    ...(!locked && status !== 'completed' ? [{ words: 'Mark as paid', icon: Check, act: handlers.pay }] : []),
    ...(status === 'completed' ? [{ words: 'Split', icon: Split, act: handlers.split }] : []),
    ...(personal || source !== 'hand'
      ? [{ words: personal ? BRING_BACK : PERSONAL_LABEL, icon: UserRound, act: handlers.setPersonal }]
      : []),
    { words: 'Edit', icon: Pencil, act: handlers.edit },
    // The dialog explains why imported income has no Delete, for touch and keyboard users too.
    ...(locked ? [] : [{ words: 'Delete', icon: Trash2, act: handlers.remove }]),
  ];
  if (narrow) {
    return (
      <Menu trigger={<IconButton icon={EllipsisVertical} label={`More, ${name}`} title="More" size="small" />}>
        {actions.map(({ words, icon, act }) => (
          <MenuItem key={words} icon={icon} danger={act === handlers.remove} onClick={() => act(transaction)}>
            {words}
          </MenuItem>
        ))}
      </Menu>
    );
  }
  return (
    <div className="flex justify-end gap-1">
      {actions.map(({ words, icon, act }) => (
        <IconButton
          key={words}
          icon={icon}
          size="small"
          label={`${words}, ${name}`}
          title={words}
          onClick={(event) => {
            if (act === handlers.pay) focusName(event); // This button disappears after payment.
            act(transaction);
          }}
        />
      ))}
      {locked && <span className="size-7" />}
    </div>
  );
}

function focusName({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('tr')?.querySelector<HTMLElement>('[data-name]')?.focus();
}

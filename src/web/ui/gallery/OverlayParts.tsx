/** What lies over the page: menus, dialogs, toasts. `open` opens one at once, for tests and pictures. */
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../display/Button.tsx';
import { Field } from '../form/Field.tsx';
import { MoneyInput } from '../form/MoneyInput.tsx';
import { TextInput } from '../form/TextInput.tsx';
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx';
import { Dialog, DialogBody, DialogFoot } from '../overlay/Dialog.tsx';
import { Menu, MenuItem, MenuLink, MenuNote, MenuSeparator } from '../overlay/Menu.tsx';
import { toast } from '../overlay/toast.client.ts';
import { Cell, Kit } from './Kit.tsx';

function showToasts() {
  toast.info('Refreshing...', { timeout: 0 });
  toast.error('Error', { description: 'Failed to update transaction', timeout: 0 });
  toast.success('Tenant added successfully!', { timeout: 0 });
}

export function OverlayParts({ open }: { open: string | null }) {
  const [dialog, setDialog] = useState(open === 'dialog');
  const [confirm, setConfirm] = useState(open === 'confirm');
  const menu = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (open === 'toasts') showToasts();
    if (open === 'menu') menu.current?.click();
  }, [open]);
  return (
    <Kit title="Menu, dialog, toast" columns="three">
      <Cell state="menu">
        <Menu align="start" trigger={<Button ref={menu}>Hannah Whitlock</Button>}>
          <MenuNote>hannah.whitlock@gmail.com</MenuNote>
          <MenuLink icon={Settings} href="#main">
            Settings
          </MenuLink>
          <MenuItem icon={Trash2} danger onClick={() => setConfirm(true)}>
            Delete
          </MenuItem>
          <MenuItem disabled onClick={() => undefined}>
            Not now
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={LogOut} onClick={() => toast.success('Signed out')}>
            Sign out
          </MenuItem>
        </Menu>
      </Cell>
      <Cell state="dialogs">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setDialog(true)}>Edit Transaction</Button>
          <Button variant="danger" onClick={() => setConfirm(true)}>
            Delete
          </Button>
        </div>
      </Cell>
      <Cell state="toasts">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => toast.success('Property added successfully!')}>Success</Button>
          <Button onClick={() => toast.error('Failed to add property')}>Error</Button>
          <Button onClick={showToasts}>Three that stay</Button>
        </div>
      </Cell>
      <Dialog open={dialog} onOpenChange={setDialog} title="Edit Transaction">
        <DialogBody className="flex flex-col gap-4">
          <Field label="Amount (£)">
            <MoneyInput defaultValue="286.40" />
          </Field>
          <Field label="Description">
            <TextInput defaultValue="Boiler repair call-out" />
          </Field>
        </DialogBody>
        <DialogFoot>
          <Button onClick={() => setDialog(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => setDialog(false)}>
            Update Transaction
          </Button>
        </DialogFoot>
      </Dialog>
      <ConfirmDialog
        open={confirm}
        onOpenChange={setConfirm}
        title="Delete Transaction"
        question="Are you sure you want to delete this transaction? This action cannot be undone."
        confirm="Delete"
        onConfirm={() => setConfirm(false)}
      >
        Locks changed, 04 Nov 2026, −£138.50
      </ConfirmDialog>
    </Kit>
  );
}

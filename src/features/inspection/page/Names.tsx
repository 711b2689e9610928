import Plus from 'lucide-react/icons/plus';
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { useUnsavedGuard } from '../../../web/forms/leave.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import { RoomInput } from '../inspection.ts';

const MAX = 100;

type AddProps = {
  /** The field's label, such as 'Add an item'. */
  label: string;
  busy?: boolean;
  /** A rejection keeps the typed name. The caller shows the reason in a toast. */
  onAdd: (name: string) => unknown;
};

/** The field keeps the focus for the next name. */
export function AddName({ label, busy = false, onAdd }: AddProps) {
  const [name, setName] = useState('');
  const typed = name.trim();
  useUnsavedGuard(typed !== '');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (typed === '' || busy) return;
    try {
      await onAdd(typed);
      setName('');
    } catch {
      // The caller shows the reason in a toast.
    }
  };
  return (
    <form className="flex items-center gap-2" onSubmit={(event) => void add(event)}>
      <TextInput
        aria-label={label}
        placeholder={`${label}...`}
        data-key="add"
        autoComplete="off"
        maxLength={MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" icon={Plus} disabled={typed === ''} busy={busy ? 'Adding...' : undefined}>
        Add
      </Button>
    </form>
  );
}

type RenameProps = {
  /** The dialog's title, such as 'Rename room'. */
  title: string;
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRename: (name: string) => void;
};

const Name = z.object({ name: RoomInput.shape.name });

export function RenameDialog({ title, name, open, onOpenChange, onRename }: RenameProps) {
  const form = useZodForm({
    schema: Name,
    start: { name },
    save: async (input) => onRename(input.name),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`${title}:${name}`}
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      submit="Rename"
    >
      <FormField form={form} name="name" label="Name">
        <TextInput autoComplete="off" />
      </FormField>
    </FormDialog>
  );
}

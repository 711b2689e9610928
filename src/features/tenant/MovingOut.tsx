/** From which day on a tenant lives there no more: one date and a button, in a dialog. */
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { useToday } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { DateInput } from '../../web/ui/form/Inputs.tsx';
import { settleTenant } from './queries.client.ts';
import { type Tenant, TenantChange } from './tenant.ts';

/** `onDone` is called when it is saved, and when it could not be, which a toast has said. */
export function MovingOut({ tenant, onDone }: { tenant: Tenant; onDone: () => void }) {
  const today = useToday();
  const [movedOut, setMovedOut] = useState(tenant.movedOut ?? today);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: (change: TenantChange) => settleTenant(tenant, change),
    onSettled: onDone,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const change = TenantDeparture.safeParse({ movedOut });
    setError(change.error?.issues[0]?.message);
    if (!change.success) input.current?.focus();
    else if (!save.isPending) save.mutate(change.data);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <Field label="Moved out on" error={error} className="flex-[1_1_160px]">
        <DateInput ref={input} value={movedOut} onChange={({ target }) => setMovedOut(target.value)} />
      </Field>
      <Button
        type="submit"
        busy={save.isPending ? 'Saving...' : undefined}
        className="mt-[30px] max-md:mt-0 max-md:w-full"
      >
        Moved out
      </Button>
    </form>
  );
}

const [TenantDeparture] = TenantChange.options;

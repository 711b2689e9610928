import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useToday } from '../../web/http/session.client.ts';
import { DeleteDialog } from '../../web/records/detail/DeleteDialog.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { screenHeading } from '../../web/ui/display/PageHead.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../web/ui/overlay/DialogBody.tsx';
import { hasMovedOut, needsPeriodicAnswer } from './lease.ts';
import { TEXTS } from './listed.ts';
import { tenants, useSettle } from './tenant.client.ts';
import { type Tenant, TenantChange } from './tenant.ts';

const [Departure] = TenantChange.options;

/** `onDone` is called after success or failure; a toast shows the error. */
function MovingOut({ tenant, onDone }: { tenant: Tenant; onDone: () => void }) {
  const today = useToday();
  const [movedOut, setMovedOut] = useState(tenant.movedOut ?? today);
  const [error, setError] = useState<string>();
  const input = useRef<{ focus: () => void }>(null);
  const { mutate, isPending } = useSettle(tenant);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const change = Departure.safeParse({ movedOut });
    setError(change.error?.issues[0]?.message);
    if (!change.success) input.current?.focus();
    else if (!isPending) mutate(change.data, { onSettled: onDone });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <Field label="Moved out on" error={error} className="flex-[1_1_160px]">
        <DateInput ref={input} value={movedOut} onChange={setMovedOut} />
      </Field>
      <Button type="submit" busy={isPending ? 'Saving...' : undefined} className="mt-[30px] max-md:mt-0 max-md:w-full">
        Mark as moved out
      </Button>
    </form>
  );
}

type DialogProps = { tenant: Tenant; open: boolean; onOpenChange: (open: boolean) => void };

export function MovedOutDialog({ tenant, open, onOpenChange }: DialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Mark as moved out"
      description="We keep the tenant’s history. The property is vacant once all its tenants have moved out."
    >
      <DialogBody>
        <MovingOut tenant={tenant} onDone={() => onOpenChange(false)} />
      </DialogBody>
    </Dialog>
  );
}

export function TenantDeleteDialog({ tenant, ...dialog }: DialogProps) {
  const { mutateAsync: remove } = useMutation(tenants.remove({ failed: TEXTS.deleteFailedInList }));
  return (
    <DeleteDialog
      record={tenant}
      resource={tenants}
      remove={remove}
      {...dialog}
      title={TEXTS.deleteTitle}
      question={`Are you sure you want to delete ${tenant.name}? This action cannot be undone.`}
    >
      <DeletionQuestion tenant={tenant} close={() => dialog.onOpenChange(false)} />
    </DeleteDialog>
  );
}

export function DeletionQuestion({ tenant, close }: { tenant: Tenant; close: () => void }) {
  const { id, email, avatar, movedOut, version } = tenant;
  const today = useToday();
  return (
    <>
      <p className="wrap-anywhere">
        <bdi>{email}</bdi>
      </p>
      {avatar && <p>We will also delete their photo.</p>}
      <p>Their payments and arrears stay on the ledger.</p>
      {!hasMovedOut(movedOut, today) && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="mb-3">If they have moved out, mark them as moved out instead. We will keep their history.</p>
          <div className="text-ink">
            <MovingOut key={`${id} ${version}`} tenant={tenant} onDone={close} />
          </div>
        </div>
      )}
    </>
  );
}

/** Asks once, after a fixed term, whether the tenancy continues as periodic. */
export function PeriodicQuestion({ tenant }: { tenant: Tenant }) {
  const today = useToday();
  const [leaving, setLeaving] = useState(false);
  const { mutate, isPending, variables } = useSettle(tenant);
  const needsAnswer = needsPeriodicAnswer(tenant, today);
  const neededAnswer = useRef(needsAnswer);
  useEffect(() => {
    // The focused button has disappeared, so the heading gets the focus.
    if (neededAnswer.current && !needsAnswer && document.activeElement === document.body) screenHeading()?.focus();
    neededAnswer.current = needsAnswer;
  }, [needsAnswer]);
  if (!needsAnswer) return null;
  const answer = (periodic: boolean) => ({
    busy:
      isPending && variables && 'periodic' in variables && variables.periodic === periodic ? 'Saving...' : undefined,
    onClick: () => !isPending && mutate({ periodic }),
  });
  return (
    <Banner
      tone="blue"
      className="mb-5"
      action={
        <div className="flex flex-wrap gap-2 md:-my-1">
          <Button size="small" {...answer(true)}>
            Make tenancy periodic
          </Button>
          <Button size="small" onClick={() => setLeaving(true)}>
            Mark as moved out
          </Button>
          <Button size="small" variant="quiet" {...answer(false)}>
            Keep the end date
          </Button>
        </div>
      }
    >
      Is the tenant still living there? Make the tenancy periodic.
      <MovedOutDialog tenant={tenant} open={leaving} onOpenChange={setLeaving} />
    </Banner>
  );
}

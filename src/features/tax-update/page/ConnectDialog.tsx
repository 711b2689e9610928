/** Saves the National Insurance number, and the nation of an account without owners, before the sign-in at HMRC. */
import { z } from 'zod';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { NATIONS } from '../../owner/listed.ts';
import { nino } from '../../owner/owner.ts';
import { useConnect } from '../update.client.ts';
import type { Connection, TaxUpdate } from '../update.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  owner: TaxUpdate['owner'];
  connection: Connection;
};

const Both = z.object({ nino, nation: z.enum(NATIONS, 'Choose where you pay tax') });
const nations = NATIONS.map((value) => ({ value, label: value }));

export function ConnectDialog({ open, onOpenChange, owner, connection: { needsNino, sandbox } }: Props) {
  const { mutateAsync: save } = useConnect({ owner: owner?.id });
  const form = useZodForm({
    schema: z.object({
      nino: needsNino ? Both.shape.nino : Both.shape.nino.or(z.literal('')),
      nation: owner ? Both.shape.nation.or(z.literal('')) : Both.shape.nation,
    }),
    start: { nino: '', nation: '' },
    save: (typed: { nino: string; nation: string }) =>
      save({
        ...(typed.nino && { nino: typed.nino }),
        ...(typed.nation && { nation: typed.nation as (typeof NATIONS)[number] }),
      }),
    saved: () => undefined, // The browser leaves for HMRC.
  });
  return (
    <FormDialog
      form={form}
      draft={`tax:connect:${owner?.id ?? ''}`}
      open={open}
      onOpenChange={onOpenChange}
      title={sandbox ? 'Connect to HMRC (sandbox)' : 'Connect to HMRC'}
      submit="Continue to HMRC"
    >
      <p className="mb-5 text-ink-2">
        You sign in at HMRC and give Tenure permission for 18 months. We send an update only when you press the button.
        HMRC requires facts about this browser with each update: its id, time zone, screen and window size.
      </p>
      <div className="flex flex-col gap-5">
        <FormField
          form={form}
          name="nino"
          label="National Insurance number"
          hint={
            needsNino
              ? 'We store it encrypted, and show its last 3 characters only.'
              : 'Leave this blank to keep the number you entered before.'
          }
        >
          <TextInput autoComplete="off" />
        </FormField>
        {!owner && (
          <FormField form={form} name="nation" label="Where you pay tax" hint="Your main home, not your properties">
            <Select options={nations} placeholder="Choose" />
          </FormField>
        )}
      </div>
    </FormDialog>
  );
}

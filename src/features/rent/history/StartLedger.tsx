import { z } from 'zod';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { LedgerFields } from '../../tenancy/LedgerFields.tsx';
import { LEDGER_FIELDS, type LedgerStart, NO_LEDGER, readLedgerFields } from '../../tenancy/ledger-start.ts';
import type { TenancyRecord } from '../../tenancy/tenancy.ts';
import { useStartLedger } from './history.client.ts';

type Props = { tenancy: TenancyRecord; opening: number; open: boolean; onOpenChange: (open: boolean) => void };

const Fields = z.object(LEDGER_FIELDS);
const formOf = (days: { start: string; today: string }): z.ZodType<LedgerStart, z.input<typeof Fields>> =>
  Fields.transform((typed, context) => {
    const read = readLedgerFields(typed, days);
    if (read.ok) return read.ledger;
    context.addIssue({ code: 'custom', path: [read.field], message: read.message });
    return z.NEVER;
  });

/** `opening` is the current opening balance in pence. */
export function StartLedger({ tenancy: { id, version, start, chargesFrom }, opening, open, onOpenChange }: Props) {
  const today = useToday();
  const { mutateAsync: save } = useStartLedger(id);
  const form = useZodForm({
    schema: formOf({ start, today }),
    start: { ...NO_LEDGER, ledgerDay: chargesFrom },
    save: (input) => save(input),
    saved: () => onOpenChange(false),
    failed: (error) => (error instanceof Error ? error.message : undefined),
  });
  return (
    <FormDialog
      form={form}
      draft={`tenancy:ledger:${id}:${version}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Start of the ledger"
      submit="Change start"
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          {`The ledger starts on ${formatDay(chargesFrom)}.`}
          {opening !== 0 &&
            ` This replaces its opening balance, ${formatPence(Math.abs(opening))} ${opening > 0 ? 'owed' : 'in credit'}.`}
        </p>
        <LedgerFields form={form} start={start} today={today} />
      </div>
    </FormDialog>
  );
}

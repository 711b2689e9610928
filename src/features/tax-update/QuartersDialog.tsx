/** Saves an owner's choice to report quarterly, and disconnects from HMRC. */

import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { yearLabel } from '../../shared/tax-years.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { UPDATES_SOURCE } from '../tax/rules/tax-year.ts';
import { thresholdOf } from '../tax/rules/who.ts';
import { type OfYear, useDisconnect, useEndQuarters, useSaveQuarters } from './update.client.ts';
import { QuartersInput, type TaxUpdates } from './update.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; of: OfYear; updates: TaxUpdates };

const KINDS = [
  { value: 'standard', label: 'Standard: to 5 July, 5 October, 5 January, 5 April' },
  { value: 'calendar', label: 'Calendar: to 30 June, 30 September, 31 December, 31 March' },
];
const DETAILS = [
  { value: 'itemised', label: 'All boxes' },
  { value: 'three-lines', label: 'Three lines: income, expenses, residential finance costs' },
];
const INCOME_ONLY = { value: 'income-only', label: 'Income only, for joint owners' };

export function QuartersDialog({ open, onOpenChange, of, updates }: Props) {
  const { year, owner, owners, quarters, connection } = updates;
  const { mutate: disconnect, isPending: isForgetting } = useDisconnect(of);
  const { mutateAsync: save } = useSaveQuarters(of);
  const { mutate: end, isPending } = useEndQuarters(of);
  const { kind, detail, chosen, fixed } = quarters;
  const form = useZodForm({
    schema: QuartersInput,
    start: { kind, detail },
    save,
    saved: () => onOpenChange(false),
  });
  const { from, income, over } = thresholdOf(year);
  return (
    <FormDialog
      form={form}
      draft={`tax:quarters:${year}:${owner?.id ?? ''}`}
      open={open}
      onOpenChange={onOpenChange}
      title={`Quarterly updates for ${yearLabel(year)}`}
      submit={chosen ? 'Save' : 'Report quarterly'}
    >
      <p className="mb-5 text-ink-2">
        {`From 6 April ${from.slice(0, 4)} landlords report four times a year if their rents and self-employment in ${yearLabel(income)} were over ${formatPence(over)}, before costs. `}
        <a href={UPDATES_SOURCE.link} target="_blank" rel="noopener">
          {UPDATES_SOURCE.name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </p>
      <div className="flex flex-col gap-5">
        <FormField
          form={form}
          name="kind"
          label="Quarters"
          hint={
            fixed
              ? 'You have sent an update for this year or a later one, so you cannot change its quarters.'
              : 'Both have the same due dates. You cannot change quarters after the first update of a year.'
          }
        >
          <Select options={KINDS} disabled={fixed} />
        </FormField>
        <FormField
          form={form}
          name="detail"
          label="Updates contain"
          hint="Three lines are for income below £90,000. HMRC allowed this in its 2021 rules, so check that it still applies."
        >
          <Select options={owners.length > 1 ? [...DETAILS, INCOME_ONLY] : DETAILS} />
        </FormField>
        {connection.state === 'active' && (
          <div>
            <p className="mb-2 text-s text-ink-2">
              {connection.until && `Your permission at HMRC ends on ${formatDay(connection.until)}. `}
              {connection.disconnectUrl && (
                <a href={connection.disconnectUrl} target="_blank" rel="noopener">
                  End it at HMRC
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              )}
            </p>
            <Button
              variant="quiet"
              busy={isForgetting ? 'Disconnecting...' : undefined}
              onClick={() => disconnect(undefined, { onSuccess: () => onOpenChange(false) })}
            >
              Disconnect from HMRC
            </Button>
          </div>
        )}
        {chosen && !fixed && (
          <div>
            <Button
              variant="quiet"
              busy={isPending ? 'Stopping...' : undefined}
              onClick={() => end(undefined, { onSuccess: () => onOpenChange(false) })}
            >
              Stop quarterly updates
            </Button>
          </div>
        )}
      </div>
    </FormDialog>
  );
}

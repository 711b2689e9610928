import type { z } from 'zod';
import { isDay } from '../../shared/dates.ts';
import { formatPence, typedOrZero } from '../../shared/money.ts';
import { useToday } from '../../web/http/session.client.ts';
import { useAddForm } from '../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../web/records/form/ExistingDialog.tsx';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { MoneyInput, TextInput } from '../../web/ui/form/Inputs.tsx';
import { statementOf, useDownload } from '../rent/documents.client.ts';
import { useLedger } from '../rent/rent.client.ts';
import { TenancyRecord } from '../tenancy/tenancy.ts';
import { useEndTenancy } from './ending.client.ts';
import { EndForm, endingOf, endingSummary, hasDeposit, wouldPay } from './ending.ts';

type Props = { tenancy: TenancyRecord; open: boolean; onOpenChange: (open: boolean) => void };

type Ending = ReturnType<typeof useAddForm<z.input<typeof EndForm>, z.output<typeof EndForm>, TenancyRecord>>;

const HEADING = 'mb-3 font-bold';
const GRID = 'grid grid-cols-2 items-start gap-5 max-md:grid-cols-1';

export function EndTenancy({ tenancy, open, onOpenChange }: Props) {
  const { id, names, depositAmount, noticeEnds } = tenancy;
  const today = useToday();
  const { mutateAsync: end } = useEndTenancy(id);
  const { mutate: download } = useDownload('the statement');
  const settles = hasDeposit(tenancy);
  const { form, existing }: Ending = useAddForm({
    words: { one: 'change', add: 'End tenancy' },
    schema: EndForm,
    record: TenancyRecord,
    once: true,
    start: {
      ended: noticeEnds ?? today,
      returned: '',
      forRent: '0.00',
      forDamage: '0.00',
      reason: '',
      statement: true,
    },
    add: ({ statement: _, ...input }, key) => end({ key, input }),
    saved: ({ ended: last }) => {
      const to = last ?? today;
      if (form.rhf.getValues('statement'))
        download(() => statementOf(id, { from: tenancy.chargesFrom, to: to > today ? today : to, format: 'pdf' }));
      onOpenChange(false);
    },
    failed: (error) => (error instanceof Error ? error.message : undefined),
  });
  const [ended, forRent, forDamage] = form.rhf.watch(['ended', 'forRent', 'forDamage']);
  const kept = typedOrZero(forRent) + typedOrZero(forDamage);
  const { data: ledger } = useLedger(id, isDay(ended) && ended > today ? ended : undefined);
  const ending = ledger && isDay(ended) ? endingOf({ tenancy, ended, today, balance: ledger.balance }) : undefined;
  const owed = ending?.owed ?? 0;
  return (
    <FormDialog
      form={form}
      draft={`tenancy:end:${id}`}
      open={open}
      onOpenChange={onOpenChange}
      title="End tenancy"
      submit="End tenancy"
    >
      <div className="flex flex-col gap-6">
        <section aria-label="Moving out">
          <h3 className={HEADING}>Moving out</h3>
          <FormField form={form} name="ended" label="Moved out" hint="No rent is due from this date.">
            <DateInput />
          </FormField>
          {ending && <p className="mt-3 text-ink-2">{endingSummary(ending)}</p>}
        </section>
        {settles && (
          <section aria-label="Deposit">
            <h3 className={HEADING}>{`Deposit, ${formatPence(depositAmount)}`}</h3>
            <div className={GRID}>
              <FormField
                form={form}
                name="forRent"
                label="Kept for rent and charges"
                hint={owed > 0 ? wouldPay(owed, depositAmount) : undefined}
              >
                <MoneyInput />
              </FormField>
              <FormField form={form} name="forDamage" label="Kept for damage or cleaning">
                <MoneyInput />
              </FormField>
              <FormField
                form={form}
                name="reason"
                label="Reason for the deduction"
                hint="Needed if you keep money for damage or cleaning."
                optional
                className="col-span-full"
              >
                <TextInput autoComplete="off" />
              </FormField>
              <FormField
                form={form}
                name="returned"
                label="Settled on"
                hint="Leave this blank while you still hold the deposit."
                optional
                className="col-span-full"
              >
                <DateInput />
              </FormField>
            </div>
            <p className="mt-3 text-ink-2">
              {kept > depositAmount
                ? 'That is more than the deposit.'
                : `${formatPence(depositAmount - kept)} will be returned to ${names}.${kept > 0 ? ' We will record the rest as income.' : ''}`}
            </p>
          </section>
        )}
        <FormChoice form={form} name="statement">
          {(error) => (
            <Checkbox
              label="Download the final rent statement"
              hint="A PDF with every charge and payment."
              error={error}
            />
          )}
        </FormChoice>
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

/** The lender's statements of a loan, which make the interest of its payments exact. */
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { addDays, formatDays } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { personalTaxYearOf } from '../../shared/tax-years.ts';
import { May, useToday } from '../../web/http/session.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { MoneyInput } from '../../web/ui/form/Inputs.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { PATHS, useAddStatement, useRemoveStatement } from './loan.client.ts';
import { type LoanRecord, StatementForm } from './loan.ts';

export function LoanStatements({ loan: { id, statements } }: { loan: LoanRecord }) {
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const { mutate: remove, isPending } = useRemoveStatement(id);
  return (
    <Card aria-labelledby="statements">
      <CardHead id="statements" title="Lender’s statements">
        <May need={PATHS.change}>
          <Button size="small" icon={Plus} onClick={() => setOpen(true)}>
            Add statement
          </Button>
        </May>
      </CardHead>
      {statements.length === 0 ? (
        <p className="p-5 text-ink-2 max-md:p-4">
          Add the yearly statement, and the interest of your payments will be exact instead of estimated.
        </p>
      ) : (
        <Rows label="Statements">
          {statements.toReversed().map((one) => (
            <Row
              key={one.id}
              line={`Interest ${formatPence(one.interest)}`}
              end={
                <May need={PATHS.change}>
                  <Button variant="quiet" size="small" disabled={isPending} onClick={() => remove(one.id)}>
                    Remove<span className="sr-only">{` the statement for ${formatDays(one)}`}</span>
                  </Button>
                </May>
              }
            >
              {formatDays(one)}
            </Row>
          ))}
        </Rows>
      )}
      <StatementDialog key={openings} id={id} open={open} onOpenChange={setOpen} />
    </Card>
  );
}

type Props = { id: string; open: boolean; onOpenChange: (open: boolean) => void };

/** The form starts with the last complete tax year. */
function StatementDialog({ id, open, onOpenChange }: Props) {
  const { mutateAsync: save } = useAddStatement(id);
  const { from, to } = personalTaxYearOf(addDays(personalTaxYearOf(useToday()).from, -1));
  const form = useZodForm({
    schema: StatementForm,
    start: { from, to, interest: '' },
    save,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`loan-statement:${id}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Add statement"
      submit="Add statement"
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          Copy the period and the interest from your lender’s statement. The payments in that period will then add up to
          exactly this interest.
        </p>
        <FormField form={form} name="from" label="First day">
          <DateInput />
        </FormField>
        <FormField form={form} name="to" label="Last day">
          <DateInput />
        </FormField>
        <FormField form={form} name="interest" label="Interest">
          <MoneyInput />
        </FormField>
      </div>
    </FormDialog>
  );
}

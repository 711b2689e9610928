/** In the form of a tenant: from when to when they rent, and for how much. */
import { useWatch } from 'react-hook-form';
import { optionalDay } from '../../shared/dates.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { DateInput, MoneyInput } from '../../web/ui/form/Inputs.tsx';
import type { TenantFormHandle } from './form-handle.client.ts';
import { depositHint, FIELD_LABELS as LABELS, leaseRemark } from './labels.ts';

type Props = {
  form: TenantFormHandle;
  /** Whether they may have moved out, which nobody has who is only being added. */
  mayHaveLeft: boolean;
};

export function LeaseFields({ form, mayHaveLeft }: Props) {
  return (
    <Card aria-labelledby="lease" className="mt-5">
      <CardHead id="lease" title="Lease" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <FormField form={form} name="leaseStart" label={LABELS.leaseStart}>
          <DateInput />
        </FormField>
        <LeaseEnd form={form} />
        <FormField form={form} name="rentAmount" label={LABELS.rentAmount}>
          <MoneyInput />
        </FormField>
        <Deposit form={form} />
        {mayHaveLeft && (
          <FormField
            form={form}
            name="movedOut"
            label={LABELS.movedOut}
            hint="From this day on they live there no more."
            optional
          >
            <DateInput />
          </FormField>
        )}
      </div>
    </Card>
  );
}

/** A periodic tenancy has no end to be asked for. */
function LeaseEnd({ form }: { form: TenantFormHandle }) {
  const { rhf } = form;
  const [leaseStart, leaseEnd, periodic] = useWatch({
    control: rhf.control,
    name: ['leaseStart', 'leaseEnd', 'periodic'],
  });
  const remark = leaseRemark({ leaseStart, leaseEnd });
  const forget = (isPeriodic: boolean) => {
    rhf.clearErrors('leaseEnd');
    // What cannot be read would be found wrong where nobody sees it.
    if (isPeriodic && !optionalDay().safeParse(leaseEnd).success) rhf.setValue('leaseEnd', '');
  };
  return (
    <div className="flex flex-col gap-3">
      {!periodic && (
        <FormField
          form={form}
          name="leaseEnd"
          label={LABELS.leaseEnd}
          hint={
            remark && (
              <StatusState state="soon" small>
                {remark}
              </StatusState>
            )
          }
        >
          <DateInput />
        </FormField>
      )}
      <FormChoice form={form} name="periodic">
        {(error) => (
          <Checkbox
            label={LABELS.periodic}
            error={error}
            className={periodic ? 'md:pt-8' : undefined}
            onChange={({ target }) => forget(target.checked)}
          />
        )}
      </FormChoice>
    </div>
  );
}

function Deposit({ form }: { form: TenantFormHandle }) {
  const [depositAmount, rentAmount] = useWatch({ control: form.rhf.control, name: ['depositAmount', 'rentAmount'] });
  const hint = depositHint(depositAmount, rentAmount);
  return (
    <FormField
      form={form}
      name="depositAmount"
      label={LABELS.depositAmount}
      hint={
        hint && (
          <StatusState state="note" small>
            {hint}
          </StatusState>
        )
      }
    >
      <MoneyInput />
    </FormField>
  );
}

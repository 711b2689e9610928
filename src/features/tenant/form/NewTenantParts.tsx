import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { formatPence, parsePounds, penceAsTyped } from '../../../shared/money.ts';
import { optionalDay } from '../../../shared/schemas.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Checkbox, RadioGroup } from '../../../web/ui/form/Choices.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { MoneyInput } from '../../../web/ui/form/Inputs.tsx';
import { LedgerFields } from '../../tenancy/LedgerFields.tsx';
import { confirmStart, needsConfirmation } from '../../tenancy/rules/start.ts';
import { depositHint, leaseRemark, TENANT, type TenantFormOutput, type TenantFormValues } from '../tenant.ts';
import {
  changedByJoining,
  depositSuggestion,
  needsLedgerStart,
  OTHER_TERM,
  OWN_TENANCY,
  PERIODIC,
  TERM_OPTIONS,
  termEnd,
} from './new-tenant.ts';

type Props = { form: FormHandle<TenantFormValues, TenantFormOutput> };
const { labels } = TENANT;

/** Clears the end date's error, and for a periodic tenancy an invalid date, which would block saving while hidden. */
export function clearEnd({ rhf }: Props['form'], periodic: boolean): void {
  rhf.clearErrors('leaseEnd');
  if (periodic && !optionalDay().safeParse(rhf.getValues('leaseEnd')).success) rhf.setValue('leaseEnd', '');
}

function useJoins({ rhf }: Props['form']): boolean {
  const [mayJoin = false, joins = ''] = useWatch({ control: rhf.control, name: ['mayJoin', 'joins'] });
  return mayJoin && joins !== '' && joins !== OWN_TENANCY;
}

/** Choice between periodic and fixed terms, which sets the end date. */
export function Term({ form }: Props) {
  if (useJoins(form)) return null;
  return (
    <FormChoice form={form} name="term">
      {(error) => (
        <RadioGroup
          legend="Fixed term or periodic?"
          className="col-span-full"
          error={error}
          options={TERM_OPTIONS}
          onChange={({ target }) => {
            form.rhf.setValue('periodic', target.value === PERIODIC);
            clearEnd(form, target.value === PERIODIC);
          }}
        />
      )}
    </FormChoice>
  );
}

export function Start({ form }: Props) {
  const [start, before] = useWatch({ control: form.rhf.control, name: ['leaseStart', 'savedStart'] });
  return (
    <div className="flex flex-col gap-3">
      <FormField form={form} name="leaseStart" label={labels.leaseStart}>
        <DateInput />
      </FormField>
      <div role="status" className="empty:hidden">
        {needsConfirmation({ start, before }) && (
          <FormChoice form={form} name="confirmedStart">
            {(error) => <Checkbox label={confirmStart(start)} error={error} />}
          </FormChoice>
        )}
      </div>
    </div>
  );
}

/** The end of a fixed term, calculated from its months until edited. */
export function TermEnd({ form }: Props) {
  const { rhf } = form;
  const [start, end, term] = useWatch({ control: rhf.control, name: ['leaseStart', 'leaseEnd', 'term'] });
  useEffect(() => {
    const follows = termEnd(start, term ?? '');
    if (follows && rhf.getValues('leaseEnd') !== follows) rhf.setValue('leaseEnd', follows, { shouldDirty: true });
  }, [rhf, start, term]);
  if (useJoins(form) || !term || term === PERIODIC) return null;
  const remark = leaseRemark({ leaseStart: start, leaseEnd: end ?? '' });
  return (
    <FormField
      form={form}
      name="leaseEnd"
      label={labels.leaseEnd}
      hint={
        remark && (
          <StatusState state="soon" small>
            {remark}
          </StatusState>
        )
      }
    >
      <DateInput
        onChange={(day) => {
          if (day !== termEnd(start, term)) rhf.setValue('term', OTHER_TERM);
        }}
      />
    </FormField>
  );
}

export function NewLedger({ form }: Props) {
  const [askedOn = '', joins = '', leaseStart] = useWatch({
    control: form.rhf.control,
    name: ['askedOn', 'joins', 'leaseStart'],
  });
  return (
    <div role="status" className="col-span-full empty:hidden">
      {needsLedgerStart({ askedOn, joins, leaseStart }) && (
        <LedgerFields form={form} start={leaseStart} today={askedOn} />
      )}
    </div>
  );
}

export function ChangesTenancy({ form }: Props) {
  const [rent, deposit, joinedRent = '', joinedDeposit = ''] = useWatch({
    control: form.rhf.control,
    name: ['rentAmount', 'depositAmount', 'joinedRent', 'joinedDeposit'],
  });
  const [rentAmount, depositAmount] = [parsePounds(rent), parsePounds(deposit)];
  const changed =
    rentAmount.ok && depositAmount.ok
      ? changedByJoining({
          joinedRent,
          joinedDeposit,
          rentAmount: rentAmount.pence,
          depositAmount: depositAmount.pence,
        })
      : [];
  return (
    <div role="status" className="col-span-full empty:hidden">
      {changed.length > 0 && (
        <FormChoice form={form} name="changesTenancy">
          {(error) => (
            <Checkbox
              label={`Change the ${changed.join(' and the ')} for the whole tenancy`}
              hint="This applies to all tenants who share the tenancy."
              error={error}
            />
          )}
        </FormChoice>
      )}
    </div>
  );
}

/** Deposit field that suggests the legal maximum without filling it in. */
export function Deposit({ form, suggests }: Props & { suggests: boolean }) {
  const { rhf } = form;
  const [deposit, rent] = useWatch({ control: rhf.control, name: ['depositAmount', 'rentAmount'] });
  const [remark, typed] = [depositHint(deposit, rent), parsePounds(rent)];
  const suggestion = suggests && typed.ok ? depositSuggestion(typed.pence) : null;
  const use = (pence: number) => rhf.setValue('depositAmount', penceAsTyped(pence), { shouldDirty: true });
  return (
    <div className="flex flex-col gap-[6px]">
      <FormField
        form={form}
        name="depositAmount"
        label={labels.depositAmount}
        hint={
          remark && (
            <StatusState state="note" small>
              {remark}
            </StatusState>
          )
        }
      >
        <MoneyInput />
      </FormField>
      {suggestion && !remark && (
        <p className="flex flex-wrap items-center gap-2 text-s text-ink-2">
          {suggestion.words}
          <Button variant="quiet" size="small" onClick={() => use(suggestion.pence)}>
            Use<span className="sr-only"> {formatPence(suggestion.pence)}</span>
          </Button>
        </p>
      )}
    </div>
  );
}

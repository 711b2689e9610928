import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { formatPence, parsePounds, penceAsTyped } from '../../../shared/money.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { RadioGroup } from '../../../web/ui/form/Choices.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { MoneyInput } from '../../../web/ui/form/Inputs.tsx';
import { useRunning } from '../../tenancy/running.client.ts';
import { TENANT, type TenantFormOutput, type TenantFormValues } from '../tenant.ts';
import { OTHER_TERM, OWN_TENANCY, PERIODIC } from './new-tenant.ts';

type Props = { form: FormHandle<TenantFormValues, TenantFormOutput> };

/** Asks whether a new tenant joins an existing tenancy, with its rent, or has a separate one. */
export function JoinsTenancy({ form }: Props) {
  const { rhf } = form;
  const [propertyId, joins] = useWatch({ control: rhf.control, name: ['propertyId', 'joins'] });
  const { data } = useRunning(propertyId);
  const running = (propertyId !== '' && data?.items) || [];
  const count = running.length;
  // `mayJoin` is set as a default value, so that the form does not count as changed.
  useEffect(() => {
    rhf.register('mayJoin');
    rhf.resetField('mayJoin', { defaultValue: count > 0 });
  }, [rhf, count]);
  const isElsewhere = Boolean(data && joins && joins !== OWN_TENANCY && !running.some(({ id }) => id === joins));
  useEffect(() => {
    // The chosen tenancy belongs to a property that was selected earlier.
    if (isElsewhere) for (const name of ['joins', 'joinedRent', 'joinedDeposit'] as const) rhf.setValue(name, '');
  }, [rhf, isElsewhere]);
  const choose = (id: string) => {
    const joined = running.find((tenancy) => tenancy.id === id);
    rhf.setValue('joinedRent', joined ? String(joined.rentAMonth) : '');
    rhf.setValue('joinedDeposit', joined ? String(joined.depositAmount) : '');
    if (!joined) return;
    const { rentAMonth, depositAmount, end } = joined;
    rhf.setValue('term', end === null ? PERIODIC : OTHER_TERM);
    rhf.setValue('periodic', end === null);
    rhf.setValue('leaseEnd', end ?? '');
    rhf.setValue('rentAmount', penceAsTyped(rentAMonth), { shouldDirty: true });
    rhf.setValue('depositAmount', penceAsTyped(depositAmount), { shouldDirty: true });
  };
  // Always rendered, so that screen readers announce the question.
  return (
    <div role="status" className="col-span-full empty:hidden">
      {count > 0 && (
        <FormChoice form={form} name="joins">
          {(error) => (
            <RadioGroup
              legend="This property already has tenants"
              error={error}
              onChange={({ target }) => choose(target.value)}
              options={[
                ...running.map(({ id, names, rentAMonth }) => ({
                  value: id,
                  label: `Join this tenancy: ${names}`,
                  hint: `${formatPence(rentAMonth)} a month, shared. Each tenant is liable for all of it`,
                })),
                {
                  value: OWN_TENANCY,
                  label: 'Start a separate tenancy',
                  hint: 'For example for a room with its own rent.',
                },
              ]}
            />
          )}
        </FormChoice>
      )}
    </div>
  );
}

/** Rent of an existing tenant: a change either starts on a date or corrects a mistake. */
export function ChangedRent({ form }: Props) {
  const { rhf } = form;
  const today = useToday();
  const [typed, change] = useWatch({ control: rhf.control, name: ['rentAmount', 'rentChange'] });
  const was = parsePounds(rhf.formState.defaultValues?.rentAmount ?? '');
  const now = parsePounds(typed);
  const changed = was.ok && now.ok && was.pence !== now.pence;
  useEffect(() => {
    if (changed && !rhf.getValues('rentFrom')) rhf.resetField('rentFrom', { defaultValue: today });
  }, [changed, rhf, today]);
  return (
    <div className="flex flex-col gap-4">
      <FormField form={form} name="rentAmount" label={TENANT.labels.rentAmount}>
        <MoneyInput />
      </FormField>
      <div role="status" className="flex flex-col gap-4 empty:hidden">
        {changed && (
          <FormChoice form={form} name="rentChange">
            {(error) => (
              <RadioGroup
                legend="Why are you changing the rent?"
                error={error}
                options={[
                  {
                    value: 'from',
                    label: 'The rent changes from a date',
                    hint: 'Earlier rent on the ledger does not change.',
                  },
                  {
                    value: 'correct',
                    label: 'The rent was entered wrongly',
                    hint: 'We will correct the current rent from its start date.',
                  },
                ]}
              />
            )}
          </FormChoice>
        )}
        {changed && change === 'from' && (
          <FormField form={form} name="rentFrom" label="New rent from">
            <DateInput />
          </FormField>
        )}
      </div>
    </div>
  );
}

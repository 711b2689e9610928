/** Confirms which tenant reported a repair on a poster's page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { RadioGroup } from '../../../web/ui/form/Choices.tsx';
import { FormChoice } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { tenants } from '../../tenant/tenant.client.ts';
import { useMatch } from '../repair.client.ts';
import type { RepairRecord } from '../repair.ts';
import type { DialogProps } from '../rules/actions.ts';

const NOBODY = 'nobody';
const Form = z.object({ who: z.string('Choose who it was').min(1, 'Choose who it was') });

export function MatchDialog({ repair, ...dialog }: DialogProps<RepairRecord>) {
  const { mutateAsync: match } = useMatch(repair);
  const { propertyId, reporter } = repair;
  const { data } = useInfiniteQuery({
    ...tenants.list({ q: '', sort: 'name', ...(propertyId && { propertyId }) }),
    enabled: dialog.open && propertyId !== null,
  });
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  const form = useZodForm<z.input<typeof Form>, z.output<typeof Form>, RepairRecord>({
    schema: Form,
    start: { who: '' },
    save: ({ who }) => match(who === NOBODY ? null : who),
    saved: () => dialog.onOpenChange(false),
  });
  return (
    <FormDialog {...dialog} form={form} draft={`repair:${repair.id}:match`} title="Who reported it?" submit="Confirm">
      <div className="flex flex-col gap-5">
        {reporter && (
          <p className="text-ink-2 wrap-anywhere">
            From a poster’s page:{' '}
            <bdi>{[reporter.name, reporter.email, reporter.phone].filter(Boolean).join(', ')}</bdi>
          </p>
        )}
        <FormChoice form={form} name="who">
          {(error) => (
            <RadioGroup
              legend="Tenant"
              rows
              error={error}
              options={[
                ...found.map(({ id, name, email }) => ({ value: id, label: name, hint: email })),
                { value: NOBODY, label: 'Somebody else' },
              ]}
            />
          )}
        </FormChoice>
      </div>
    </FormDialog>
  );
}

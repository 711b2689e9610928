/** A form for a message to one named receiver, or for a note. Files go to the same receiver. */
import Paperclip from 'lucide-react/icons/paperclip';
import { lazy, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { paragraph } from '../../../shared/schemas.ts';
import { useUnsavedGuard } from '../../../web/forms/leave.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { Select, TextArea } from '../../../web/ui/form/Inputs.tsx';
import { useManyUploads } from '../../file/many-uploads.client.ts';
import { useAttach, useMessage } from '../repair.client.ts';
import { MAX_TEXT, type RepairRecord } from '../repair.ts';

const ManyFilesField = lazy(async () => ({
  default: (await import('../../file/ManyFilesField.tsx')).ManyFilesField,
}));

const NOBODY = 'nobody';
const TENANT = 'tenant';

const Message = z.object({
  to: z.string(),
  text: paragraph({ min: 1, max: MAX_TEXT, message: 'Enter a message' }),
});

export function MessageBox({ repair }: { repair: RepairRecord }) {
  const receivers = receiversOf(repair);
  const { mutateAsync: send } = useMessage(repair);
  const { mutateAsync: attach } = useAttach(repair);
  const [attaching, setAttaching] = useState(false);
  const start = { to: receivers[0]?.value ?? NOBODY, text: '' };
  const form = useZodForm<z.input<typeof Message>, z.output<typeof Message>, RepairRecord>({
    schema: Message,
    start,
    save: ({ to, text }) => {
      if (to === TENANT || to === NOBODY) return send({ to, text });
      return send({ to: 'supplier', supplierId: to, text });
    },
    saved: () => form.rhf.reset({ ...form.rhf.getValues(), text: '' }),
  });
  const [to, text] = useWatch({ control: form.rhf.control, name: ['to', 'text'] });
  const uploads = useManyUploads({
    bucket: 'documents',
    onStored: ({ url }) =>
      attach({
        url,
        tenantSees: to === TENANT,
        suppliersSee: false,
        ...(to !== TENANT && to !== NOBODY && { supplierId: to }),
      }),
  });
  useUnsavedGuard(text !== '' || uploads.items.length > 0);
  const receiver = receivers.find(({ value }) => value === to);
  const name = receiver?.name;
  return (
    <Form form={form} label="Message" className="rounded-b-[7px] border-t border-line bg-paper px-5 py-4 max-md:px-4">
      <div className="flex flex-col gap-3">
        <FormField form={form} name="to" label="Who sees this" className="w-fit max-w-full">
          <Select options={receivers} />
        </FormField>
        <FormField form={form} name="text" label={name ? `Write to ${name}` : 'Note'} hideLabel>
          <TextArea placeholder={name ? `Write to ${name}...` : 'A note that only you see...'} />
        </FormField>
        {attaching && (
          <Suspense>
            <ManyFilesField
              label={name ? `Photos or files for ${name}` : 'Photos or files that only you see'}
              bucket="documents"
              uploads={uploads}
            />
          </Suspense>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="quiet"
            size="small"
            icon={Paperclip}
            aria-expanded={attaching}
            onClick={() => setAttaching(!attaching)}
          >
            Photo or file
          </Button>
          {name && <span className="text-s text-ink-2 max-md:hidden">Sent by email, and shown on their page</span>}
          <span className="ml-auto">
            <SubmitButton form={form} busy="Sending..." variant="secondary">
              {name ? `Send to ${name}` : 'Save note'}
            </SubmitButton>
          </span>
        </div>
      </div>
    </Form>
  );
}

type Receiver = { value: string; label: string; name?: string };

function receiversOf({ tenant, supplier, offers, unconfirmed }: RepairRecord): Receiver[] {
  const askedSuppliers = offers.flatMap(({ supplierId, supplierName, state }) =>
    supplierId && state !== 'lost' && state !== 'refused' ? [{ id: supplierId, name: supplierName }] : [],
  );
  const suppliers = new Map([...(supplier ? [supplier] : []), ...askedSuppliers].map(({ id, name }) => [id, name]));
  return [
    ...(tenant && !unconfirmed
      ? [
          {
            value: TENANT,
            label: tenant.name ? `${tenant.name} (tenant)` : 'Tenant',
            name: tenant.name || 'the tenant',
          },
        ]
      : []),
    ...[...suppliers].map(([value, name]) => ({ value, label: `${name} (supplier)`, name })),
    { value: NOBODY, label: 'Only you' },
  ];
}

import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { isDay } from '../../shared/dates.ts';
import { useToday } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { RadioGroup } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../web/ui/overlay/DialogBody.tsx';
import { statementOf, useDownload } from '../rent/documents.client.ts';
import type { DocumentFormat } from './documents.ts';

const FORMATS = [
  { value: 'pdf', label: 'PDF', hint: 'To send or print.' },
  { value: 'csv', label: 'CSV', hint: 'For a spreadsheet.' },
] as const satisfies { value: DocumentFormat; label: string; hint: string }[];

type Props = { id: string; first: string; open: boolean; onOpenChange: (open: boolean) => void };

/** `first` is the date of the ledger's first entry. */
export function StatementDialog({ id, first, open, onOpenChange }: Props) {
  const today = useToday();
  const [from, setFrom] = useState(first < today ? first : today);
  const [to, setTo] = useState(today);
  const [format, setFormat] = useState<DocumentFormat>('pdf');
  const { mutate, isPending } = useDownload('the statement');
  const wrongFrom = !isDay(from) ? 'Enter a date' : from > to ? 'Enter a date before the last day' : undefined;
  const wrongTo = !isDay(to) ? 'Enter a date' : to > today ? 'Enter a date up to today' : undefined;
  const close = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Rent statement" locked={isPending}>
      <DialogBody className="flex flex-col gap-5">
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          <Field label="First day" error={wrongFrom}>
            <DateInput value={from} onChange={setFrom} />
          </Field>
          <Field label="Last day" error={wrongTo}>
            <DateInput value={to} onChange={setTo} />
          </Field>
        </div>
        <RadioGroup
          legend="File"
          options={FORMATS}
          value={format}
          onChange={({ target }) => setFormat(target.value === 'csv' ? 'csv' : 'pdf')}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="primary"
          icon={Download}
          disabled={wrongFrom !== undefined || wrongTo !== undefined}
          busy={isPending ? 'Preparing the statement...' : undefined}
          onClick={() => mutate(() => statementOf(id, { from, to, format }), { onSuccess: close })}
        >
          Download
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

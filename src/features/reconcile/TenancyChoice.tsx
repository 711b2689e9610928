import { useState } from 'react';
import { Button } from '../../web/ui/display/Button.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { type Payer, PayerPicker } from '../transaction/PayerPicker.tsx';

type Props = { text: string; busy: boolean; onChosen: (payer: Payer) => void };

export function TenancyChoice({ text, busy, onChosen }: Props) {
  const [payer, setPayer] = useState<Payer>();
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-48 flex-1">
        <Field label="Whose rent is this?">
          <PayerPicker chosen={payer} onChange={setPayer} />
        </Field>
      </div>
      <Button disabled={busy || !payer} onClick={() => payer && onChosen(payer)}>
        Add to ledger<span className="sr-only">, {text}</span>
      </Button>
    </div>
  );
}

/** Money in that is proposed to no tenancy: the landlord says whose it is, makes a tenant of its payer, or keeps it apart. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { NOT_FOR_LETS } from '../bank-row/entry.ts';
import { CATEGORY_LABELS } from '../transaction/labels.ts';
import { type Payer, PayerPicker } from '../transaction/PayerPicker.tsx';
import { setPersonal } from '../transaction/transaction.client.ts';
import type { Accepted, useAccept } from './accept.client.ts';
import type { RentMatch } from './matches.ts';
import { newTenantOf } from './score/new-tenant-of.ts';

type Row = RentMatch['row'];
type Props = {
  rows: readonly Row[];
  /** How many there are beside them. */
  more: number;
  busy: boolean;
  onAccept: ReturnType<typeof useAccept>['mutate'];
};

export function Unmatched({ rows, more, busy, onAccept }: Props) {
  if (rows.length === 0) return null;
  return (
    <details className="mt-4 rounded-card border border-line bg-surface">
      <summary className="cursor-pointer px-5 py-3 max-md:px-4">
        {counted(rows.length + more, 'other payment')} received, on no ledger
      </summary>
      <ul>
        {rows.map((row) => (
          <UnmatchedRow key={row.id} row={row} rows={rows} busy={busy} onAccept={onAccept} />
        ))}
      </ul>
    </details>
  );
}

type RowProps = Pick<Props, 'rows' | 'busy' | 'onAccept'> & { row: Row };

function UnmatchedRow({ row, rows, busy, onAccept }: RowProps) {
  const [asked, setAsked] = useState(false);
  const [payer, setPayer] = useState<Payer>();
  const keeping = useMutation({ mutationFn: setPersonal });
  const accept = ({ tenancyId }: Payer) => {
    const parts = [{ tenancyId, amount: row.amount, fee: 0 }];
    onAccept([{ row, proposal: { paymentId: null, parts } } satisfies Accepted]);
  };
  const spoken = <span className="sr-only">, {row.text}</span>;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 max-md:px-4">
      <div className="min-w-60 flex-1">
        <p className="flex justify-between gap-3">
          <bdi className="wrap-anywhere">{row.text}</bdi>
          <b className="figures text-green">+{formatPence(row.amount)}</b>
        </p>
        <p className="text-s text-ink-2">{[formatDay(row.date), row.account].filter(Boolean).join(' · ')}</p>
      </div>
      {asked ? (
        <div className="flex min-w-60 flex-1 items-end gap-2">
          <div className="flex-1">
            <Field label="Whose rent is this?">
              <PayerPicker chosen={payer} onChange={setPayer} />
            </Field>
          </div>
          <Button disabled={busy || !payer} onClick={() => payer && accept(payer)}>
            Put on the ledger{spoken}
          </Button>
        </div>
      ) : (
        <span className="flex flex-wrap gap-1">
          <Button size="small" disabled={busy} onClick={() => setAsked(true)}>
            Whose is this?{spoken}
          </Button>
          <LinkButton to="/dashboard/tenants/add" state={{ tenant: newTenantOf(row, rows) }} size="small">
            Make a tenant of this payer{spoken}
          </LinkButton>
          <Button
            size="small"
            variant="quiet"
            disabled={busy || keeping.isPending}
            onClick={() => keeping.mutate({ row, personal: true })}
          >
            {CATEGORY_LABELS[NOT_FOR_LETS]}
            {spoken}
          </Button>
        </span>
      )}
    </li>
  );
}

/** A transaction for roles that may not change it. */
import { formatDay } from '../../../shared/dates.ts';
import { Facts } from '../../../web/ui/display/Facts.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../../web/ui/overlay/DialogBody.tsx';
import { categoryLabel, FIELD_LABELS as LABELS, TEXTS } from '../../transaction/labels.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { Amount, StatusMark } from '../TransactionMarks.tsx';

type Props = { transaction: Transaction; open: boolean; onOpenChange: (open: boolean) => void };

export function ViewTransaction({ transaction, ...dialog }: Props) {
  const { date, status, description, category, propertyAddress, supplier, bankAccount, reference } = transaction;
  const { file, moreFiles } = transaction;
  const facts = [
    { name: 'Amount', value: <Amount transaction={transaction} /> },
    { name: LABELS.date, value: formatDay(date) },
    { name: LABELS.status, value: <StatusMark status={status} plain /> },
    { name: LABELS.category, value: categoryLabel(category) },
    { name: LABELS.description, value: <bdi>{description}</bdi>, long: true },
    { name: LABELS.propertyId, value: propertyAddress, long: true },
    { name: LABELS.supplierId, value: supplier, long: true },
    { name: LABELS.bankAccountId, value: bankAccount, long: true },
    { name: 'Reference', value: reference, long: true },
    {
      name: LABELS.file,
      value: file && (
        <span className="flex flex-col items-start gap-1">
          {[file, ...moreFiles].map(({ url, name }) => (
            <a key={url} href={url} target="_blank" rel="noopener" className="wrap-anywhere">
              <bdi>{name}</bdi>
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ))}
        </span>
      ),
      long: true,
    },
  ];
  return (
    <Dialog {...dialog} title={TEXTS.detailTitle}>
      <DialogBody>
        <Facts facts={facts.filter(({ value }) => value)} />
      </DialogBody>
    </Dialog>
  );
}

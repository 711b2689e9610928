/** Asks before a bank account is removed, and says that its transactions stay. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useOnce } from '../../web/http/once.client.ts';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import type { BankAccount } from './bank-account.ts';
import { whatStays } from './labels.ts';
import { AccountNumber, SortCode } from './MaskedNumber.tsx';
import { bankAccounts, removeBankAccount } from './queries.client.ts';

type Props = {
  account: BankAccount;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where the focus goes once the account is gone, and the button that asked with it. */
  focusAfter: () => HTMLElement | null;
};

export function RemoveBankDialog({ account, open, onOpenChange, focusAfter }: Props) {
  const removed = useRef(false);
  const removal = useMutation({
    mutationFn: (transactions: number | undefined) => removeBankAccount(account, transactions),
    onSettled: () => onOpenChange(false),
    onSuccess: () => {
      removed.current = true;
      bankAccounts.forget(account);
    },
  });
  const start = useOnce(removal.mutate);
  // Not while it goes: news of that may come before the answer.
  const counting = useQuery({ ...bankAccounts.byId(account.id), enabled: open && !removal.isPending });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Remove Bank Account"
      question="Are you sure you want to remove this bank account?"
      confirm="Remove"
      finalFocus={() => (removed.current ? focusAfter() : true)}
      busy={removal.isPending ? 'Removing...' : undefined}
      onConfirm={() => start(counting.data?.transactions)}
    >
      <p className="font-bold text-ink wrap-anywhere">{account.name}</p>
      <p className="wrap-anywhere">
        <bdi>{account.institution}</bdi>, <AccountNumber masked={account.accountNumber} />
        {account.sortCode && (
          <>
            , <SortCode masked={account.sortCode} />
          </>
        )}
      </p>
      <p className="mt-3" aria-live="polite">
        {stays(counting)}
      </p>
    </ConfirmDialog>
  );
}

type Counting = { data?: { transactions: number } | undefined; isError: boolean };

/** Removing need not wait for the count: what it says is true with a number or without. */
function stays({ data, isError }: Counting): string {
  if (data) return whatStays(data.transactions);
  return isError ? 'All its transactions stay, without the account.' : 'Counting its transactions, which stay...';
}

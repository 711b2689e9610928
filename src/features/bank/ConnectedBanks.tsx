import { useMutation, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import { type ComponentProps, useId, useRef, useState } from 'react';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { DeleteDialog } from '../../web/records/detail/DeleteDialog.tsx';
import { LinkButton } from '../../web/records/links.client.ts';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { Scene } from '../../web/ui/brand/House.tsx';
import { Banner, RetryBanner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useStoredRowCount } from '../../web/ui/table/view.client.ts';
import { matchLine, useWaiting } from '../bank-row/waiting.client.ts';
import { AccountNumber, BanksLoading, BankTable, SortCode } from './BankTable.tsx';
import { bankAccounts, removeBankAccount, useBankAccounts } from './bank-account.client.ts';
import type { BankAccount } from './bank-account.ts';
import type { Opening } from './connection/ConnectionDialog.tsx';
import { ConnectYourBank } from './connection/ConnectYourBank.tsx';
import { type Feeds, feedsOf, useConnections } from './connection/connection.client.ts';
import { keptTransactions, shownNumber, TEXTS } from './listed.ts';

const ConnectBankDialog = lazyDialog(async () => (await import('./BankDialogs.tsx')).ConnectBankDialog);
const RenameBankDialog = lazyDialog(async () => (await import('./BankDialogs.tsx')).RenameBankDialog);

/** `account` remains set while the dialog closes. */
type OpenDialog = { account: BankAccount; open: boolean };

export function ConnectedBanks({ onOpen }: { onOpen: (opening: Opening) => void }) {
  const [connecting, setConnecting] = useState(false);
  const [renaming, setRenaming] = useState<OpenDialog>();
  const [removing, setRemoving] = useState<OpenDialog>();
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <section aria-labelledby={title}>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 id={title} ref={heading} tabIndex={-1}>
            {TEXTS.panel}
          </h2>
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-auto max-md:*:px-2">
            <LinkButton to="/dashboard/finance/import" icon={Upload}>
              Import a statement
            </LinkButton>
            <Button icon={Plus} onClick={() => setConnecting(true)}>
              {TEXTS.add}
            </Button>
          </div>
        </div>
        <ToMatch />
        <Accounts
          onRenew={(connection) => onOpen({ renew: connection })}
          onRename={(account) => setRenaming({ account, open: true })}
          onRemove={(account) => setRemoving({ account, open: true })}
        />
        <ConnectBankDialog open={connecting} onOpenChange={setConnecting} />
        {renaming && (
          <RenameBankDialog {...renaming} onOpenChange={(open) => setRenaming((now) => now && { ...now, open })} />
        )}
        {/* Rendered outside the row, which may disappear before the response. */}
        {removing && (
          <RemoveBankDialog
            key={removing.account.id}
            {...removing}
            onOpenChange={(open) => setRemoving((now) => now && { ...now, open })}
            focusAfter={() => heading.current}
          />
        )}
      </section>
      <ConnectYourBank onOpen={onOpen} />
    </>
  );
}

export function ToMatch() {
  const count = useWaiting();
  return (
    count > 0 && (
      <Banner
        tone="blue"
        className="mb-3"
        action={
          <LinkButton to="/dashboard/rent/bank" size="small">
            From your bank
          </LinkButton>
        }
      >
        {matchLine(count)}
      </Banner>
    )
  );
}

type Actions = Pick<ComponentProps<typeof BankTable>, 'onRenew' | 'onRename' | 'onRemove'>;

function Accounts(actions: Actions) {
  const list = useBankAccounts();
  const feeds = feedsOf(useConnections().data);
  const { error, busy, retry } = useRetry(list);
  const { data } = list;
  useStoredRowCount('bank-accounts', data?.pages[0]?.items.length);
  if (!data) {
    return error ? (
      <ErrorState title={TEXTS.listFailed} reason={TEXTS.listFailedHint} busy={busy} onRetry={retry} level={3} />
    ) : (
      <BanksLoading />
    );
  }
  const accounts = data.pages.flatMap(({ items }) => items);
  return (
    <>
      {error && (
        <RetryBanner busy={busy} retry={retry} className="mb-3">
          {TEXTS.listFailed}. {TEXTS.listFailedHint}
        </RetryBanner>
      )}
      {accounts.length > 0 ? <BankTable accounts={accounts} feeds={feeds} {...actions} /> : <NoAccounts />}
      <MoreButton list={list} className="mt-3">
        Show more accounts
      </MoreButton>
    </>
  );
}

function NoAccounts() {
  return (
    <EmptyState
      level={3}
      drawing={<Scene of="bank" />}
      title="No bank accounts yet"
      words="Choose your bank below, or select Connect Bank to add an account by hand."
    />
  );
}

type RemoveProps = OpenDialog & {
  onOpenChange: (open: boolean) => void;
  focusAfter: () => HTMLElement | null;
};

const REMOVE = { confirm: 'Remove', busy: 'Removing...' };

function RemoveBankDialog({ account, ...dialog }: RemoveProps) {
  const counting = useQuery({ ...bankAccounts.byId(account.id), enabled: dialog.open });
  const link = feedsOf(useConnections().data).get(account.id);
  const { mutateAsync: remove } = useMutation(removeBankAccount(counting.data?.transactions));
  return (
    <DeleteDialog
      {...dialog}
      record={account}
      resource={bankAccounts}
      remove={remove}
      verb={REMOVE}
      title="Remove Bank Account"
      question="Are you sure you want to remove this bank account?"
    >
      <p className="font-bold text-ink wrap-anywhere">{account.name}</p>
      <p className="wrap-anywhere">
        <bdi>{account.institution}</bdi>
        {shownNumber(account.accountNumber) && (
          <>
            , <AccountNumber masked={account.accountNumber} />
          </>
        )}
        {account.sortCode && (
          <>
            , <SortCode masked={account.sortCode} />
          </>
        )}
      </p>
      {link && <p className="mt-3">{revokedText(link)}</p>}
      <p className="mt-3" aria-live="polite">
        {keptTransactionsText(counting)}
      </p>
    </DeleteDialog>
  );
}

/** Removing a connection's last account also revokes the consent. */
function revokedText({ connection: { institution, accounts } }: NonNullable<ReturnType<Feeds['get']>>): string {
  const others = accounts.filter(({ bankAccountId }) => bankAccountId).length - 1;
  return others > 0
    ? `Tenure will stop reading this account. ${counted(others, 'other account')} of ${institution} ${others === 1 ? 'stays' : 'stay'} connected.`
    : `Your consent at ${institution} is revoked: Tenure can no longer read your accounts there.`;
}

type Counting = { data?: { transactions: number } | undefined; isError: boolean };

function keptTransactionsText({ data, isError }: Counting): string {
  if (data) return keptTransactions(data.transactions);
  return isError ? 'We will keep all its transactions, without the account.' : 'Counting its transactions...';
}

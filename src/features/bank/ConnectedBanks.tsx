/** The panel 'Connected Banks': every account with what is known of it, newest first, and the way to add one by hand. */
import Plus from 'lucide-react/icons/plus';
import { useId, useRef, useState } from 'react';
import { useRetry } from '../../web/http/retry.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { BanksLoading, BankTable } from './BankTable.tsx';
import type { BankAccount } from './bank-account.ts';
import { ConnectBankDialog } from './ConnectBankDialog.tsx';
import { useBankAccounts } from './queries.client.ts';
import { RemoveBankDialog } from './RemoveBankDialog.tsx';

/** Asked about; it stays while the question closes. */
type Removing = { account: BankAccount; open: boolean };

const FAILED = 'Failed to load bank accounts';
const WHAT_TO_DO = 'Please try refreshing the page.';

export function ConnectedBanks() {
  const [connecting, setConnecting] = useState(false);
  const [removing, setRemoving] = useState<Removing>();
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby={title}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={title} ref={heading} tabIndex={-1}>
          Connected Banks
        </h2>
        <Button variant="primary" icon={Plus} onClick={() => setConnecting(true)}>
          Connect Bank
        </Button>
      </div>
      <Accounts onRemove={(account) => setRemoving({ account, open: true })} />
      <ConnectBankDialog open={connecting} onOpenChange={setConnecting} />
      {/* Not in the row, which may go before the answer comes. */}
      {removing && (
        <RemoveBankDialog
          key={removing.account.id}
          {...removing}
          onOpenChange={(open) => setRemoving((now) => now && { ...now, open })}
          focusAfter={() => heading.current}
        />
      )}
    </section>
  );
}

function Accounts({ onRemove }: { onRemove: (account: BankAccount) => void }) {
  const list = useBankAccounts();
  const { error, busy, retry } = useRetry(list);
  const { data, hasNextPage, isFetchingNextPage } = list;
  if (!data) {
    return error ? (
      <ErrorState title={FAILED} reason={WHAT_TO_DO} busy={busy} onRetry={retry} level={3} />
    ) : (
      <BanksLoading />
    );
  }
  const accounts = data.pages.flatMap(({ items }) => items);
  return (
    <>
      {error && (
        <Banner
          tone="red"
          role="alert"
          className="mb-3"
          action={
            <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={retry}>
              Retry
            </Button>
          }
        >
          {FAILED}. {WHAT_TO_DO}
        </Banner>
      )}
      {accounts.length > 0 ? <BankTable accounts={accounts} onRemove={onRemove} /> : <NoAccounts />}
      {hasNextPage && (
        <Button
          className="mt-3"
          busy={isFetchingNextPage ? 'Loading...' : undefined}
          onClick={() => void list.fetchNextPage()}
        >
          Show more accounts
        </Button>
      )}
    </>
  );
}

function NoAccounts() {
  return (
    <EmptyState
      level={3}
      title="No bank accounts yet"
      words="Press Connect Bank to enter the account that rent comes in to, or bills are paid from."
    />
  );
}

import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { Fragment } from 'react';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { Masked } from '../../web/ui/display/Masked.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import { placeholdersOf } from '../../web/ui/table/view.client.ts';
import { type BankAccount, balanceLine, nameOf, sortCodeForScreenReader, stateOf, syncedLine } from './bank-account.ts';
import { ConnectionState, PendingAtBank, SyncButton } from './connection/ConnectedAccount.tsx';
import type { Feeds } from './connection/connection.client.ts';
import type { BankConnection } from './connection/connection.ts';
import { numberForScreenReader, shownNumber, TEXTS } from './listed.ts';

type Props = {
  accounts: readonly BankAccount[];
  feeds: Feeds;
  onRenew: (connection: BankConnection) => void;
  onRename: (account: BankAccount) => void;
  onRemove: (account: BankAccount) => void;
};

export function BankTable({ accounts, ...actions }: Props) {
  return (
    <Table caption={TEXTS.panel} className="[--row:64px] [--table-top:57px]">
      <TableHead>
        <HeadCell>Account</HeadCell>
        <HeadCell className="md:max-lg:hidden">Sort code</HeadCell>
        <HeadCell className="md:max-lg:w-[36%]">State</HeadCell>
        <HeadCell>Last synced</HeadCell>
        <HeadCell end>Balance</HeadCell>
        <HeadCell end className="w-px">
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {accounts.map((account) => (
          <Fragment key={account.id}>
            <TableRow>
              <AccountCells account={account} {...actions} />
            </TableRow>
            <PendingAtBank
              account={account}
              count={actions.feeds.get(account.id)?.feed.pending ?? 0}
              columns={COLUMNS}
            />
          </Fragment>
        ))}
      </TableBody>
    </Table>
  );
}

const COLUMNS = 6;

type CellsProps = { account: BankAccount } & Omit<Props, 'accounts'>;

function AccountCells({ account, feeds, onRenew, onRename, onRemove }: CellsProps) {
  const { name, institution, accountNumber, sortCode, manual } = account;
  const link = feeds.get(account.id);
  const { state, words } = stateOf(account);
  return (
    <>
      <Cell className="wrap-anywhere">
        <p className="font-bold">
          <bdi>{institution}</bdi> <AccountNumber masked={accountNumber} />
        </p>
        <p className="text-s text-ink-2">
          <bdi>{name}</bdi>
          {sortCode && (
            <span className="hidden md:max-lg:inline">
              {' · '}
              <SortCode masked={sortCode} />
            </span>
          )}
        </p>
      </Cell>
      <Cell label="Sort code" className="whitespace-nowrap text-s text-ink-2 md:max-lg:hidden">
        {sortCode ? <SortCode masked={sortCode} /> : '—'}
      </Cell>
      <Cell>
        <StatusState state={state} small>
          {words}
        </StatusState>
        {link && <ConnectionState link={link} onRenew={onRenew} />}
      </Cell>
      <Cell label="Last synced" className="text-s text-ink-2">
        {syncedLine(account)}
      </Cell>
      <Cell end narrow="beside" className="font-bold">
        {balanceLine(account) ?? <UnknownBalance />}
      </Cell>
      <Cell end narrow="beside" className="max-md:row-span-2 max-md:row-start-1">
        <div className="flex items-center justify-end gap-1">
          {link?.connection.state === 'active' && <SyncButton account={account} />}
          {manual && (
            <IconButton
              icon={Pencil}
              label={`${TEXTS.rename} ${nameOf(account)}`}
              size="small"
              onClick={() => onRename(account)}
            />
          )}
          <IconButton
            icon={Trash2}
            label={`Remove ${nameOf(account)}`}
            size="small"
            onClick={() => onRemove(account)}
          />
        </div>
      </Cell>
    </>
  );
}

function UnknownBalance() {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">Not known</span>
    </>
  );
}

export function BanksLoading() {
  const places = Array.from({ length: placeholdersOf('bank-accounts') }, (_, place) => place);
  return (
    <Loading
      label="Loading bank accounts..."
      className="rounded-card border border-line bg-surface *:not-first:border-t *:not-first:border-line"
    >
      <div className="h-10 max-md:hidden" />
      {places.map((place) => (
        <div key={place} className="flex h-16 items-center gap-5 px-5 max-md:h-38 max-md:px-4">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-1/6 max-md:hidden" />
          <Skeleton className="h-4 w-1/6 max-md:hidden" />
          <Skeleton className="ml-auto h-4 w-24" />
        </div>
      ))}
    </Loading>
  );
}

export function AccountNumber({ masked }: { masked: string }) {
  return <Masked shown={shownNumber(masked)} spoken={numberForScreenReader(masked)} />;
}

export function SortCode({ masked }: { masked: string }) {
  return <Masked shown={masked} spoken={sortCodeForScreenReader(masked)} />;
}

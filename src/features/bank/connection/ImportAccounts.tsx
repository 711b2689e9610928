/** Step that syncs the chosen accounts and shows their progress. */
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import { counted } from '../../../shared/text.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { ProgressBar } from '../../../web/ui/display/Loading.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { matchLine, useWaiting } from '../../bank-row/waiting.client.ts';
import { AccountNumber } from '../BankTable.tsx';
import type { Importing } from './ChooseAccounts.tsx';
import { Message } from './ConnectionParts.tsx';
import { failureLine, readTransactions, refreshBanks, storedRequisition } from './connection.client.ts';
import { CLOSE_AFTER_MS, connectedLine, CONNECTION_TEXTS as TEXTS } from './connection.ts';

type Result = 'reading' | { imported: number } | { failed: string };

export type ImportState = { results: Record<string, Result>; done: boolean; retry: (account: Importing) => void };

/** Syncs the accounts in sequence, even after the dialog is closed, and then shows a toast. */
export function useImport(accounts: readonly Importing[] | undefined, bank: string): ImportState {
  const [results, setResults] = useState<Record<string, Result>>({});
  const begun = useRef(false);
  const readOne = useCallback(
    async ({ id }: Importing): Promise<Result> => {
      setResults((now) => ({ ...now, [id]: 'reading' }));
      const result = await resultOf(id, bank);
      setResults((now) => ({ ...now, [id]: result }));
      return result;
    },
    [bank],
  );
  useEffect(() => {
    if (!accounts || begun.current) return;
    begun.current = true;
    void (async () => {
      const finished: Result[] = [];
      for (const account of accounts) finished.push(await readOne(account));
      storedRequisition.drop();
      await refreshBanks();
      const line = connectedOf(finished);
      if (line) toast.success(TEXTS.connected, { description: line });
    })();
  }, [accounts, readOne]);
  const retry = (account: Importing) => void readOne(account).then(refreshBanks);
  const all = accounts?.map(({ id }) => results[id]) ?? [];
  return { results, done: all.length > 0 && all.every((one) => typeof one === 'object'), retry };
}

async function resultOf(id: string, bank: string): Promise<Result> {
  try {
    const outcome = await readTransactions(id);
    const failed = failureLine(outcome, bank);
    return failed ? { failed } : { imported: outcome.imported };
  } catch (error) {
    return { failed: error instanceof AppError ? error.message : TEXTS.saveFailed };
  }
}

function connectedOf(results: readonly (Result | undefined)[]): string | undefined {
  const counts = results.flatMap((one) => (typeof one === 'object' && 'imported' in one ? [one.imported] : []));
  return counts.length > 0
    ? connectedLine(
        counts.length,
        counts.reduce((sum, count) => sum + count, 0),
      )
    : undefined;
}

type Props = { accounts: readonly Importing[]; state: ImportState; onClose: () => void };

export function ImportAccounts({ accounts, state, onClose }: Props) {
  const { results, done } = state;
  const waiting = useWaiting();
  const line = connectedOf(accounts.map(({ id }) => results[id]));
  const failed = accounts.some(({ id }) => hasFailed(results[id]));
  // Any input keeps the dialog open, since the landlord may still be reading.
  const [stays, setStays] = useState(false);
  const closes = done && !failed && !stays;
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!closes) return undefined;
    const timer = setTimeout(() => close.current(), CLOSE_AFTER_MS);
    const stay = () => setStays(true);
    const kinds = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const kind of kinds) window.addEventListener(kind, stay);
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) window.removeEventListener(kind, stay);
    };
  }, [closes]);

  const foot = (
    <>
      <Button onClick={onClose}>Done</Button>
      {waiting > 0 && (
        <LinkButton to="/dashboard/rent/bank" variant="primary">
          From your bank
        </LinkButton>
      )}
    </>
  );
  if (done && !failed && line)
    return (
      <Message icon={Check} tone="green" title={line} foot={foot}>
        {waiting > 0 && matchLine(waiting)}
      </Message>
    );
  return (
    <>
      <DialogBody className="flex min-h-[300px] flex-col">
        {done &&
          (line ? (
            <Banner tone="green" role="status">
              {line}
            </Banner>
          ) : (
            <Banner tone="red" role="alert">
              Your accounts are connected, but we could not read them. Try again.
            </Banner>
          ))}
        <ul aria-live="polite" className="mt-1">
          {accounts.map((account) => (
            <Account key={account.id} account={account} result={results[account.id]} onRetry={state.retry} />
          ))}
        </ul>
        {!done && (
          <p className="mt-auto border-t border-line pt-3 text-s text-ink-2">The import continues if you close this.</p>
        )}
      </DialogBody>
      <DialogFoot>{done ? foot : <Button onClick={onClose}>Close</Button>}</DialogFoot>
    </>
  );
}

const hasFailed = (result: Result | undefined) => typeof result === 'object' && 'failed' in result;

type AccountProps = { account: Importing; result: Result | undefined; onRetry: (account: Importing) => void };

function Account({ account, result, onRetry }: AccountProps) {
  const { name, number } = account;
  return (
    <li className="border-line py-3 not-first:border-t">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-bold wrap-anywhere">
          <bdi>{name}</bdi>{' '}
          <span className="text-s font-normal text-ink-2">
            <AccountNumber masked={number} />
          </span>
        </span>
        {typeof result !== 'object' ? (
          <span className="text-s text-ink-2">{result ? 'Reading...' : 'Waiting'}</span>
        ) : 'imported' in result ? (
          <StatusState state="good" small>
            {counted(result.imported, 'transaction')}
          </StatusState>
        ) : (
          <Button size="small" onClick={() => onRetry(account)}>
            Retry<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      {typeof result === 'object' && 'failed' in result ? (
        <p className="mt-2 flex gap-[6px] text-s text-red">
          <Icon of={CircleAlert} className="mt-[2px] flex-none" />
          {result.failed}
        </p>
      ) : (
        <div className="mt-2">
          <ProgressBar label={name} share={typeof result === 'object' ? 1 : undefined} />
        </div>
      )}
    </li>
  );
}

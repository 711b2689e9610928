/** Step that chooses and names the accounts to import, and marks those that are only for lets. */
import { useQueries } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import { counted } from '../../../shared/text.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { FieldNotes } from '../../../web/ui/form/Field.tsx';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { TEXTS as PAYER_TEXTS } from '../../bank-row/payer/payer.ts';
import { BankAccountChange } from '../bank-account.ts';
import { accountQuery, confirmAccounts } from './connection.client.ts';
import { type AccountAnswer, CONNECTION_TEXTS as TEXTS } from './connection.ts';
import { FAILURES } from './failures.ts';

export type Importing = { id: string; name: string; number: string };

type Props = {
  connectionId: string;
  ids: readonly string[];
  bank: string;
  confirmed: boolean;
  onConfirmed: () => void;
  onCancel: () => void;
  onImport: (accounts: Importing[]) => void;
};

export function ChooseAccounts({ connectionId, ids, bank, confirmed, onConfirmed, onCancel, onImport }: Props) {
  const found = useQueries({ queries: ids.map(accountQuery) });
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set());
  const [names, setNames] = useState<Record<string, string>>({});
  const [lettingsOnlyById, setLettingsOnlyById] = useState<Record<string, boolean>>({});
  const [busy, setBusy] = useState(false);
  const [checked, setChecked] = useState(false);
  const nameOf = ({ account, known }: AccountAnswer) => names[account.account_id] ?? known?.name ?? account.name;
  const onlyLetsOf = ({ account, known }: AccountAnswer) =>
    lettingsOnlyById[account.account_id] ?? known?.lettingsOnly ?? false;
  const chosen = found.flatMap(({ data }) =>
    data && !data.failure && !deselected.has(data.account.account_id) ? [data] : [],
  );
  const elsewhere = confirmed && !busy;
  const latest = useRef(onConfirmed);
  useEffect(() => {
    latest.current = onConfirmed;
  });
  useEffect(() => {
    if (elsewhere) latest.current();
  }, [elsewhere]);
  const reading = found.some(({ isPending }) => isPending);
  const holder = found.find(({ data }) => data?.account.holder)?.data?.account.holder;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (busy || chosen.some((one) => nameError(nameOf(one)))) return;
    setBusy(true);
    try {
      const accounts = chosen.map((one) => ({
        id: one.account.account_id,
        name: nameOf(one).trim(),
        lettingsOnly: onlyLetsOf(one),
      }));
      await confirmAccounts(connectionId, { accounts });
      onImport(
        chosen.map((one) => ({ id: one.account.account_id, name: nameOf(one), number: one.account.account_number })),
      );
    } catch (error) {
      const { message } = error instanceof AppError ? error : new AppError('internal');
      toast.error(TEXTS.failedTitle, { description: `${TEXTS.saveFailed} ${message}` });
      setBusy(false);
    }
  };

  return (
    <form noValidate className="contents" onSubmit={(event) => void submit(event)}>
      <DialogBody className="p-0! max-md:p-0!">
        <p className="px-6 pt-2 pb-4 text-ink-2 max-md:px-4">
          {bank} found {counted(ids.length, 'account')}
          {holder && ` of ${holder}`}. Give them a name you know.
        </p>
        <ul className="border-t border-line">
          {found.map(({ data, error, refetch, isFetching }, place) => (
            <li key={ids[place]} className="border-line px-6 py-3 not-first:border-t max-md:px-4">
              {data ? (
                <Account
                  found={data}
                  name={nameOf(data)}
                  error={checked && chosen.includes(data) ? nameError(nameOf(data)) : undefined}
                  chosen={chosen.includes(data)}
                  onChoose={(on) =>
                    setDeselected(
                      (now) => new Set(on ? [...now].filter((id) => id !== ids[place]) : [...now, ids[place] ?? '']),
                    )
                  }
                  onName={(name) => setNames((now) => ({ ...now, [data.account.account_id]: name }))}
                  lettingsOnly={onlyLetsOf(data)}
                  onOnlyLets={(on) => setLettingsOnlyById((now) => ({ ...now, [data.account.account_id]: on }))}
                />
              ) : error ? (
                <div role="alert" className="flex items-start justify-between gap-3">
                  <p className="text-red">{error.message}</p>
                  <Button size="small" busy={isFetching ? 'Retrying...' : undefined} onClick={() => void refetch()}>
                    Retry
                  </Button>
                </div>
              ) : (
                <Loading label="Loading account..." className="flex flex-col gap-2">
                  <Skeleton className="h-9 w-full" />
                  <Skeleton className="h-3 w-1/2" />
                </Loading>
              )}
            </li>
          ))}
        </ul>
        <p className="border-t border-line px-6 py-3 text-s text-ink-2 max-md:px-4">{PAYER_TEXTS.onlyLetsHint}</p>
      </DialogBody>
      <DialogFoot>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={chosen.length === 0 || reading}
          busy={busy ? 'Importing...' : undefined}
        >
          Import {counted(chosen.length, 'account')}
        </Button>
      </DialogFoot>
    </form>
  );
}

const nameError = (name: string) => BankAccountChange.shape.name.safeParse(name).error?.issues[0]?.message;

type AccountProps = {
  found: AccountAnswer;
  name: string;
  error: string | undefined;
  chosen: boolean;
  onChoose: (on: boolean) => void;
  onName: (name: string) => void;
  lettingsOnly: boolean;
  onOnlyLets: (on: boolean) => void;
};

function Account({ found, name, error, chosen, onChoose, onName, lettingsOnly, onOnlyLets }: AccountProps) {
  const { account, known, failure } = found;
  const id = useId();
  const line = [account.name, account.sort_code, account.account_number].filter(Boolean).join(', ');
  const hint = failure
    ? `${line}. ${FAILURES[failure].sentence(account.institution_name)}`
    : known
      ? `${line}. You have it already: it is connected again, and nothing comes twice.`
      : line;
  return (
    <div className="flex items-start gap-3">
      <Checkbox
        label={`Import ${name}`}
        hideLabel
        className="mt-[6px]"
        checked={chosen}
        disabled={failure !== null}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <TextInput
          id={id}
          aria-label={`Name for ${line}`}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          value={name}
          disabled={!chosen}
          onChange={({ target }) => onName(target.value)}
        />
        <FieldNotes id={id} error={error} hint={<span className="figures">{hint}</span>} />
        {chosen && (
          <Checkbox
            label={PAYER_TEXTS.lettingsOnly}
            aria-label={`${PAYER_TEXTS.lettingsOnly}, ${name}`}
            checked={lettingsOnly}
            onChange={({ currentTarget }) => onOnlyLets(currentTarget.checked)}
          />
        )}
      </div>
    </div>
  );
}

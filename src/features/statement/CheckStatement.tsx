import { useMutation } from '@tanstack/react-query';
import FileText from 'lucide-react/icons/file-text';
import { useState } from 'react';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useSingleFlight } from '../../web/http/single-flight.client.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, ErrorState } from '../../web/ui/display/Card.tsx';
import { Stat, StatStrip } from '../../web/ui/display/Facts.tsx';
import { Loading, ProgressBar, Skeleton } from '../../web/ui/display/Loading.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { FileMark } from '../../web/ui/form/FileShown.tsx';
import { Select, TextInput } from '../../web/ui/form/Inputs.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { SegmentedControl } from '../../web/ui/table/SegmentedControl.tsx';
import { useNarrow } from '../../web/ui/table/view.client.ts';
import { useBankAccountChoices } from '../bank/bank-account.client.ts';
import { type AccountType, FIELD_LABELS, optionOf, TYPE_OPTIONS } from '../bank/bank-account.ts';
import { TEXTS as PAYER_TEXTS } from '../bank-row/payer/payer.ts';
import { MappingForm } from './MappingForm.tsx';
import type { SectionName, StatementPreview, StatementTarget } from './preview.ts';
import { StatementRows } from './StatementRows.tsx';
import { cancelStatement, importStatement, usePreview } from './statement.client.ts';
import {
  daysLine,
  importedLine,
  importLabel,
  knownFate,
  knownLine,
  orderLine,
  sumsLine,
  TEXTS,
  unreadableLine,
} from './texts.ts';

type Props = { id: string; onLeave: () => void };

const NEW = 'new';
const ACCOUNT_FIELD = 'statement-account';
const BANK_FIELD = 'statement-bank';

function problemOf(into: string, institution: string): string | undefined {
  if (into === '') return 'Choose an account';
  return into === NEW && institution === '' ? 'Bank name is required' : undefined;
}

export function CheckStatement({ id, onLeave }: Props) {
  const [chosen, setChosen] = useState<string>();
  const [lettingsOnly, setLettingsOnly] = useState<boolean>();
  const [again, setAgain] = useState(false);
  const accountId = chosen === NEW ? undefined : chosen;
  const preview = usePreview(id, { accountId, lettingsOnly });
  const { error, busy, retry } = useRetry(preview);
  const { mutate: cancel } = useMutation({ ...cancelStatement, onSettled: onLeave });
  const { data } = preview;
  if (!data) {
    return error ? (
      <div className="flex flex-col items-center gap-3">
        <ErrorState
          title="We could not read the statement"
          reason={error.message}
          busy={busy}
          onRetry={retry}
          level={3}
        />
        <Button onClick={onLeave}>Choose another file</Button>
      </div>
    ) : (
      <Loading label="Reading the statement...">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  const leave = () => cancel(id);
  if (data.question) return <MappingForm id={id} fileName={data.fileName} question={data.question} onCancel={leave} />;
  if (data.answered && again)
    return (
      <MappingForm
        id={id}
        fileName={data.fileName}
        question={data.answered}
        onCancel={() => setAgain(false)}
        onAnswered={() => setAgain(false)}
      />
    );
  return (
    <Lines
      preview={data}
      chosen={chosen}
      onChoose={(account) => {
        setChosen(account);
        setLettingsOnly(undefined);
      }}
      lettingsOnly={lettingsOnly}
      onOnlyLets={setLettingsOnly}
      busy={preview.isPlaceholderData}
      onAskAgain={() => setAgain(true)}
      onCancel={leave}
      onDone={onLeave}
    />
  );
}

type LinesProps = {
  preview: StatementPreview;
  chosen: string | undefined;
  onChoose: (account: string) => void;
  /** If undefined, the account's own setting applies. */
  lettingsOnly: boolean | undefined;
  onOnlyLets: (lettingsOnly: boolean) => void;
  busy: boolean;
  onAskAgain: () => void;
  onCancel: () => void;
  onDone: () => void;
};

function Lines({
  preview,
  chosen,
  onChoose,
  lettingsOnly,
  onOnlyLets,
  busy,
  onAskAgain,
  onCancel,
  onDone,
}: LinesProps) {
  const [show, setShow] = useState<SectionName>();
  const [institution, setInstitution] = useState(preview.bank ?? '');
  const [accountType, setAccountType] = useState<AccountType>('personal');
  const [problem, setProblem] = useState<string>();
  const [share, setShare] = useState<number>();
  const accounts = useBankAccountChoices().data;
  const narrow = useNarrow();
  const { counts, ownAccountId } = preview;
  const into = chosen ?? ownAccountId ?? (preview.account || accounts?.length === 0 ? NEW : '');
  const { mutate, isPending } = useMutation({
    ...importStatement(preview.id, setShare),
    onSuccess: (outcome) => {
      const more = knownLine(outcome);
      toast.success(
        outcome.imported > 0 ? importedLine(outcome) : 'This statement has no new transactions',
        more ? { description: more } : {},
      );
      onDone();
    },
  });
  const once = useSingleFlight(mutate);
  const start = () => {
    const account = { institution: institution.trim(), accountType };
    const missing = problemOf(into, account.institution);
    setProblem(missing);
    // Focus the field, which may be far above the button.
    if (missing) return document.getElementById(into === NEW ? BANK_FIELD : ACCOUNT_FIELD)?.focus();
    const target: StatementTarget = into === NEW ? { account } : { accountId: into };
    once({ ...target, ...(lettingsOnly !== undefined && { lettingsOnly }) });
  };
  // Tenure's own export is compared with all accounts, even before one is chosen.
  const uncompared = into === '' && counts.known === 0;
  const tally = (name: string, count: number) => `${name} ${count.toLocaleString('en-GB')}`;
  return (
    <Card className="overflow-clip">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_minmax(0,320px)_auto] items-start gap-4 border-b border-line px-5 py-4 max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-md:grid-cols-[auto_minmax(0,1fr)] max-md:px-4">
        <FileMark of={FileText} />
        <div className="min-w-0">
          <p className="font-bold wrap-anywhere">{preview.fileName}</p>
          <p className="text-s text-ink-2">
            <StatusState state="good" small>
              {preview.answered ? `${preview.name} read with your columns` : `${preview.name} recognised`}
            </StatusState>
            <span className="max-md:hidden"> · </span>
            <span className="tabular-nums max-md:block">{daysLine(preview)}</span>
          </p>
        </div>
        <div className="max-lg:col-span-full max-lg:row-start-2">
          <Field label="Import into" error={into === '' ? problem : undefined} control={{ id: ACCOUNT_FIELD }}>
            <Select
              value={into}
              onChange={({ currentTarget }) => onChoose(currentTarget.value)}
              {...(into === '' && { placeholder: TEXTS.chooseAccount })}
              options={[
                ...(accounts ?? []).map((account) => ({
                  value: account.id,
                  label: `${optionOf(account)}${account.id === ownAccountId ? ' (in the file)' : ''}`,
                })),
                {
                  value: NEW,
                  label: preview.account ? `${TEXTS.newAccount}, ${preview.account.accountNumber}` : TEXTS.newAccount,
                },
              ]}
            />
          </Field>
          {into === NEW && (
            <div className="mt-4 grid gap-4">
              <Field label={FIELD_LABELS.institution} error={problem} control={{ id: BANK_FIELD }}>
                <TextInput
                  value={institution}
                  autoComplete="off"
                  maxLength={100}
                  onChange={({ currentTarget }) => setInstitution(currentTarget.value)}
                />
              </Field>
              <SegmentedControl
                legend={FIELD_LABELS.accountType}
                options={TYPE_OPTIONS}
                value={accountType}
                onChange={setAccountType}
                wide
              />
            </div>
          )}
        </div>
        <Button variant="quiet" className="lg:mt-[30px] max-md:col-span-full" onClick={onCancel}>
          Choose another file
        </Button>
      </div>
      <div className="-m-px *:rounded-none!">
        <StatStrip label="Rows in the file">
          <Stat
            name="In the file"
            value={counts.all.toLocaleString('en-GB')}
            compare={`lines ${counts.firstLine} to ${counts.lastLine}`}
          />
          <Stat name="New" value={counts.new.toLocaleString('en-GB')} compare={sumsLine(counts)} />
          <Stat
            name="Not for the lets"
            value={counts.personal.toLocaleString('en-GB')}
            compare={counts.personal > 0 && 'not in totals'}
          />
          <Stat
            name="Already there"
            value={uncompared ? '—' : counts.known.toLocaleString('en-GB')}
            compare={uncompared ? 'choose an account to compare' : knownFate(counts)}
          />
          <Stat
            name="Cannot be read"
            value={counts.unreadable.toLocaleString('en-GB')}
            compare={
              counts.unreadable > 0 && (
                <StatusState state="bad" small>
                  {unreadableLine(preview)}
                </StatusState>
              )
            }
          />
        </StatStrip>
      </div>
      {preview.warnings.length > 0 && (
        <Banner tone="amber" className="mx-5 mt-4 max-md:mx-4">
          {preview.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-3 px-5 py-3 text-s max-md:px-4">
        <SegmentedControl
          legend="Show"
          value={show ?? 'all'}
          onChange={(value) => setShow(value === 'all' ? undefined : value)}
          className="max-md:w-full max-md:overflow-x-auto"
          options={[
            { value: 'all', label: tally('All', counts.all) },
            { value: 'new', label: tally('New', counts.new) },
            { value: 'personal', label: tally(narrow ? 'Private' : 'Not for the lets', counts.personal) },
            { value: 'known', label: tally(narrow ? 'There' : 'Already there', counts.known) },
            { value: 'unreadable', label: tally(narrow ? 'Unread' : 'Cannot be read', counts.unreadable) },
            ...(counts.left > 0 ? [{ value: 'left', label: tally('Left out', counts.left) } as const] : []),
          ]}
        />
        <Checkbox
          label={PAYER_TEXTS.lettingsOnly}
          checked={lettingsOnly ?? preview.lettingsOnly}
          onChange={({ currentTarget }) => onOnlyLets(currentTarget.checked)}
        />
        <span className="ml-auto text-ink-2 max-md:ml-0">{orderLine(preview.order)}</span>
        {preview.answered && (
          <Button size="small" variant="quiet" onClick={onAskAgain}>
            {preview.answered.what === 'columns' ? 'Change the columns' : 'Change the order of dates'}
          </Button>
        )}
      </div>
      <StatementRows
        preview={preview}
        accountId={into === NEW || into === '' ? undefined : into}
        lettingsOnly={lettingsOnly}
        show={show}
        onShow={setShow}
        busy={busy}
      />
      <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-5 py-3 max-md:px-4 max-md:*:flex-1">
        <p className="mr-auto text-s text-ink-2 max-md:flex-[1_0_100%]!">
          {counts.unreadable > 0 &&
            `${counted(counts.unreadable, 'line is', 'lines are')} left out until ${counts.unreadable === 1 ? 'it is' : 'they are'} corrected`}
        </p>
        {isPending && (
          <div className="w-40">
            <ProgressBar label="Importing" share={share} />
          </div>
        )}
        <Button disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={busy || counts.new + counts.personal + counts.asked + counts.updated === 0}
          busy={isPending ? 'Importing...' : undefined}
          onClick={start}
        >
          {importLabel(counts)}
        </Button>
      </div>
    </Card>
  );
}

/** /dashboard/tax/$year/updates/$update: the figures of an update, its corrections, and the buttons to send it. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { formatDay, formatInstantAsDay, formatInstantAsTime } from '../../../shared/dates.ts';
import { yearLabel } from '../../../shared/tax-years.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { LinkBack } from '../../../web/records/links.client.ts';
import { ShowMore } from '../../../web/records/list/CardOfPages.tsx';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead, EmptyState, ErrorState, TWO_COLUMNS } from '../../../web/ui/display/Card.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { PageHead, useTitle } from '../../../web/ui/display/PageHead.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { QuestionList, UndoAnswer, useQuestions } from '../../tax/QuestionsCard.tsx';
import { waitingText } from '../../tax/rules/sums.ts';
import { FIRST_UPDATES } from '../../tax/tax.ts';
import { Approval } from '../Approval.tsx';
import { STATE_WORDS, toneOf } from '../states.ts';
import { type OfUpdate, updateOf, useCheck } from '../update.client.ts';
import type { TaxUpdate } from '../update.ts';
import { BoxRows } from './BoxRows.tsx';
import { ColumnsTable } from './ColumnsTable.tsx';
import { SendBar } from './SendBar.tsx';

const NUMBERS = ['1', '2', '3', '4'] as const;

export function UpdatePage() {
  const { year = '', update: named = '' } = useParams({ strict: false });
  const { owner } = useSearch({ strict: false }) as { owner?: string };
  const update = NUMBERS.find((one) => one === named);
  const of: OfUpdate = { year, update: update ?? '1', ...(owner && { owner }) };
  const isKnown = update !== undefined && year >= FIRST_UPDATES;
  const query = useQuery({ ...updateOf(of), enabled: isKnown });
  const { error, busy, retry } = useRetry(query);
  const { data } = query;
  const navigate = useNavigate();
  useTitle(`Update ${named}, ${yearLabel(year)}`);
  const back = (
    <LinkBack to="/dashboard/tax/$year" params={{ year }} search={owner ? { owner } : {}}>
      {`Tax year ${yearLabel(year)}`}
    </LinkBack>
  );
  if (!isKnown)
    return (
      <>
        <PageHead back={back} title="Update not found" />
        <EmptyState title="We could not find this update" words="A tax year has updates 1 to 4." />
      </>
    );
  return (
    <>
      <PageHead
        back={back}
        title={`Update ${named}`}
        line={data ? lineOf(data) : '\u00a0'}
        actions={
          data && (
            <>
              {data.owners.length > 1 && (
                <Select
                  aria-label="Owner"
                  options={data.owners.map(({ id, name }) => ({ value: id, label: name }))}
                  value={data.owner?.id ?? ''}
                  onChange={({ target }) =>
                    void navigate({
                      to: '/dashboard/tax/$year/updates/$update',
                      params: { year, update: of.update },
                      search: { owner: target.value },
                      replace: true,
                    })
                  }
                />
              )}
              <State update={data} />
            </>
          )
        }
      />
      {!data && !error && <PageLoading />}
      {!data && error && (
        <ErrorState title="We could not load this update" reason={error.message} onRetry={retry} busy={busy} />
      )}
      {data && <Content key={`${data.owner?.id ?? ''}/${of.update}`} update={data} of={of} />}
    </>
  );
}

function lineOf({ update: { update, from, to }, owner, last }: TaxUpdate): string {
  const replaces = last && last.update !== update && `replaces update ${last.update}`;
  return [`${formatDay(from)} – ${formatDay(to)}`, owner?.name, replaces].filter(Boolean).join(' · ');
}

function State({ update: { update, last, attempt } }: { update: TaxUpdate }) {
  const { state, obligation, text } = update;
  const tone = { green: 'text-green', amber: 'text-amber', red: 'text-red', quiet: 'text-ink-2' }[
    toneOf(state, obligation)
  ];
  const at = attempt === null ? null : (attempt.sentAt ?? attempt.madeAt);
  const isSent = last?.update === update.update && at !== null;
  return (
    <span role="status" className={cx('font-bold', tone)}>
      {isSent
        ? `${STATE_WORDS[state]}, ${formatInstantAsDay(at)}, ${formatInstantAsTime(at)}`
        : state === 'ready'
          ? text
          : STATE_WORDS[state]}
    </span>
  );
}

function Content({ update, of }: { update: TaxUpdate; of: OfUpdate }) {
  const { columns, waiting, heldBack, connection, last, changed } = update;
  const [chosen, setChosen] = useState<string | undefined>(columns[0]?.box ?? undefined);
  const check = useRef<HTMLElement>(null);
  const params = { year: of.year, update: of.update, owner: update.owner?.id };
  const questions = useQuestions(params, check, { enabled: waiting.rows > 0 });
  const column = columns.find(({ box }) => box === chosen) ?? columns[0];
  return (
    <>
      <div className="flex flex-col gap-5">
        <Outcome update={update} of={of} />
        {(heldBack.length > 0 || waiting.rows > 0 || questions.canUndo) && (
          <Card ref={check} aria-labelledby="check">
            <CardHead id="check" title="Check before you report">
              {(waiting.rows > 0 || questions.canUndo) && <UndoAnswer questions={questions} size="small" />}
            </CardHead>
            <ul aria-labelledby="check" className="*:not-first:border-t *:not-first:border-line">
              {heldBack.map(({ reason, box, text }) => (
                <li key={`${reason}${box}`} className="px-5 py-3 max-md:px-4">
                  {box && <b>{`Box ${box}. `}</b>}
                  {text}
                </li>
              ))}
              {waiting.rows > 0 && (
                <li className="px-5 py-3 max-md:px-4">
                  <b className="block">{waitingText(waiting)}</b>
                  <span className="text-s text-ink-2">
                    {waiting.rows === 1 ? 'It is not in any box.' : 'They are not in any box.'} Each answer changes the
                    figures immediately. To report without answering, confirm below that you leave{' '}
                    {waiting.rows === 1 ? 'it' : 'them'} out.
                  </span>
                </li>
              )}
              {waiting.rows > 0 && (
                <li>
                  <QuestionList questions={questions} />
                  <ShowMore list={questions.list} />
                </li>
              )}
            </ul>
          </Card>
        )}
        {columns.length === 0 ? (
          <EmptyState
            title={`No paid transactions between ${formatDay(update.update.from)} and ${formatDay(update.update.to)}`}
            words="If this is right, send a nil update: its income is £0.00."
          />
        ) : (
          <div className={TWO_COLUMNS}>
            <ColumnsTable update={update} chosen={column?.box ?? null} onChoose={setChosen} />
            {column && <BoxRows key={column.box} of={of} column={column} last={last} changed={changed} />}
          </div>
        )}
        <Card>
          <Disclosure title="Data for HMRC" line="The JSON that we send, with its SHA-256">
            <pre className="overflow-x-auto text-s">{JSON.stringify(JSON.parse(update.body), null, 2)}</pre>
            <p className="mt-2 text-s wrap-anywhere text-ink-2">{update.sha256}</p>
          </Disclosure>
        </Card>
        <Approval connection={connection} />
        <p className="text-s text-ink-2">
          To correct a figure, change its transaction. These figures come from your records and answers. They are not
          tax advice.
        </p>
      </div>
      <SendBar update={update} of={of} />
    </>
  );
}

function Outcome({ update, of }: { update: TaxUpdate; of: OfUpdate }) {
  const { attempt, last, sha256 } = update;
  const { mutate: check, isPending } = useCheck(of);
  if (attempt?.state === 'refused')
    return (
      <Banner tone="red" role="alert">
        <b className="block">
          {update.connection.sandbox ? 'HMRC’s sandbox refused this update.' : 'HMRC refused this update.'}
        </b>
        {`${attempt.sentence ?? ''} `}
        <span className="text-s wrap-anywhere">
          {attempt.correlationId && `Reference ${attempt.correlationId}, `}
          {`${formatInstantAsDay(attempt.madeAt)}, ${formatInstantAsTime(attempt.madeAt)}`}
        </span>
      </Banner>
    );
  if (attempt?.state === 'sending' || attempt?.state === 'unknown')
    return (
      <Banner
        tone="amber"
        role="status"
        action={
          <Button size="small" busy={isPending ? 'Checking...' : undefined} onClick={() => check()}>
            Check now
          </Button>
        }
      >
        <b className="block">{STATE_WORDS[attempt.state]}</b>
        {attempt.sentence ?? 'We are sending the update to HMRC.'}
      </Banner>
    );
  if (!last || last.update !== update.update.update) return null;
  const { sentence, leftOut } = last;
  return (
    <Banner tone="green" role="status">
      <b className="block">We keep these figures as you reported them.</b>
      {last.sha256 === sha256
        ? 'Changes you make from now on will show as corrections. '
        : 'Transactions have changed since then. Send a correction. '}
      {last.state === 'elsewhere' && last.sha256 === sha256 && 'If you marked it by mistake, you can still send it. '}
      {leftOut.rows > 0 && `You left out: ${waitingText(leftOut)}. `}
      {sentence}
      <span className="block text-s wrap-anywhere">
        {`Fingerprint ${last.sha256}`}
        {last.correlationId && `, HMRC’s reference ${last.correlationId}`}
        {last.madeBy && `, by ${last.madeBy}`}
      </span>
    </Banner>
  );
}

function PageLoading() {
  return (
    <Loading label="Loading the update...">
      <Card>
        <CardHead title="Figures" />
        <div className="flex flex-col gap-4 p-5">
          {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
            <Skeleton key={width} className={`h-3 ${width}`} />
          ))}
        </div>
      </Card>
    </Loading>
  );
}

/** /dashboard/tax/agent-days: agents' fees and costs that have the date of the payment, to review once. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay, isDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useMay } from '../../web/http/session.client.ts';
import { LinkBack, LinkButton } from '../../web/records/links.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead, useTitle } from '../../web/ui/display/PageHead.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { agentDaysQuery, useReviewDays } from './year-end.client.ts';
import type { AgentDay } from './year-end.ts';

export function AgentDaysPage() {
  useTitle('Dates of agents’ fees');
  const query = useQuery(agentDaysQuery);
  const { error, busy, retry } = useRetry(query);
  const { data } = query;
  const { mutate: review, isPending } = useReviewDays();
  const mayChange = useMay('money.change');
  const items = data?.items ?? [];
  const acceptAll = () => review({ days: items.map(({ id, receivedOn }) => ({ id, day: receivedOn })) });
  return (
    <>
      <PageHead
        back={<LinkBack to="/dashboard/tax">Tax</LinkBack>}
        title="Dates of agents’ fees"
        line={data ? `${counted(data.total, 'fee or cost', 'fees and costs')} to review` : '\u00a0'}
        actions={
          mayChange &&
          items.length > 0 && (
            <Button variant="primary" busy={isPending ? 'Saving...' : undefined} onClick={acceptAll}>
              {`Use the agent’s day for ${items.length === 1 ? 'it' : `all ${items.length}`}`}
            </Button>
          )
        }
      />
      {!data && !error && (
        <Loading label="Loading the days...">
          <Skeleton className="h-24 w-full" />
        </Loading>
      )}
      {!data && error && (
        <ErrorState title="We could not load the days" reason={error.message} onRetry={retry} busy={busy} />
      )}
      {data && items.length === 0 && (
        <EmptyState
          title="No days to review"
          words="New agent statements will have the right dates."
          action={<LinkButton to="/dashboard/tax">Open Tax</LinkButton>}
        />
      )}
      {items.length > 0 && (
        <>
          <p className="mb-4 text-ink-2">
            An agent’s fee or cost counts on the day the agent kept it from the rent. These have the day the agent paid
            you. The day can change the tax year.
          </p>
          <Card>
            <ul aria-label="Fees and costs" className="*:not-first:border-t *:not-first:border-line">
              {items.map((item) => (
                <Item
                  key={item.id}
                  item={item}
                  busy={isPending || !mayChange}
                  onReview={(day) => review({ days: [{ id: item.id, day }] })}
                />
              ))}
            </ul>
          </Card>
        </>
      )}
    </>
  );
}

type ItemProps = { item: AgentDay; busy: boolean; onReview: (day: string) => void };

function Item({ item, busy, onReview }: ItemProps) {
  const { date, receivedOn, description, propertyAddress, pence } = item;
  const [day, setDay] = useState(receivedOn);
  return (
    <li className="flex flex-wrap items-center gap-3 px-5 py-3 max-md:px-4">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex justify-between gap-3">
          <span className="wrap-anywhere">{description}</span>
          <span className="figures whitespace-nowrap">{formatPence(pence)}</span>
        </div>
        <p className="text-s text-ink-2">
          {[propertyAddress, `now ${formatDay(date)}`, `rent received ${formatDay(receivedOn)}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3 max-lg:w-full">
        <Field label={`Kept on, ${description}`} hideLabel>
          <DateInput value={day} onChange={setDay} />
        </Field>
        <Button size="small" disabled={busy || !isDay(day)} onClick={() => onReview(day)}>
          Use this day<span className="sr-only">: {description}</span>
        </Button>
        <Button size="small" variant="quiet" disabled={busy} onClick={() => onReview(date)}>
          {`Keep ${formatDay(date)}`}
          <span className="sr-only">: {description}</span>
        </Button>
      </div>
    </li>
  );
}

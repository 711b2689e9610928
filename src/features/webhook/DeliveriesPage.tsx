import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { addDays, londonDay } from '../../shared/dates.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { LinkBack, LinkButton } from '../../web/records/links.client.ts';
import { CardOfPages } from '../../web/records/list/CardOfPages.tsx';
import { onlyText } from '../../web/records/routes.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { EmptyState } from '../../web/ui/display/Card.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../web/ui/overlay/DialogBody.tsx';
import { Toolbar } from '../../web/ui/table/Toolbar.tsx';
import { DeliveryRow, hostOf, OUTCOME_LABELS } from './DeliveryRow.tsx';
import { eventInWords } from './event-words.ts';
import { EVENTS, TEST_EVENT } from './events.ts';
import { type DeliveryFilter, deliveriesQuery, useSendFailed, webhooksQuery } from './webhook.client.ts';
import { OUTCOMES } from './webhook.ts';

const WORDS = { loading: 'Loading deliveries...', failed: 'We could not load the deliveries' };
const OUTCOME_OPTIONS = OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] }));
const EVENT_OPTIONS = [...EVENTS, TEST_EVENT].map((value) => ({ value, label: eventInWords(value) }));
const textOf = onlyText('endpoint', 'event', 'outcome');

export function DeliveriesPage() {
  const search = useSearch({ from: '/dashboard/api/deliveries' });
  const { data: webhooks } = useQuery(webhooksQuery);
  const endpoints = (webhooks?.items ?? []).map(({ id, url }) => ({ value: id, label: hostOf(url) }));
  const filter: DeliveryFilter = {
    endpoint: endpoints.find(({ value }) => value === search.endpoint)?.value,
    event: EVENT_OPTIONS.find(({ value }) => value === search.event)?.value,
    outcome: OUTCOMES.find((outcome) => outcome === search.outcome),
  };
  const navigate = useNavigate();
  const narrowTo = (next: DeliveryFilter) =>
    void navigate({ to: '/dashboard/api/deliveries', search: textOf(next), replace: true });
  const filtered = Object.values(filter).some(Boolean);
  return (
    <>
      <PageHead
        title="Deliveries"
        line="Events sent to your webhooks in the last 30 days"
        back={<LinkBack to="/dashboard/api">API</LinkBack>}
      />
      {webhooks?.items.length === 0 && (
        <EmptyState
          title="No webhooks yet"
          words="Add a webhook first. Its deliveries appear here."
          action={<LinkButton to="/dashboard/api">Open API</LinkButton>}
        />
      )}
      {webhooks && webhooks.items.length > 0 && (
        <>
          <Toolbar label="Deliveries" actions={<SendFailed endpoint={filter.endpoint} />}>
            <Select
              aria-label="Outcome"
              className="w-[160px]"
              placeholder="All outcomes"
              options={OUTCOME_OPTIONS}
              value={filter.outcome ?? ''}
              onChange={({ target }) =>
                narrowTo({ ...filter, outcome: OUTCOMES.find((outcome) => outcome === target.value) })
              }
            />
            <Select
              aria-label="Webhook"
              className="w-[200px]"
              placeholder="All webhooks"
              options={endpoints}
              value={filter.endpoint ?? ''}
              onChange={({ target }) => narrowTo({ ...filter, endpoint: target.value || undefined })}
            />
            <Select
              aria-label="Event"
              className="w-[200px]"
              placeholder="All events"
              options={EVENT_OPTIONS}
              value={filter.event ?? ''}
              onChange={({ target }) => narrowTo({ ...filter, event: target.value || undefined })}
            />
          </Toolbar>
          <Deliveries filter={filter} onClear={filtered ? () => narrowTo({}) : undefined} />
        </>
      )}
    </>
  );
}

type ListProps = { filter: DeliveryFilter; onClear: (() => void) | undefined };

function Deliveries({ filter, onClear }: ListProps) {
  return (
    <CardOfPages
      list={useInfiniteQuery(deliveriesQuery(filter))}
      words={WORDS}
      level={2}
      empty={
        <EmptyState
          level={2}
          title={onClear ? 'No deliveries match' : 'No deliveries yet'}
          words={onClear ? 'Choose other filters.' : 'Events appear here when something changes.'}
          action={onClear && <Button onClick={onClear}>Show all</Button>}
        />
      }
    >
      {(deliveries) => (
        <ul aria-label="Deliveries, newest first" className="*:not-first:border-t *:not-first:border-line">
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
    </CardOfPages>
  );
}

const SINCE = [
  { value: '1', label: 'Since yesterday' },
  { value: '7', label: 'In the last 7 days' },
  { value: '30', label: 'In the last 30 days' },
];

/** Resends all failed deliveries from a day on, of the chosen webhook or of all. */
function SendFailed({ endpoint }: { endpoint: string | undefined }) {
  const [open, setOpen] = useState(false);
  const [days, setDays] = useState('1');
  const today = londonDay(new Date(useLandlord().now));
  const { mutate, isPending } = useSendFailed();
  const send = () =>
    mutate(
      { since: addDays(today, -Number(days)), ...(endpoint && { endpointId: endpoint }) },
      { onSettled: () => setOpen(false) },
    );
  return (
    <>
      <Button icon={RotateCw} onClick={() => setOpen(true)}>
        Send failed again
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Send failed events again">
        <DialogBody className="flex flex-col gap-4">
          <p>Each event keeps its id, so your server can recognise it.</p>
          <Select
            aria-label="Which events"
            options={SINCE}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </DialogBody>
        <DialogFoot>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="primary" busy={isPending ? 'Sending...' : undefined} onClick={send}>
            Send again
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  );
}

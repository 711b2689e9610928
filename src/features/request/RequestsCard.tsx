import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { May, useMay, useToday } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { FirstRows, Row } from '../../web/ui/table/Rows.tsx';
import { type Place, requestsOf } from './request.client.ts';
import { REQUEST, REQUEST_LABELS, type Request } from './request.ts';
import { REQUEST_SOURCES } from './rules/answer-by.ts';

const RequestAddDialog = lazyDialog(async () => (await import('./RequestDialog.tsx')).RequestAddDialog);
const RequestEditDialog = lazyDialog(async () => (await import('./RequestDialog.tsx')).RequestEditDialog);

export function RequestsCard(place: Place) {
  const { data: items = [] } = useQuery(requestsOf(place));
  const [chosen, setChosen] = useState<Request>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const mayChange = useMay('people.change');
  const show = (request?: Request) => {
    setChosen(request);
    setOpen(true);
  };
  const dialog = { open, onOpenChange: setOpen };
  return (
    <Card aria-labelledby="requests">
      <CardHead id="requests" title="Requests">
        <May need="people.change">
          <Button variant="quiet" size="small" onClick={() => show()}>
            Add<span className="sr-only"> a request</span>
          </Button>
        </May>
      </CardHead>
      {items.length === 0 ? (
        <p className="p-5 text-ink-2 max-md:p-4">
          Add written requests here, for example for a pet. We will remind you of the last day to answer.
        </p>
      ) : (
        <FirstRows label="Requests" items={items} first={5}>
          {(request) => (
            <Row
              key={request.id}
              line={<RequestLine request={request} />}
              end={
                mayChange && (
                  <Button variant="quiet" size="small" onClick={() => show(request)}>
                    {request.answer ? 'Edit' : 'Answer'}
                    <span className="sr-only">: {request.what}</span>
                  </Button>
                )
              }
            >
              {request.what}
            </Row>
          )}
        </FirstRows>
      )}
      <RequestAddDialog key={`add ${openings}`} place={place} {...dialog} open={open && !chosen} />
      {chosen && <RequestEditDialog key={`edit ${openings}`} request={chosen} {...dialog} />}
    </Card>
  );
}

function RequestLine({ request }: { request: Request }) {
  const { kind, askedOn, answer, answeredOn, answerBy, waiting } = request;
  const source = REQUEST_SOURCES[kind];
  const late = useToday() > (answerBy ?? '9999');
  return (
    <>
      <p>{`${REQUEST_LABELS[kind]}, asked on ${formatDay(askedOn)}`}</p>
      {answer && answeredOn && <p>{`${REQUEST.shape.answer.show(answer)} on ${formatDay(answeredOn)}`}</p>}
      {!answer && waiting && <p>Waiting for the tenant’s reply to your question</p>}
      {!answer && answerBy && (
        <p className={late ? 'text-red' : undefined}>
          {`Answer by ${formatDay(answerBy)}`}
          {source && (
            <>
              {' '}
              <a href={source.link} target="_blank" rel="noopener">
                Source<span className="sr-only"> (opens in a new tab)</span>
              </a>
            </>
          )}
        </p>
      )}
    </>
  );
}

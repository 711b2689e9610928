import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { May } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead, ErrorState } from '../../web/ui/display/Card.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { type DocumentType, TYPE_LABELS } from '../document/listed.ts';
import { GivenTo } from './GivenTo.tsx';
import { usePapers } from './served.client.ts';
import type { Paper, Place } from './served.ts';

const ServeDialog = lazyDialog(async () => (await import('./ServeDialog.tsx')).ServeDialog);

const NOTE =
  '‘By email’ means that their mail server accepted it. Only ‘confirmed’ means that the recipient has confirmed it.';

export function PapersCard({ place }: { place: Place }) {
  const { data, error, refetch, isFetching } = usePapers(place);
  const [chosenId, setChosenId] = useState<string>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  if (error && !data)
    return (
      <ErrorState
        title="We could not load the papers"
        reason={error.message}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  const items = data?.items ?? [];
  const serve = (documentId?: string) => {
    setChosenId(documentId);
    setOpen(true);
  };
  return (
    <Card aria-labelledby="papers">
      <CardHead id="papers" title="Papers given">
        <May need="people.change">
          <Button size="small" disabled={items.length === 0} onClick={() => serve()}>
            Serve papers
          </Button>
        </May>
      </CardHead>
      <ul>
        {items.map((paper) => (
          <PaperRow key={paper.documentId} paper={paper} onServe={() => serve(paper.documentId)} />
        ))}
      </ul>
      <p className="border-t border-line px-5 py-3 text-s text-ink-2 max-md:px-4">{NOTE}</p>
      {data && (
        <ServeDialog
          key={openings}
          papers={data}
          place={place}
          documentId={chosenId}
          open={open}
          onOpenChange={setOpen}
        />
      )}
    </Card>
  );
}

function PaperRow({ paper, onServe }: { paper: Paper; onServe: () => void }) {
  const { title, type, day, versionNumber, url, withdrawn } = paper;
  return (
    <li className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-start gap-x-5 gap-y-2 border-b border-line px-5 py-3 last:border-b-0 max-md:grid-cols-1 max-md:px-4">
      <div className="min-w-0">
        <a href={url} target="_blank" rel="noopener" className="wrap-anywhere">
          {title}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <p className="text-s text-ink-2">
          {[
            TYPE_LABELS[type as DocumentType],
            `version ${versionNumber}`,
            day && `of ${formatDay(day)}`,
            withdrawn && 'withdrawn',
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <GivenTo paper={paper} />
      <May need="people.change">
        {!withdrawn && (
          <Button variant="quiet" size="small" className="max-md:-ml-2 max-md:justify-self-start" onClick={onServe}>
            Serve<span className="sr-only">{`, ${title}`}</span>
          </Button>
        )}
      </May>
    </li>
  );
}

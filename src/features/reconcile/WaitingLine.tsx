import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { LinkButton } from '../../web/records/links.client.ts';
import { bankRowsQuery, matchLine, useWaiting } from '../bank-row/waiting.client.ts';
import { MAX_PAGE, TEXTS } from './listed.ts';

/** Loaded lazily, as the code of decisions is as large as the screen's. */
const AcceptExact = lazy(async () => ({ default: (await import('./AcceptExact.tsx')).AcceptExact }));

export function WaitingLine() {
  const { data } = useQuery(bankRowsQuery);
  const count = useWaiting();
  const certain = Math.min(data?.certain ?? 0, MAX_PAGE);
  if (count === 0) return null;
  return (
    <section aria-labelledby="from-your-bank" className="mt-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-5 py-3 max-md:px-4">
        <h2 id="from-your-bank" className="text-m tracking-normal">
          {TEXTS.title}
        </h2>
        <p className="min-w-0 flex-1 basis-60 text-s text-ink-2">
          {matchLine(count)} We record rent only after you accept it.
        </p>
        {certain > 0 && (
          <Suspense>
            <AcceptExact count={certain} />
          </Suspense>
        )}
        <LinkButton to="/dashboard/rent/bank" variant="quiet">
          View bank rows<span className="sr-only">, {TEXTS.title}</span>
        </LinkButton>
      </div>
    </section>
  );
}

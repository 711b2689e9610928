/** /dashboard/reports/$name: one report with its days, filters, chart, table and files. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import Info from 'lucide-react/icons/info';
import { AppError } from '../../shared/app-error.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { LinkBack } from '../../web/records/links.client.ts';
import { Icon } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Stat, StatStrip } from '../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead, useTitle } from '../../web/ui/display/PageHead.tsx';
import { cellText, changeText } from './body.ts';
import { isReportName, REPORTS, type ReportName } from './catalogue.ts';
import { ReportActions } from './ReportActions.tsx';
import { ReportChart } from './ReportChart.tsx';
import { ReportControls } from './ReportControls.tsx';
import { ReportRail } from './ReportRail.tsx';
import { ReportsPage } from './ReportsPage.tsx';
import { ReportTable } from './ReportTable.tsx';
import { financeSearchOf, type ReportSearch, reportQuery } from './report.client.ts';
import type { Note, Report } from './report.ts';

export function ReportPage() {
  const { name } = useParams({ strict: false });
  return name && isReportName(name) ? <OneReport key={name} name={name} /> : <ReportsPage />;
}

function OneReport({ name }: { name: ReportName }) {
  const search: ReportSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useQuery(reportQuery(name, search));
  const { error, busy, retry } = useRetry(query);
  const { title } = REPORTS[name];
  useTitle(title);
  const fields = (query.error instanceof AppError && query.error.details.fields) || {};
  const { data: report, isPlaceholderData } = query;
  const shown = query.error ? undefined : report;
  const { period, from, to, compare } = search;
  return (
    <div className="grid grid-cols-[212px_minmax(0,1fr)] items-start gap-8 max-lg:grid-cols-1 [page:report] print:block">
      <ReportRail
        open={name}
        days={{ ...(period && { period }), ...(from && { from }), ...(to && { to }), ...(compare && { compare }) }}
      />
      <div className="min-w-0">
        <PageHead
          title={title}
          line={shown?.line ?? '\u00a0'}
          back={
            <LinkBack to="/dashboard/reports" className="lg:hidden print:hidden">
              All reports
            </LinkBack>
          }
          actions={<ReportActions name={name} search={search} report={shown} />}
        />
        <ReportControls
          name={name}
          search={search}
          fields={fields}
          onChange={(change) =>
            void navigate({
              to: '/dashboard/reports/$name',
              params: { name },
              search: withoutEmpty({ ...search, ...change }),
              replace: true,
            })
          }
        />
        {!report && !error && <ReportLoading title={title} />}
        {error && (
          <ErrorState
            title={Object.keys(fields).length > 0 ? 'Choose other dates' : 'We could not load this report'}
            reason={Object.values(fields)[0] ?? error.message}
            {...(Object.keys(fields).length === 0 && { onRetry: retry })}
            busy={busy}
          />
        )}
        {shown && !error && (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
            <Body report={shown} />
          </div>
        )}
      </div>
    </div>
  );
}

function withoutEmpty(search: ReportSearch): Record<string, string> {
  return Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function Body({ report }: { report: Report }) {
  const { figures, chart, rows, notes, empty, compared } = report;
  if (rows.length === 0)
    return (
      <>
        <EmptyState title={empty.title} words={empty.words} />
        <Notes notes={notes} />
      </>
    );
  return (
    <>
      {figures.length > 0 && (
        <div className="mb-4">
          <StatStrip label="Totals">
            {figures.map(({ name, kind, value, change }) => (
              <Stat
                key={name}
                name={name}
                value={<span className="text-l">{cellText(value, kind)}</span>}
                compare={
                  change === null
                    ? undefined
                    : `${changeText(change)}${compared && change !== 0 ? ` on ${compared.words}` : ''}`
                }
              />
            ))}
          </StatStrip>
        </div>
      )}
      {chart && <ReportChart report={report} chart={chart} />}
      <ReportTable report={report} />
      <Notes notes={notes} />
    </>
  );
}

function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <ul aria-label="Notes" className="mt-3 flex flex-col gap-1 text-s text-ink-2">
      {notes.map(({ text, link }) => (
        <li key={text} className="flex gap-2">
          <Icon of={Info} className="mt-[2px] flex-none" />
          <span>
            {text}
            {link && (
              <>
                {' '}
                <Link to="/dashboard/finance" search={financeSearchOf(link.drill)} className="print:hidden">
                  {link.words}
                </Link>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ReportLoading({ title }: { title: string }) {
  return (
    <Loading label={`Loading ${title.toLowerCase()}...`}>
      <Card>
        <div className="flex flex-col gap-4 p-5">
          {['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
            <Skeleton key={width} className={`h-3 ${width}`} />
          ))}
        </div>
      </Card>
    </Loading>
  );
}

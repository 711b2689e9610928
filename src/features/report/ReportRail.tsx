/** The list of reports by group, with a search, next to an open report. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../web/http/session.client.ts';
import { cx } from '../../web/ui/display/cx.ts';
import { SearchField } from '../../web/ui/table/Toolbar.tsx';
import { REPORT_NAMES, REPORTS, type ReportName } from './catalogue.ts';
import { monthlyLine, SavedLink, SavedMenu, useSaved } from './saved/SavedList.tsx';

/** Returns the reports, by group, that the person may see and that match `q`. */
export function useReports(q = '') {
  const rights = useRights() ?? [];
  const text = q.trim().toLowerCase();
  const names = REPORT_NAMES.filter((name) => {
    const { needs, title, about } = REPORTS[name];
    return needs.every((need) => rights.includes(need)) && `${title} ${about}`.toLowerCase().includes(text);
  });
  const groups = [...new Set(names.map((name) => REPORTS[name].group))];
  return groups.map((group) => ({ group, names: names.filter((name) => REPORTS[name].group === group) }));
}

type Props = {
  open: ReportName;
  /** Days and comparison that stay when another report is opened. */
  days: Partial<Record<'period' | 'from' | 'to' | 'compare', string>>;
};

const HEAD = 'mt-5 mb-1 pl-[10px] text-s font-normal tracking-normal text-ink-3';
const ENTRY = 'block rounded-control px-[10px] py-[6px] text-ink-2 no-underline hover:bg-hover hover:text-ink';

export function ReportRail({ open, days }: Props) {
  const [q, setQ] = useState('');
  const groups = useReports(q);
  const saved = useSaved(q);
  return (
    <nav aria-label="Reports" className="sticky top-20 max-lg:hidden print:hidden">
      <SearchField label="Find a report" placeholder="Find a report..." value={q} onChange={setQ} />
      {saved.length > 0 && (
        <section aria-label="Saved">
          <h2 className={HEAD}>Saved</h2>
          <ul>
            {saved.map((one) => (
              <li key={one.id} className="relative flex items-center">
                <span className="min-w-0 flex-1">
                  <SavedLink saved={one} className={cx(ENTRY, 'wrap-anywhere')} />
                  {one.monthly && (
                    <span className="-mt-1 mb-1 block pl-[10px] text-s text-ink-3">{monthlyLine(one)}</span>
                  )}
                </span>
                <SavedMenu saved={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.map(({ group, names }) => (
        <section key={group} aria-label={group}>
          <h2 className={HEAD}>{group}</h2>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <Link
                  to="/dashboard/reports/$name"
                  params={{ name }}
                  search={days}
                  aria-current={name === open ? 'page' : undefined}
                  className={cx(
                    'block rounded-control px-[10px] py-[6px] no-underline',
                    name === open
                      ? 'bg-primary-soft font-bold text-link forced-choice'
                      : 'text-ink-2 hover:bg-hover hover:text-ink',
                  )}
                >
                  {REPORTS[name].title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length + saved.length === 0 && (
        <p className="mt-5 pl-[10px] text-s text-ink-2">No report has this name.</p>
      )}
    </nav>
  );
}

/** /dashboard/reports: saved reports, and all reports by group. */
import { createLink } from '@tanstack/react-router';
import { useState } from 'react';
import { Card, CardHead, EmptyState } from '../../web/ui/display/Card.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { SearchField, Toolbar } from '../../web/ui/table/Toolbar.tsx';
import { REPORTS } from './catalogue.ts';
import { useReports } from './ReportRail.tsx';
import { monthlyLine, SavedMenu, useSaved } from './saved/SavedList.tsx';

const ReportLink = createLink(RowLink);

export function ReportsPage() {
  const [q, setQ] = useState('');
  const groups = useReports(q);
  const saved = useSaved(q);
  return (
    <>
      <PageHead title="Reports" line="Choose a report, its days and its filters. Then save, print or export it." />
      <Toolbar label="Reports">
        <SearchField label="Find a report" placeholder="Find a report..." value={q} onChange={setQ} />
      </Toolbar>
      <div className="grid grid-cols-2 items-start gap-5 max-lg:grid-cols-1">
        {saved.length > 0 && (
          <Card aria-labelledby="reports-saved">
            <CardHead id="reports-saved" title="Saved" />
            <Rows label="Saved">
              {saved.map((one) => (
                <Row
                  key={one.id}
                  line={[REPORTS[one.report].title, monthlyLine(one)].filter(Boolean).join(' · ')}
                  end={
                    <span className="relative">
                      <SavedMenu saved={one} />
                    </span>
                  }
                >
                  <ReportLink to="/dashboard/reports/$name" params={{ name: one.report }} search={one.query}>
                    {one.name}
                  </ReportLink>
                </Row>
              ))}
            </Rows>
          </Card>
        )}
        {groups.map(({ group, names }) => (
          <Card key={group} aria-labelledby={`reports-${group}`}>
            <CardHead id={`reports-${group}`} title={group} />
            <Rows label={group}>
              {names.map((name) => (
                <Row key={name} line={REPORTS[name].about}>
                  <ReportLink to="/dashboard/reports/$name" params={{ name }}>
                    {REPORTS[name].title}
                  </ReportLink>
                </Row>
              ))}
            </Rows>
          </Card>
        ))}
      </div>
      {groups.length + saved.length === 0 && (
        <EmptyState title="No report has this name" words="Try another word, such as ‘rent’." />
      )}
    </>
  );
}

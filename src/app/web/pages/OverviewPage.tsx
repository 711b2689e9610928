/** The document's frame (FirstFigures) shows the same rows. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { INKS, NoticeIcon, NoticeLink } from '../../notification/NoticeParts.tsx';
import { AttentionCard, AttentionRow } from '../../overview/FirstFigures.tsx';
import { Overview } from '../../overview/Overview.tsx';
import type { Overview as Figures } from '../../overview/overview.ts';

export function OverviewPage() {
  return <Overview attention={NeedsAttention} />;
}

function NeedsAttention({ attention: { items, total } }: Pick<Figures, 'attention'>): ReactNode {
  if (items.length === 0) return null;
  return (
    <AttentionCard all={<Link to="/dashboard/notifications">All {total.toLocaleString('en-GB')}</Link>}>
      {items.map((notice) => (
        <AttentionRow
          key={notice.key}
          icon={<NoticeIcon notice={notice} />}
          link={<NoticeLink notice={notice} className={TITLE} />}
          where={notice.where}
          day={formatDay(notice.day)}
          away={<span className={INKS[notice.group]}>{notice.away}</span>}
        />
      ))}
    </AttentionCard>
  );
}

/** Wraps on narrow screens, as the end of a title is its most important part. */
const TITLE = 'block font-bold wrap-anywhere lg:clip';

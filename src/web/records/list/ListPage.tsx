import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import type { Right } from '../../../shared/rights.ts';
import { useMay } from '../../http/session.client.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { LinkButton, type PlainPath } from '../links.client.ts';
import type { StoredRecord } from '../record-resource.client.ts';
import { RecordPages, type RecordPagesProps } from './RecordPages.tsx';

type Props<Item> = RecordPagesProps<Item> & {
  title: string;
  countLine: (total: number) => string;
  q?: string | undefined;
  aside?: ReactNode;
  /** A link to the page that the list belongs to. */
  back?: ReactNode;
  actions?: ReactNode;
  /** The button for adding a record, above the list or, on a phone, at the bottom of the window. */
  add: { to: PlainPath; words: string; need: Right };
  /** Whether search or filters are active, so that an empty list keeps its toolbar. */
  narrowed: boolean;
  toolbar: ReactNode;
  empty: ReactNode;
};

/** `view` is from `useListView`. Filters and sort are in the URL. */
export function ListPage<Item extends StoredRecord>(props: Props<Item>) {
  const { title, countLine, aside, back, actions, q, add, narrowed, toolbar, empty, ...pages } = props;
  const { list } = pages;
  const total = list.data?.pages[0]?.total;
  const mayAdd = useMay(add.need);
  return (
    <>
      <PageHead
        back={back}
        title={title}
        line={
          <>
            <span>{typeof total === 'number' ? countLine(total) : '\u00a0'}</span>
            {Boolean(total) && aside}
          </>
        }
        actions={
          <>
            {actions}
            {mayAdd && <Add {...add} className="max-md:hidden" />}
          </>
        }
      />
      <Found line={typeof total === 'number' && !list.isPlaceholderData ? countLine(total) : undefined} q={q} />
      {(total !== 0 || narrowed) && toolbar}
      {total === 0 ? empty : <RecordPages {...pages} />}
      {/* An empty list has its own button. */}
      {total !== 0 && mayAdd && (
        <div className="md:hidden">
          <div className="h-12" />
          <div className="fixed inset-x-0 bottom-0 z-30 bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] shadow-bar">
            <Add {...add} className="w-full" />
          </div>
        </div>
      )}
    </>
  );
}

/** Announces the count after each search, even if it is unchanged. `line` is undefined while loading. */
export function Found({ line, q }: { line: string | undefined; q: string | undefined }) {
  return <output className="sr-only">{line && `${line} found${q ? ` for “${q}”` : ''}`}</output>;
}

function Add({ to, words, className }: Omit<Props<never>['add'], 'need'> & { className: string }) {
  return (
    <LinkButton to={to} variant="primary" icon={Plus} className={className}>
      {words}
    </LinkButton>
  );
}

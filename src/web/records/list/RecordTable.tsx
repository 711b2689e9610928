/** A list as a table, on a phone each row a small card; only the rows near the window are in the document. */
import type { ComponentProps, ReactNode, Ref } from 'react';
import { cx } from '../../ui/display/cx.ts';
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx';
import { useWindowRows } from '../../ui/table/window-rows.client.ts';
import type { ListedRecords } from './RecordPages.tsx';

/** Said again because browsers drop a table's meaning when a phone's layout changes its display. */
const TABLE = { role: 'table' } as const;

type Props<Item> = ListedRecords<Item> & {
  /** Names the list for what is remembered of it ('items'), and for screen readers ('Items'). */
  name: string;
  label: string;
  /** One `HeadCell` for each column, with the widths of all but one. */
  head: ReactNode;
  /** A record's cells. All rows are of one height. */
  children: (item: Item) => ReactNode;
  /** What is particular to a record's row: that it is selected, what a press on it does. */
  row?: (item: Item) => Pick<ComponentProps<typeof TableRow>, 'selected' | 'className' | 'onClick'>;
  /** Below the rows, in view as long as any of them is. */
  foot?: ReactNode;
  /** Rows of one line. */
  dense?: boolean;
};

export function RecordTable<Item extends { id: string }>(props: Props<Item>) {
  const { items, total, onNearEnd, name, label, head, children, row, foot, dense = false } = props;
  const { container, sample, first, end, above, below } = useWindowRows({
    name: `${name}/table`,
    count: items.length,
    total,
    estimate: dense ? 45 : 61,
    overscan: 8,
    onNearEnd,
  });
  return (
    <div className="rounded-card border border-line bg-surface">
      <table
        {...TABLE}
        aria-rowcount={total < 0 ? -1 : total + 1}
        className={cx(
          'table table-fixed [--table-top:57px]',
          dense ? '[--row:44px] max-xl:[--row:56px]' : '[--row:60px]',
        )}
      >
        <caption className="sr-only">{label}</caption>
        <TableHead>{head}</TableHead>
        <Room {...container} height={above} />
        <TableBody>
          {items.slice(first, end).map((item, index) => (
            <TableRow key={item.id} {...row?.(item)} {...(index === 0 && sample)} aria-rowindex={first + index + 2}>
              {children(item)}
            </TableRow>
          ))}
        </TableBody>
        <Room height={below} />
      </table>
      {foot && (
        <div className="sticky bottom-0 rounded-b-[7px] border-t border-line bg-surface px-5 py-3 max-md:static max-md:px-4">
          {foot}
        </div>
      )}
    </div>
  );
}

type RoomProps = { height: number; ref?: Ref<HTMLTableSectionElement>; 'data-rows'?: string };

/** Empty room where rows are that are not in the document. */
function Room({ height, ...container }: RoomProps) {
  return <tbody {...container} aria-hidden="true" className="block" style={{ height }} />;
}

/** A list as a table, or as small cards on a phone. Only rows near the viewport are rendered. */
import type { ComponentProps, ReactNode, Ref } from 'react';
import { cx } from '../../ui/display/cx.ts';
import { TableBody, TableHead, TableRow } from '../../ui/table/Table.tsx';
import { useWindowRows } from '../../ui/table/window-rows.client.ts';
import type { ListedRecords } from './RecordPages.tsx';

/** The role is explicit, as browsers drop the table role if CSS changes `display`. */
const TABLE = { role: 'table' } as const;

type Props<Item> = ListedRecords<Item> & {
  /** The key of the list's stored settings ('items'), and its accessible name ('Items'). */
  name: string;
  label: string;
  /** A `HeadCell` for each column, with a width for all columns but one. */
  head: ReactNode;
  children: (item: Item) => ReactNode;
  row?: (item: Item) => Pick<ComponentProps<typeof TableRow>, 'selected' | 'className' | 'onClick'>;
  foot?: ReactNode;
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
        <Spacer {...container} height={above} />
        <TableBody>
          {items.slice(first, end).map((item, index) => (
            <TableRow key={item.id} {...row?.(item)} {...(index === 0 && sample)} aria-rowindex={first + index + 2}>
              {children(item)}
            </TableRow>
          ))}
        </TableBody>
        <Spacer height={below} />
      </table>
      {foot && (
        <div className="sticky bottom-0 rounded-b-[7px] border-t border-line bg-surface px-5 py-3 max-md:static max-md:px-4">
          {foot}
        </div>
      )}
    </div>
  );
}

type SpacerProps = { height: number; ref?: Ref<HTMLTableSectionElement>; 'data-rows'?: string };

function Spacer({ height, ...container }: SpacerProps) {
  return <tbody {...container} aria-hidden="true" className="block" style={{ height }} />;
}

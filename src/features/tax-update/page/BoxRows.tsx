/** The transactions of one box: new ones, corrections, and the transactions of the last update's period. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatPence } from '../../../shared/money.ts';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { TaxRows } from '../../tax/TaxRowsCard.tsx';
import type { TaxLine } from '../../transaction/listed.ts';
import { type OfUpdate, type Part, updateRowsOf } from '../update.client.ts';
import type { Column, Kept, TaxUpdate } from '../update.ts';
import { BoxMark, ChangedRows } from './ColumnsTable.tsx';

type Props = { of: OfUpdate; column: Column; last: Kept | null; changed: TaxUpdate['changed'] };

export function BoxRows({ of, column, last, changed }: Props) {
  const { box, label, pence, added, corrected } = column;
  const lines = column.lines as TaxLine[];
  const corrections = changed.rows.filter((row) => row.box === box || row.boxBefore === box);
  return (
    <Card aria-labelledby="rows">
      <CardHead id="rows" title={label}>
        <span className="flex items-center gap-3">
          <BoxMark box={box} />
          <b className="figures">{formatPence(pence)}</b>
        </span>
      </CardHead>
      {lines.length === 0 && (
        <p className="px-5 pb-4 text-s text-ink-2">From the facts of your estimate on the tax page.</p>
      )}
      {lines.length > 0 && (
        <>
          {(!last || added !== 0) && <Heading title={last ? 'New' : 'Transactions'} pence={last ? added : pence} />}
          {lines.map((line) => (
            <LineRows key={line} of={of} line={line} part="new" />
          ))}
          {corrections.length > 0 && (
            <>
              <Heading title="Corrected" pence={corrected} />
              <div className="px-5 max-md:px-4">
                <ChangedRows rows={corrections} />
              </div>
            </>
          )}
          {last && (
            <div className="border-t border-line">
              <Disclosure title={`In the period of update ${last.update}`} line="As they are now">
                {lines.map((line) => (
                  <LineRows key={line} of={of} line={line} part="before" />
                ))}
              </Disclosure>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

function Heading({ title, pence }: { title: string; pence: number }) {
  return (
    <h3 className="flex border-y border-line bg-paper px-5 py-2 max-md:px-4">
      <span className="flex-1">{title}</span>
      <span className="figures">{formatPence(pence)}</span>
    </h3>
  );
}

function LineRows({ of, line, part }: { of: OfUpdate; line: TaxLine; part: Part }) {
  return <TaxRows line={line} list={useInfiniteQuery(updateRowsOf(of, { line, part }))} />;
}

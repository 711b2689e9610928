/** Tables of a tax year's boxes and other lines, whose rows expand to their transactions. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { Fragment, type ReactNode, useState } from 'react';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { useMay } from '../../web/http/session.client.ts';
import { Icon, IconButton } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Menu, MenuItem } from '../../web/ui/overlay/Menu.tsx';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { TAX_LINE_IDS, type TaxLine } from '../transaction/listed.ts';
import { lineLabel, MILEAGE_LABEL, TAX_LINES } from './rules/lines.ts';
import { TaxRows } from './TaxRowsCard.tsx';
import { rowsOf, useAnswer } from './tax.client.ts';
import type { TaxFigures, TaxPeriodQuery, TaxRowItem } from './tax.ts';

const RecordLink = createLink(RowLink);

type Props = { figures: TaxFigures } & TaxPeriodQuery;

const FINANCE_BOX = '44';
const BROUGHT_FORWARD = '45';

export function BoxTable({ figures, ...period }: Props) {
  const { boxes, income, expenses, profit } = figures;
  const shown = boxes.filter(({ box, pence }) => pence !== 0 || linesIn(figures, box).length > 0);
  const before = shown.filter(({ box }) => box < FINANCE_BOX);
  const after = shown.filter(({ box }) => box >= FINANCE_BOX);
  const lineOf = (box: string) =>
    box === FINANCE_BOX ? 'Not an expense: it reduces the tax, not the profit' : meaningOf(figures, box);
  const mileageIn = (box: string) =>
    box === TAX_LINES.travel.box && figures.mileage.journeys > 0 ? figures.mileage : undefined;
  const row = ({ box, label, pence }: TaxFigures['boxes'][number]) => (
    <ExpandableRow
      key={box}
      mark={box}
      title={label}
      line={lineOf(box)}
      amount={pence}
      count={linesIn(figures, box).reduce((sum, { rows }) => sum + rows, mileageIn(box)?.journeys ?? 0)}
    >
      {mileageIn(box) && <Mileage {...figures.mileage} year={figures.year} />}
      {box === BROUGHT_FORWARD && <p className="px-5 py-3 text-s text-ink-2">Entered with the estimate of your tax.</p>}
      {linesIn(figures, box).map(({ line }, _, all) => (
        <Fragment key={line}>
          {(all.length > 1 || mileageIn(box)) && (
            <h4 className="px-5 pt-3 text-s font-bold max-md:px-4">{TAX_LINES[line].label}</h4>
          )}
          <LineRows year={figures.year} {...period} line={line} />
        </Fragment>
      ))}
    </ExpandableRow>
  );
  return (
    <Card aria-labelledby="boxes">
      <CardHead id="boxes" title="Boxes of the tax return (SA105)">
        <span className="figures max-md:hidden">{`${formatPence(income)} in, ${formatPence(expenses)} out`}</span>
      </CardHead>
      <ul aria-label="Boxes" className="*:not-first:border-t *:not-first:border-line">
        {before.map(row)}
        <li className="flex items-center gap-3 bg-sunken px-5 py-3 font-bold max-md:px-4">
          <span className="flex-1">{profit < 0 ? 'Loss' : 'Profit'}</span>
          <span className="figures">{formatPence(profit)}</span>
          <span className="w-4 max-md:hidden" />
        </li>
        {after.map(row)}
      </ul>
    </Card>
  );
}

type LinesProps = Props & { title: string; lines: readonly TaxLine[] };

export function LineTable({ title, figures, lines, ...period }: LinesProps) {
  const shown = figures.lines.filter(({ line }) => lines.includes(line));
  if (shown.length === 0) return null;
  return (
    <Card aria-label={title}>
      <CardHead title={title} />
      <ul aria-label={title} className="*:not-first:border-t *:not-first:border-line">
        {shown.map(({ line, rows, pence }) => (
          <ExpandableRow
            key={line}
            mark={TAX_LINES[line].box}
            title={TAX_LINES[line].label}
            line={TAX_LINES[line].meaning}
            amount={pence}
            count={rows}
          >
            <LineRows year={figures.year} {...period} line={line} />
          </ExpandableRow>
        ))}
      </ul>
    </Card>
  );
}

function linesIn({ lines }: TaxFigures, box: string): TaxFigures['lines'] {
  return TAX_LINE_IDS.flatMap((id) => lines.filter(({ line }) => line === id && TAX_LINES[id].box === box));
}

function Mileage({ year, journeys, miles, pence }: TaxFigures['mileage'] & { year: string }) {
  return (
    <>
      <h4 className="px-5 pt-3 text-s font-bold max-md:px-4">{MILEAGE_LABEL}</h4>
      <Rows label={MILEAGE_LABEL}>
        <Row
          line={`${miles.toLocaleString('en-GB', { maximumFractionDigits: 1 })} miles, with parking and tolls`}
          end={<span className="figures whitespace-nowrap">{formatPence(pence)}</span>}
        >
          <RecordLink to="/dashboard/tax/mileage" search={{ year }}>
            {counted(journeys, 'journey')}
          </RecordLink>
        </Row>
      </Rows>
    </>
  );
}

function meaningOf(figures: TaxFigures, box: string): string {
  const lines = linesIn(figures, box);
  const shown = lines.length > 0 ? lines : box === TAX_LINES.travel.box ? [{ line: 'travel' as const }] : [];
  return shown.map(({ line }) => TAX_LINES[line].meaning).join(' ');
}

type ExpandableRowProps = {
  mark: string | null;
  title: string;
  line: string;
  amount: number;
  count: number;
  children: ReactNode;
};

function ExpandableRow({ mark, title, line, amount, count, children }: ExpandableRowProps) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full cursor-pointer items-center gap-3 px-5 py-3 text-left hover:bg-hover focus-visible:-outline-offset-2! max-md:px-4"
      >
        <span className="inline-grid h-6 w-9 flex-none place-items-center rounded-control border border-line text-s font-bold tabular-nums">
          {mark ? (
            <>
              <span className="sr-only">Box </span>
              {mark}
            </>
          ) : (
            <span aria-hidden="true">–</span>
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block wrap-anywhere', open && 'font-bold')}>{title}</span>
          <span className="block text-s text-ink-2 max-md:hidden">{line}</span>
        </span>
        <span className="text-s text-ink-2 whitespace-nowrap max-md:hidden">{counted(count, 'transaction')}</span>
        <span className="figures min-w-24 text-right whitespace-nowrap">{formatPence(amount)}</span>
        <Icon of={ChevronDown} className={cx('text-ink-3 max-md:hidden', open && 'rotate-180')} />
      </button>
      {open && <div className="border-t border-line bg-paper pb-2">{children}</div>}
    </li>
  );
}

function MoveMenu({ transaction, line }: { transaction: TaxRowItem; line: TaxLine }) {
  const { mutate, isPending } = useAnswer();
  const move = (taxLine: TaxLine | null) => mutate({ before: transaction, input: { taxLine } });
  if (!useMay('money.change')) return null;
  return (
    <span className="relative">
      <Menu trigger={<IconButton icon={EllipsisVertical} size="small" label={`Move ${transaction.description}`} />}>
        {transaction.taxLine && (
          <MenuItem disabled={isPending} onClick={() => move(null)}>
            Follow the category
          </MenuItem>
        )}
        {TAX_LINE_IDS.filter((id) => id !== line && id !== 'ask').map((id) => (
          <MenuItem key={id} disabled={isPending} onClick={() => move(id)}>
            {lineLabel(id)}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}

type RowsProps = { year: string; line: TaxLine } & TaxPeriodQuery;

function LineRows({ line, ...period }: RowsProps) {
  const list = useInfiniteQuery(rowsOf(period, line));
  return <TaxRows line={line} list={list} end={(row) => <MoveMenu transaction={row} line={line} />} />;
}

/** A table with each kind of row; cards below 768 px. */
import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { Badge } from '../display/Badge.tsx';
import { IconButton } from '../display/IconButton.tsx';
import { Skeleton } from '../display/Skeleton.tsx';
import { StatusState } from '../display/StatusState.tsx';
import { Checkbox } from '../form/Checkbox.tsx';
import { Cell, HeadCell, SortCell, Table, TableBody, TableHead, TableRow } from '../table/Table.tsx';
import { Kit } from './Kit.tsx';

const ROWS = [
  { day: '20 Nov 2026', what: 'Rent, Callum Fraser', status: 'done', amount: '+£1,850.00', state: 'plain' },
  { day: '18 Nov 2026', what: 'Landlord insurance premium (hover)', status: 'done', amount: '−£38.62', state: 'hover' },
  {
    day: '12 Nov 2026',
    what: 'Boiler repair call-out (selected)',
    status: 'late',
    amount: '−£286.40',
    state: 'selected',
  },
] as const;

export function TableParts() {
  const [sorted, setSorted] = useState<'ascending' | 'descending'>('descending');
  const turn = () => setSorted(sorted === 'ascending' ? 'descending' : 'ascending');
  return (
    <Kit title="Table">
      <Table
        caption="Transactions in each state"
        foot={
          <>
            <span>Showing 1–50 of 184</span>
            <span className="ml-auto">
              Net <b className="figures text-ink">+£77,506.16</b>
            </span>
          </>
        }
      >
        <TableHead>
          <HeadCell className="w-px">
            <Checkbox label="Select all transactions" hideLabel indeterminate />
          </HeadCell>
          <SortCell sorted={sorted} onSort={turn}>
            Date
          </SortCell>
          <SortCell sorted={undefined} onSort={turn}>
            Description
          </SortCell>
          <HeadCell>Status</HeadCell>
          <HeadCell end>Amount</HeadCell>
          <HeadCell end>Actions</HeadCell>
        </TableHead>
        <TableBody>
          {ROWS.map(({ day, what, status, amount, state }) => (
            <TableRow key={what} selected={state === 'selected'} className={state === 'hover' ? 'is-hover' : undefined}>
              <Cell narrow="hidden">
                <Checkbox label={`Select ${what}`} hideLabel checked={state === 'selected'} readOnly />
              </Cell>
              <Cell className="figures text-ink-2">{day}</Cell>
              <Cell>{what}</Cell>
              <Cell narrow="beside">
                {status === 'late' ? (
                  <Badge tone="red">Overdue</Badge>
                ) : (
                  <StatusState state="good" small>
                    Completed
                  </StatusState>
                )}
              </Cell>
              <Cell end className={amount.startsWith('+') ? 'font-bold text-green' : 'font-bold'}>
                {amount}
              </Cell>
              <Cell end narrow="beside">
                <IconButton icon={Pencil} label={`Edit ${what}`} size="small" />
              </Cell>
            </TableRow>
          ))}
          <TableRow aria-hidden="true">
            <Cell narrow="hidden">
              <Skeleton className="size-5" />
            </Cell>
            <Cell>
              <Skeleton className="h-3 w-21" />
            </Cell>
            <Cell>
              <Skeleton className="h-3 w-3/5" />
            </Cell>
            <Cell narrow="hidden">
              <Skeleton className="h-3 w-18" />
            </Cell>
            <Cell narrow="hidden">
              <Skeleton className="ml-auto h-3 w-16" />
            </Cell>
            <Cell narrow="hidden" />
          </TableRow>
        </TableBody>
      </Table>
    </Kit>
  );
}

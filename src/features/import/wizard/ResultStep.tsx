import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import House from 'lucide-react/icons/house';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Upload from 'lucide-react/icons/upload';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import type { PlainPath } from '../../../web/records/links.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { Row, Rows } from '../../../web/ui/table/Rows.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../../web/ui/table/Table.tsx';
import { KIND_LABELS, KINDS, type Kind } from '../../import-file/kinds.ts';
import type { Import } from '../import.ts';
import { atTime, importedRows, leftOutRows } from '../words.ts';
import { Imports } from './Imports.tsx';
import { WrongRowsLinks } from './WrongRowsLinks.tsx';

const LISTS: Record<Kind, PlainPath> = {
  properties: '/dashboard/properties',
  suppliers: '/dashboard/suppliers',
  tenants: '/dashboard/tenants',
  transactions: '/dashboard/finance',
  certificates: '/dashboard/certificates',
};

type Props = {
  file: Import;
  /** Whether an undo ended on this screen, with or without success. */
  hasStopped: boolean;
  onAnother: () => void;
};

export function ResultStep({ file, hasStopped, onAnother }: Props) {
  const { counts, importedAt, undoneAt, by } = file;
  return (
    <div className="grid gap-6">
      {hasStopped && !undoneAt && (
        <Banner tone="red" role="alert">
          <b>We could not undo the import.</b> All its records are still here. Try again below.
        </Banner>
      )}
      {undoneAt ? (
        <Banner tone="blue">
          <b>You have undone this import.</b> {atTime(undoneAt)}
        </Banner>
      ) : (
        <Banner tone="green">
          <b>{counted(importedRows(counts), 'row', 'rows')} imported.</b>{' '}
          {importedAt && `${atTime(importedAt)}, by ${by}. `}No emails were sent.
        </Banner>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_340px] items-start gap-5 max-lg:grid-cols-1">
        <Outcomes file={file} />
        <Next file={file} onAnother={onAnother} />
      </div>
      <Imports />
    </div>
  );
}

function Outcomes({ file }: { file: Import }) {
  const kinds = KINDS.flatMap((kind) => {
    const sheets = file.sheets.filter((sheet) => sheet.kind === kind);
    const sum = (count: (counts: Import['counts']) => number) =>
      sheets.reduce((total, sheet) => total + count(sheet.counts), 0).toLocaleString('en-GB');
    return sheets.length > 0 ? [{ kind, sum }] : [];
  });
  return (
    <Table caption="Result">
      <TableHead>
        <HeadCell>What</HeadCell>
        <HeadCell end>Added</HeadCell>
        <HeadCell end>Changed</HeadCell>
        <HeadCell end>Known</HeadCell>
        <HeadCell end>Left out</HeadCell>
      </TableHead>
      <TableBody>
        {kinds.map(({ kind, sum }) => (
          <TableRow key={kind}>
            <Cell narrow="title" className="font-bold">
              <Link to={LISTS[kind]}>{KIND_LABELS[kind]}</Link>
            </Cell>
            <Cell end label="Added">
              {sum((counts) => counts.new)}
            </Cell>
            <Cell end label="Changed">
              {sum((counts) => counts.changed)}
            </Cell>
            <Cell end label="Known">
              {sum((counts) => counts.known)}
            </Cell>
            <Cell end label="Left out">
              {sum(leftOutRows)}
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Next({ file, onAnother }: { file: Import; onAnother: () => void }) {
  const { counts, rent, result, undoneAt } = file;
  const wrong = counts.wrong + counts.depends;
  return (
    <Card aria-labelledby="import-next">
      <CardHead id="import-next" title="Next" />
      <Rows label="Next">
        {wrong > 0 && (
          <Row
            lead={<Icon of={Download} className="text-ink-3" />}
            line="Correct them in your spreadsheet and upload that file"
          >
            {counted(wrong, 'row')} left out
            <WrongRowsLinks file={file} />
          </Row>
        )}
        {!undoneAt && result && result.expiring > 0 && (
          <Row lead={<Icon of={ShieldAlert} className="text-ink-3" />}>
            <Link to="/dashboard/certificates">
              {counted(result.expiring, 'certificate has', 'certificates have')} expired or will within 60 days
            </Link>
          </Row>
        )}
        {!undoneAt && result && result.tenancies > 0 && (
          <Row
            lead={<Icon of={House} className="text-ink-3" />}
            line={`${formatPence(result.rent)} a month, ${counted(result.tenancies, 'tenancy', 'tenancies')}`}
          >
            <Link to="/dashboard/rent">{rent?.from ? `Rent starts on ${formatDay(rent.from)}` : 'See the rent'}</Link>
          </Row>
        )}
        <Row lead={<Icon of={Upload} className="text-ink-3" />}>
          <Button variant="quiet" size="small" className="-mx-[10px]" onClick={onAnother}>
            Import another file
          </Button>
        </Row>
      </Rows>
    </Card>
  );
}

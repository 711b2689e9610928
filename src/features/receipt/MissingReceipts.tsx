/** The missing receipts on a tax year's page: the newest transactions without a receipt, and a field for files. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { counted } from '../../shared/text.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Card, DetailSection, TWO_COLUMNS } from '../../web/ui/display/Card.tsx';
import { Rows } from '../../web/ui/table/Rows.tsx';
import { TrayInput } from './AddReceipt.tsx';
import { missingText } from './labels.ts';
import { MissingRow } from './MissingRows.tsx';
import { missingQuery, missingTotals } from './receipt.client.ts';

const FIRST_ROWS = 4;

export function MissingReceipts({ year }: { year: string }) {
  const { data: totals } = useQuery(missingTotals(year));
  const { data } = useInfiniteQuery(missingQuery({ year }));
  const rows = data?.pages[0]?.items.slice(0, FIRST_ROWS) ?? [];
  if (!totals || totals.expenses === 0) return null;
  return (
    <DetailSection id="missing-receipts" title="Missing receipts" aside={missingText(totals)} className="mt-8">
      <div className={TWO_COLUMNS}>
        <Card>
          {rows.length > 0 ? (
            <Rows label="Newest transactions without a receipt">
              {rows.map((row) => (
                <MissingRow key={row.id} row={row} short />
              ))}
            </Rows>
          ) : (
            <p className="px-5 py-4 text-ink-2">Every expense has its receipt.</p>
          )}
          {totals.rows > 0 && (
            <div className="border-t border-line px-5 py-2">
              <LinkButton to="/dashboard/receipts" search={{ missing: year }} size="small" variant="quiet">
                {`All ${totals.rows.toLocaleString('en-GB')}`}
              </LinkButton>
            </div>
          )}
        </Card>
        <div className="flex flex-col items-start gap-3">
          <May need="money.change">
            <div className="w-full">
              <TrayInput />
            </div>
          </May>
          {totals.tray > 0 && (
            <LinkButton to="/dashboard/receipts" size="small" variant="quiet">
              {`${counted(totals.tray, 'receipt')} without a transaction`}
            </LinkButton>
          )}
        </div>
      </div>
    </DetailSection>
  );
}

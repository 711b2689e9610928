/** A tax year with its missing receipts. */
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { taxYear, taxYearOf } from '../../../features/tax/rules/tax-year.ts';
import { TaxYearPage } from '../../../features/tax/TaxYearPage.tsx';
import { FIRST_YEAR } from '../../../features/tax/tax.ts';
import { May, useToday } from '../../../web/http/session.client.ts';

const MissingReceipts = lazy(async () => ({
  default: (await import('../../../features/receipt/MissingReceipts.tsx')).MissingReceipts,
}));

export function TaxPage() {
  const today = useToday();
  const { year: named } = useParams({ strict: false });
  const year = named && named >= FIRST_YEAR && taxYear(named) ? named : taxYearOf(today).year;
  return (
    <>
      <TaxYearPage />
      <May need="money.see">
        <Suspense>
          <MissingReceipts year={year} />
        </Suspense>
      </May>
    </>
  );
}

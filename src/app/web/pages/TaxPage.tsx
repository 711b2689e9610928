import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { taxYear, taxYearOf } from '../../../features/tax/rules/tax-year.ts';
import { type TaxSlots, TaxYearPage } from '../../../features/tax/TaxYearPage.tsx';
import { FIRST_YEAR } from '../../../shared/tax-years.ts';
import { May, useToday } from '../../../web/http/session.client.ts';

const MissingReceipts = lazy(async () => ({
  default: (await import('../../../features/receipt/MissingReceipts.tsx')).MissingReceipts,
}));

const SLOTS: TaxSlots = {
  Estimate: lazy(async () => ({
    default: (await import('../../../features/tax-estimate/EstimateCard.tsx')).EstimateCard,
  })),
  YearEnd: lazy(async () => ({
    default: (await import('../../../features/tax-year-end/YearEndCard.tsx')).YearEndCard,
  })),
  Quarters: lazy(async () => ({
    default: (await import('../../../features/tax-update/UpdateStrip.tsx')).QuartersButton,
  })),
  Updates: lazy(async () => ({ default: (await import('../../../features/tax-update/UpdateStrip.tsx')).UpdateStrip })),
};

export function TaxPage() {
  const today = useToday();
  const { year: named } = useParams({ strict: false });
  const year = named && named >= FIRST_YEAR && taxYear(named) ? named : taxYearOf(today).year;
  return (
    <>
      <TaxYearPage slots={SLOTS} />
      <May need="money.see">
        <Suspense>
          <MissingReceipts year={year} />
        </Suspense>
      </May>
    </>
  );
}

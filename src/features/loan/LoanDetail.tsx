/** /dashboard/tax/loans/$id: a loan's terms, its payments, and the lender's statements. */
import { useMutation } from '@tanstack/react-query';
import { addDays, addMonths } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { May, useToday } from '../../web/http/session.client.ts';
import { FactsCard, RecordDetail } from '../../web/records/detail/RecordDetail.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { LoanPayments } from './LoanPayments.tsx';
import { LoanStatements } from './LoanStatements.tsx';
import { TEXTS } from './listed.ts';
import { loans, PATHS } from './loan.client.ts';
import { LOAN, type Loan, type LoanRecord } from './loan.ts';
import { limitInterest, loanSchedule } from './rules/schedule.ts';

const { propertyId, lender, kind, amount, opened, months, fixedUntil, rates, valueWhenLet, capitalAdded } = LOAN.shape;
const FACTS = { lender, kind, amount, opened, months, fixedUntil, valueWhenLet, capitalAdded, propertyId, rates };

export function LoanDetail() {
  const today = useToday();
  return (
    <RecordDetail
      resource={loans}
      texts={TEXTS}
      paths={PATHS}
      head={(loan) => ({
        title: loan.lender,
        line: [loan.property, balanceLine(loan, today)].filter(Boolean).join(' · '),
      })}
      deletion={({ property }) => ({
        question: (
          <>
            <p>{property}</p>
            <p className="mt-3">We will keep its payments with their interest and capital.</p>
          </>
        ),
      })}
    >
      {(loan, record) => (
        <>
          <div className="flex min-w-0 flex-col gap-5">
            {record && <Limit loan={record} today={today} />}
            <LoanPayments loan={loan} />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <FactsCard
              title={TEXTS.detailTitle}
              fields={FACTS}
              record={loan}
              own={{ propertyId: loan.property ?? 'No property' }}
              none={{ fixedUntil: TEXTS.noFixedEnd, valueWhenLet: TEXTS.noValue, capitalAdded: 'None' }}
            />
            {record && <LoanStatements loan={record} />}
          </div>
        </>
      )}
    </RecordDetail>
  );
}

/** Such as 'about £146,677.02 left', from the schedule. */
function balanceLine(loan: Loan, today: string): string {
  const paid = loanSchedule(loan).findLast(({ day }) => day <= today);
  return `about ${formatPence(paid?.balance ?? loan.amount)} left`;
}

/** Shows the interest that counts for a loan above the value when first let, and confirms that limit. */
function Limit({ loan, today }: { loan: LoanRecord; today: string }) {
  const { mutate: change, isPending } = useMutation(loans.change);
  const { amount, valueWhenLet, limitConfirmed } = loan;
  const added = loan.capitalAdded ?? 0;
  if (valueWhenLet === null || valueWhenLet + added >= amount) return null;
  const end = addDays(addMonths(today, 12), -1);
  const year = loanSchedule(loan).filter(({ day }) => today <= day && day <= end);
  const interest = year.reduce((sum, payment) => sum + payment.interest, 0);
  const { allowed, private: above } = limitInterest({ interest, loan: amount, valueWhenLet, capitalAdded: added });
  const confirm = (confirmed: boolean) => {
    const { propertyId } = loan;
    const terms = Object.fromEntries(LOAN.names.map((name) => [name, loan[name]])) as Omit<LoanRecord, 'statements'>;
    if (propertyId) change({ before: loan, input: { ...terms, propertyId, limitConfirmed: confirmed } });
  };
  return (
    <Banner tone={limitConfirmed ? 'blue' : 'amber'}>
      <b>{limitConfirmed ? 'The interest is limited.' : 'Does all of this interest count?'}</b>
      {` The loan of ${formatPence(amount)} is larger than the value when first let and later capital, ${formatPence(valueWhenLet + added)}. Of ${formatPence(interest)} of interest in the next 12 months, ${formatPence(allowed)} counts and ${formatPence(above)} does not.`}
      {!limitConfirmed && ' Until you confirm this, all of it counts.'}
      {loan.propertyId && (
        <May need={PATHS.change}>
          <span className="mt-3 block">
            <Button size="small" disabled={isPending} onClick={() => confirm(!limitConfirmed)}>
              {limitConfirmed ? 'Count all interest' : 'Limit the interest'}
            </Button>
          </span>
        </May>
      )}
    </Banner>
  );
}

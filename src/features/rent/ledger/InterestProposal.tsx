import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { newKey } from '../../../web/http/new-key.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { LATE_INTEREST_SOURCE } from '../../tenancy/rules/sources.ts';
import { useAddEntry } from './ledger.client.ts';
import type { Ledger } from './ledger.ts';

type Props = {
  id: string;
  interest: NonNullable<Ledger['interest']>;
  day: string;
  onRates: () => void;
};

/** Proposes interest on late rent, which is not part of the balance until the landlord adds it. */
export function InterestProposal({ id, interest, day, onRates }: Props) {
  const { total, baseRate, knownTo, lines } = interest;
  const rate = knownTo < day ? `${baseRate}%, as known on ${formatDay(knownTo)}` : `${baseRate}%`;
  const { mutate, isPending } = useAddEntry(id);
  const note = `Interest on rent paid late, up to ${formatDay(day)}`;
  return (
    <section
      aria-label="Interest you could add"
      className="border-t border-b border-dashed border-rule bg-sunken px-5 py-3 max-md:px-4"
    >
      <p className="flex justify-between gap-4">
        <span>Interest you could add</span>
        <span className="figures">{formatPence(total)}</span>
      </p>
      <p className="text-s text-ink-2">
        {`The agreement allows interest once rent is 14 days late. In England the limit is 3% over the base rate (${rate}), by the day. This interest is not in the balance yet. `}
        <a href={LATE_INTEREST_SOURCE.link} target="_blank" rel="noopener">
          Source<span className="sr-only"> of the rule (opens in a new tab)</span>
        </a>
      </p>
      <details className="my-1 text-s">
        <summary className="w-fit cursor-pointer text-link max-md:min-h-11">Show the calculation</summary>
        <ul className="figures text-ink-2">
          {lines.map((line) => (
            <li key={`${line.due} ${line.from}`}>
              {`${formatPence(line.amount)} for ${counted(line.days, 'day')} from ${formatDay(line.from)} at ${line.ratePercent}%: ${formatPence(line.interest)}`}
            </li>
          ))}
        </ul>
      </details>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          busy={isPending ? 'Adding...' : undefined}
          onClick={() =>
            isPending || mutate({ key: newKey(), input: { kind: 'interest', date: day, amount: total, note } })
          }
        >
          Add to ledger
        </Button>
        <Button variant="quiet" size="small" onClick={onRates}>
          Base rates
        </Button>
      </div>
    </section>
  );
}

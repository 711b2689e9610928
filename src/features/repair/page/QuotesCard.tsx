/** Quotes side by side, with price, day and the supplier's record. The card makes no recommendation. */
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { May } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { Rows } from '../../../web/ui/table/Rows.tsx';
import { PATHS, useGive, useRemind } from '../repair.client.ts';
import type { RepairQuote, RepairRecord } from '../repair.ts';
import { instantWords, visit } from '../rules/words.ts';

const GIVES: readonly string[] = ['accepted', 'quoting', 'booked', 'in-progress'];

export function QuotesCard({ repair }: { repair: RepairRecord }) {
  const { asked, given } = repair.quotes;
  return (
    <Card aria-labelledby="quotes">
      <CardHead id="quotes" title="Quotes">{`${given} of ${asked} received`}</CardHead>
      <Rows label="Quotes">
        {repair.offers.map((quote) => (
          <Quote key={quote.id} repair={repair} quote={quote} />
        ))}
      </Rows>
      {repair.state === 'quoting' && (
        <p className="border-t border-line px-5 py-3 text-s text-ink-2 max-md:px-4">
          Suppliers see photos, street and town. The one you give the job to also sees the full address, and the
          tenant’s name and phone.
          {repair.firstGetsIt &&
            repair.costLimit !== null &&
            ` The first offer up to ${formatPence(repair.costLimit)} gets the job.`}
        </p>
      )}
    </Card>
  );
}

function Quote({ repair, quote }: { repair: RepairRecord; quote: RepairQuote }) {
  const { supplierId, supplierName, state, net, vat, note, from, until } = quote;
  const { mutate: give, isPending } = useGive(repair);
  const { mutate: remind, isPending: isReminding } = useRemind(repair);
  const mayGive = state === 'given' && GIVES.includes(repair.state) && supplierId !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 max-md:px-4">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-bold wrap-anywhere">
          <bdi>{supplierName}</bdi>
        </p>
        <p className="text-s text-ink-2">
          {[from && until && visit(from, until), recordWords(quote), stateWords(quote)].filter(Boolean).join(' · ')}
        </p>
        {note && <p className="text-s wrap-anywhere">{note}</p>}
      </div>
      {net !== null && (
        <div className="figures text-right">
          <p className="font-bold">{formatPence(net + (vat ?? 0))}</p>
          <p className="text-s text-ink-2">{vat ? `${formatPence(net)} + VAT` : 'no VAT'}</p>
        </div>
      )}
      {state === 'asked' && repair.state === 'quoting' && supplierId && (
        <May need={PATHS.change}>
          <Button
            size="small"
            className="max-md:w-full"
            busy={isReminding ? 'Sending...' : undefined}
            onClick={() => remind({ supplierId, text: reminder(quote) })}
          >
            Remind<span className="sr-only"> {supplierName}</span>
          </Button>
        </May>
      )}
      {mayGive && (
        <May need={PATHS.change}>
          <Button
            size="small"
            className="max-md:w-full"
            busy={isPending ? 'Giving...' : undefined}
            onClick={() => give(supplierId)}
          >
            Give the job<span className="sr-only"> to {supplierName}</span>
          </Button>
        </May>
      )}
    </li>
  );
}

function reminder({ answerBy }: RepairQuote): string {
  const day = answerBy ? ` by ${formatDay(answerBy)}` : '';
  return `Please send us your quote${day}. If you cannot do this job, please let us know on the same page.`;
}

/** Returns '6 jobs, 2 days to done on average', or 'first job'. */
function recordWords({ jobs, days }: RepairQuote): string {
  if (jobs === 0) return 'first job';
  return `${counted(jobs, 'job')}${days === null ? '' : `, ${counted(days, 'day')} to done on average`}`;
}

function stateWords({ state, askedAt, answerBy, validUntil }: RepairQuote): string {
  if (state === 'asked')
    return `asked ${instantWords(askedAt)}${answerBy ? `, answer by ${formatDay(answerBy)}` : ''}, no answer yet`;
  if (state === 'refused') return 'cannot do it';
  if (state === 'chosen') return 'has the job';
  if (state === 'lost') return 'did not get the job';
  return validUntil ? `valid until ${formatDay(validUntil)}` : '';
}

/** The estimated tax on property income so far: the amount to put aside, and each step with its rule. */
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Info from 'lucide-react/icons/info';
import { type ReactNode, useState } from 'react';
import { formatDay, formatMonth } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May, useToday } from '../../web/http/session.client.ts';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { Card, CardHead, ErrorState } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { ProgressBar, Skeleton } from '../../web/ui/display/Loading.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { estimateOf, type Person, useSaveFacts } from './estimate.client.ts';
import type { TaxEstimate } from './estimate.ts';

const FactsDialog = lazyDialog(async () => (await import('./FactsDialog.tsx')).FactsDialog);

type Steps = NonNullable<TaxEstimate['steps']>;
type Rule = Steps['profit']['source'];

export function EstimateCard(person: Person) {
  const query = useQuery(estimateOf(person));
  const { error, busy, retry } = useRetry(query);
  const { data } = query;
  const [editing, setEditing] = useState(false);
  const openings = useOpenCount(editing);
  const canEnter = Boolean(data?.steps) || data?.facts.nation === 'Scotland';
  if (!data && error)
    return <ErrorState title="We could not load the estimate" reason={error.message} onRetry={retry} busy={busy} />;
  return (
    <Card aria-labelledby="estimate">
      <CardHead id="estimate" title="Estimated tax">
        <span>On the figures so far</span>
      </CardHead>
      {!data && <Skeleton className="m-5 h-40" />}
      {data && (
        <>
          {data.steps && data.saved && <PutAside person={person} estimate={data} steps={data.steps} />}
          {data.steps && !data.saved && (
            <p className="px-5 pt-4 max-md:px-4">
              You pay tax on property on top of your other income. Enter your income to see how much tax your properties
              add.
            </p>
          )}
          {data.reason && (
            <p className="px-5 pt-4 max-md:px-4">
              {data.reason.text} {data.reason.source && <RuleLink {...data.reason.source} />}
            </p>
          )}
          {canEnter && (
            <May need="tax.change">
              <div className="px-5 py-4 max-md:px-4">
                <Button size="small" onClick={() => setEditing(true)}>
                  {data.saved ? 'Change figures' : 'Enter other income'}
                </Button>
              </div>
              <FactsDialog key={openings} open={editing} onOpenChange={setEditing} person={person} estimate={data} />
            </May>
          )}
          {data.steps && data.saved && <StepList steps={data.steps} facts={data.facts} />}
          <div className="flex gap-2 border-t border-line px-5 py-4 text-s text-ink-2 max-md:px-4">
            <Icon of={Info} className="mt-0.5" />
            <div>
              {data.notes.map((note) => (
                <p key={note}>{note}</p>
              ))}
            </div>
          </div>
        </>
      )}
    </Card>
  );
}

type PutAsideProps = { person: Person; estimate: TaxEstimate; steps: Steps };

function PutAside({ person, estimate: { facts, due }, steps: { extraTax, putAside } }: PutAsideProps) {
  const today = useToday();
  const { mutate: save, isPending } = useSaveFacts(person);
  const total = Math.max(0, extraTax.pence);
  return (
    <div className="px-5 pt-4 max-md:px-4">
      <p className="figures text-xl leading-10 font-bold">{formatPence(extraTax.pence)}</p>
      <p className="text-s text-ink-2">because of property</p>
      {total > 0 && (
        <>
          <div className="mt-3">
            <ProgressBar
              label={`${formatPence(putAside.already)} of ${formatPence(total)} put aside`}
              share={Math.min(1, putAside.already / total)}
            />
          </div>
          <p className="mt-2 flex flex-wrap justify-between gap-x-3">
            <span>
              Put aside <b className="figures">{formatPence(putAside.already)}</b>
            </span>
            <span className="figures text-s text-ink-2">{`of ${formatPence(total)}`}</span>
          </p>
        </>
      )}
      {putAside.pence > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-card bg-blue-soft px-4 py-3">
          <div>
            <b>{`Put aside ${formatPence(putAside.pence)} in ${formatMonth(today)}`}</b>
            <p className="text-s text-ink-2">{`To pay by ${formatDay(due)}`}</p>
          </div>
          <May need="tax.change">
            <Button
              size="small"
              busy={isPending ? 'Saving...' : undefined}
              onClick={() => save({ ...facts, putAside: putAside.already + putAside.pence })}
            >
              Record
            </Button>
          </May>
        </div>
      )}
    </div>
  );
}

type StepProps = { name: ReactNode; amount: number | string; rule?: Rule; strong?: boolean; children?: ReactNode };

function Step({ name, amount, rule, strong = false, children }: StepProps) {
  return (
    <li className="border-t border-line px-5 py-3 max-md:px-4">
      <div className={cx('flex justify-between gap-4', strong && 'font-bold')}>
        <span>{name}</span>
        <span className="figures text-right whitespace-nowrap">
          {typeof amount === 'number' ? formatPence(amount) : amount}
        </span>
      </div>
      <div className="text-s text-ink-2">
        {children}
        {rule && <RuleLink {...rule} />}
      </div>
    </li>
  );
}

function RuleLink({ name, link }: Rule) {
  return (
    <a href={link} target="_blank" rel="noopener" className="text-s">
      {name}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function StepList({ steps, facts }: { steps: Steps; facts: TaxEstimate['facts'] }) {
  const { profit, route, losses, allowance, limbs, bands, reducer, carriedForward, extraTax } = steps;
  const usesExpenses = route.route === 'expenses';
  const taxable = facts.otherIncome + losses.taxable > allowance.pence;
  return (
    <ol aria-label="Steps of the estimate">
      <Step
        name={profit.pence < 0 ? 'Loss from property' : 'Profit from property'}
        amount={profit.pence}
        rule={profit.source}
      >
        <p>
          {usesExpenses
            ? `Income of ${formatPence(profit.gross)} less expenses of ${formatPence(profit.expenses)}.`
            : `Income of ${formatPence(profit.gross)} less the property allowance.`}
        </p>
      </Step>
      <Step name="Expenses or allowance" amount={usesExpenses ? 'Expenses' : 'Allowance'} rule={route.source}>
        <p>{routeText(route)}</p>
      </Step>
      {(losses.used > 0 || losses.loss > 0 || losses.carriedForward > 0) && (
        <Step name="Loss used this year" amount={losses.used} rule={losses.source}>
          <p>{`Taxable profit ${formatPence(losses.taxable)}. ${formatPence(losses.carriedForward)} is carried forward.`}</p>
        </Step>
      )}
      <Step name="Personal allowance" amount={allowance.pence} rule={allowance.source}>
        {!taxable && <p>Your income is within it, so there is no tax.</p>}
      </Step>
      {bands.list.length > 0 && (
        <Step name="Tax with property" amount={extraTax.wholeTax + reducer.pence} rule={bands.source}>
          <ul>
            {bands.list.map(({ income, percent, taxable: of, tax }) => (
              <li key={`${income}${percent}`} className="figures flex justify-between gap-4">
                <span>{`${income === 'other' ? 'Other income' : 'Property'}: ${percent}% of ${formatPence(of)}`}</span>
                <span>{formatPence(tax)}</span>
              </li>
            ))}
          </ul>
        </Step>
      )}
      {limbs.list.length > 0 && limbs.list.some(({ id, pence }) => id === 'A' && pence > 0) && (
        <Step
          name={`${reducer.percent}% of finance costs`}
          amount={reducer.pence === 0 ? 0 : -reducer.pence}
          rule={limbs.source}
        >
          <p>{`${reducer.percent}% of the lowest of these three:`}</p>
          <ul aria-label="Limits of the reduction">
            {limbs.list.map(({ id, label, pence, lowest }) => (
              <li
                key={id}
                className={cx(
                  'flex items-start gap-2 rounded-control px-2 py-1',
                  lowest && 'bg-sunken font-bold text-ink',
                )}
              >
                <span className="mt-0.5 w-4 flex-none">{lowest && <Icon of={Check} />}</span>
                <span className="flex-1">
                  {label}
                  {lowest && <span className="sr-only"> (lowest)</span>}
                </span>
                <span className="figures whitespace-nowrap">{formatPence(pence)}</span>
              </li>
            ))}
          </ul>
        </Step>
      )}
      {(carriedForward.pence > 0 || limbs.list.some(({ pence }) => pence > 0)) && (
        <Step name="Finance costs carried forward" amount={carriedForward.pence} rule={carriedForward.source}>
          {carriedForward.pence === 0 && <p>All your finance costs reduce this year’s tax.</p>}
        </Step>
      )}
      <Step name="Tax because of property" amount={extraTax.pence} rule={extraTax.source} strong>
        <p>{`${formatPence(extraTax.wholeTax)} with property, ${formatPence(extraTax.withoutProperty)} without.`}</p>
      </Step>
    </ol>
  );
}

function routeText({ route, saves, fullRelief, extraTax }: Steps['route']): string {
  if (fullRelief) return 'You do not pay tax on property income up to £1,000, and you do not need to claim.';
  const both = `Tax with expenses: ${formatPence(extraTax.expenses)}. With the £1,000 allowance: ${formatPence(extraTax.allowance)}.`;
  const words = route === 'expenses' ? 'Expenses' : 'The allowance';
  if (saves > 0) return `${both} ${words} ${route === 'expenses' ? 'save' : 'saves'} ${formatPence(saves)}.`;
  return saves < 0 ? `${both} You chose ${route === 'expenses' ? 'expenses' : 'the allowance'}.` : both;
}

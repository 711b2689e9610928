/** The page stays open after the trial. */
import { Link, useSearch } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { type Fact, FactLines } from '../../web/ui/display/Facts.tsx';
import { Spinner } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import type { CurrentUser } from '../account/account.ts';
import type { Standing } from '../subscription/standing.ts';
import { endedWords, owedWords } from '../subscription/standing-words.ts';
import { useBillingInfo, usePaymentPage, useRefresh } from './billing.client.ts';
import { PLACE_ICONS } from './PlaceIcons.tsx';
import { listed, PLANS, type Plan, planFor } from './plan.ts';
import { firstPayment } from './subscription.ts';
import { daysLeft, STILL_OPEN } from './trial.ts';

const MONTHS = 12;

export function Plans() {
  const user = useLandlord();
  const { plan: chosen, back } = useSearch({ from: '/dashboard/plans' });
  const { data: info } = useBillingInfo();
  const refresh = useRefresh(back === 'paid' || back === 'portal');
  const leaving = usePaymentPage();
  const { subscription } = user;
  const holds = hasPlan(subscription);
  const preselected = PLANS.find(({ id }) => id === chosen);
  const properties = info?.properties ?? 0;
  const requested = leaving.isPending ? leaving.variables : undefined;
  const portal = () => leaving.mutate('portal');
  const subscribe = (plan: string) => leaving.mutate({ plan, email: user.email });
  const failure = refresh.error ?? leaving.error;
  const unconfirmed = back === 'paid' && refresh.data && !hasPlan(refresh.data) && !refresh.isFetching;
  const retry = () => {
    if (refresh.error) void refresh.refetch();
    else if (leaving.variables) leaving.mutate(leaving.variables);
  };
  return (
    <>
      <PageHead title={titleOf(user)} line={lineOf(user, { back, confirming: refresh.isFetching })} />
      <div className="mb-5 flex flex-col gap-3 empty:hidden">
        {refresh.isFetching && (
          <Banner tone="blue">
            <Spinner /> Checking with the payment provider...
          </Banner>
        )}
        {failure && (
          <Banner
            tone="red"
            role="alert"
            action={
              <Button size="small" onClick={retry}>
                Retry
              </Button>
            }
          >
            {failure.message}
          </Banner>
        )}
        {unconfirmed && (
          <Banner
            tone="amber"
            role="status"
            action={
              <Button size="small" onClick={() => void refresh.refetch()}>
                Check again
              </Button>
            }
          >
            The payment provider has not confirmed your payment yet.
          </Banner>
        )}
        {preselected && !holds && !leaving.isError && (
          <Banner
            tone="blue"
            action={
              <Button
                variant="primary"
                busy={isFor(requested, preselected) ? 'Processing...' : undefined}
                disabled={info?.available === false}
                onClick={() => subscribe(preselected.id)}
              >
                Continue with {preselected.name}
              </Button>
            }
          >
            You chose {preselected.name}, {formatPence(preselected.pricePence)} a month.
          </Banner>
        )}
        {back === 'left' && !failure && (
          <Banner tone="blue" role="status">
            We have not charged you. You can choose a plan at any time.
          </Banner>
        )}
        {info && !info.available && (
          <Banner tone="amber">You cannot pay for a plan here. Contact the operator of this server.</Banner>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-5 max-xl:grid-cols-1">
        <div>
          <Card>
            <ul className="*:not-first:border-t *:not-first:border-line">
              {PLANS.map((plan) => (
                <PlanRow
                  key={plan.id}
                  plan={plan}
                  current={holds && subscription.plan === plan.id}
                  fits={!holds && planFor(properties) === plan ? properties : undefined}
                  action={
                    holds ? (
                      subscription.managed && (
                        <Button wide aria-label={`Change to ${plan.name}`} onClick={portal}>
                          Change
                        </Button>
                      )
                    ) : (
                      <Button
                        wide
                        variant={plan.recommended && !preselected ? 'primary' : 'secondary'}
                        aria-label={isFor(requested, plan) ? undefined : `Subscribe to ${plan.name}`}
                        busy={typeof requested === 'object' && requested.plan === plan.id ? 'Processing...' : undefined}
                        disabled={info?.available === false || (requested !== undefined && !isFor(requested, plan))}
                        onClick={() => subscribe(plan.id)}
                      >
                        Subscribe
                      </Button>
                    )
                  }
                />
              ))}
            </ul>
          </Card>
          <p className="mt-4 text-s text-ink-2">
            Prices are in pounds a month, for any number of properties. {info?.vatNote && `${info.vatNote} `}You can
            change or cancel your plan in the billing portal. A cancelled plan runs until the end of the period you have
            paid for.
          </p>
        </div>
        <div
          className={cx(
            'grid gap-5 *:only:col-span-full max-xl:grid-cols-2 max-md:grid-cols-1',
            isUrgent(subscription) && 'max-xl:-order-1',
          )}
        >
          {holds ? (
            <Subscription standing={subscription} busy={requested === 'portal'} onPortal={portal} />
          ) : (
            <Trial user={user} />
          )}
        </div>
      </div>
    </>
  );
}

const isFor = (requested: ReturnType<typeof usePaymentPage>['variables'], plan: Plan) =>
  typeof requested === 'object' && requested.plan === plan.id;

/** Whether there is a plan to pay, change or cancel. */
const hasPlan = ({ state }: Standing) => state === 'active' || state === 'past_due' || state === 'paused';

/** Whether the subscription is shown above the plans on narrow screens. */
const isUrgent = ({ status, state }: Standing) => status === 'expired' || state === 'past_due';

const nameOf = (id: string | null) => PLANS.find((plan) => plan.id === id)?.name ?? 'Your plan';

function titleOf({ subscription }: CurrentUser): string {
  return subscription.status === 'expired' && !endedWords(subscription) ? 'Your Trial Has Expired' : 'Plans';
}

type LineOptions = { back: string | undefined; confirming: boolean };

function lineOf({ subscription, trialEndDate, now }: CurrentUser, { back, confirming }: LineOptions): string {
  const { status, plan, endsAt } = subscription;
  if (confirming) return 'Confirming your payment...';
  if (status === 'active') {
    const owed = owedWords(subscription);
    if (owed) return owed;
    if (endsAt) return `${nameOf(plan)} is cancelled and ends on ${formatInstantAsDay(endsAt)}.`;
    return back === 'paid' ? `Thank you. ${nameOf(plan)} is active.` : `${nameOf(plan)} is active.`;
  }
  if (status === 'expired')
    return (
      endedWords(subscription) ?? 'Your data is safe. You will have full access as soon as your payment is confirmed.'
    );
  if (trialEndDate && firstPayment(new Date(trialEndDate), new Date(now)))
    return `You can choose a plan at any time. You keep your ${freeDays(trialEndDate, now)} and make your first payment after that.`;
  return 'Your trial ends in less than 48 hours, so you pay as soon as you choose a plan.';
}

function freeDays(end: string, now: string): string {
  const days = daysLeft(Date.parse(end), Date.parse(now));
  return days === 1 ? '1 free day' : `${days} free days`;
}

/** `fits` is the landlord's number of properties if the plan is recommended for that number. */
type RowProps = { plan: Plan; current: boolean; fits: number | undefined; action: ReactNode };

function PlanRow({ plan, current, fits, action }: RowProps) {
  const { name, description, pricePence } = plan;
  return (
    <li
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_max-content_148px] items-center gap-x-5 gap-y-2 px-5 py-4 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4',
        current && 'bg-primary-soft',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-[10px] gap-y-[2px]">
        <h2 className="text-l">{name}</h2>
        {current ? (
          <Badge tone="green">Current plan</Badge>
        ) : (
          plan.recommended && <Badge tone="blue">Most Popular</Badge>
        )}
        <p className="text-ink-2">{description}</p>
        {fits && <p className="text-s text-ink-2">fits your {counted(fits, 'property', 'properties')}</p>}
      </div>
      <p className="text-right whitespace-nowrap">
        <b className="text-l tabular-nums">{formatPence(pricePence)}</b>
        <span className="block text-s text-ink-2">
          a month, <span className="tabular-nums">{formatPence(pricePence * MONTHS)}</span> a year
        </span>
      </p>
      <div className="max-md:col-span-full empty:hidden">{!current && action}</div>
      <Features plan={plan} />
    </li>
  );
}

function Features({ plan }: { plan: Plan }) {
  const { here, coming } = listed(plan);
  return (
    <details className="group col-span-full">
      <summary className="inline-flex min-h-7 cursor-pointer list-none items-center gap-1 text-s text-link hover:underline max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        {plan.name} features
        <Icon of={ChevronDown} className="transition-[rotate] group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-2 gap-x-5 gap-y-3 py-2 max-md:grid-cols-1">
        <ul className="flex flex-col gap-1">
          {here.map((feature) => (
            <li key={feature} className="flex gap-[10px]">
              <Icon of={Check} className="mt-1 text-green" />
              {feature}
            </li>
          ))}
        </ul>
        {coming.length > 0 && (
          <div className="text-s text-ink-2">
            <p>Coming soon</p>
            <ul className="mt-1 flex flex-col gap-1 pl-5">
              {coming.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  );
}

type SubscriptionProps = { standing: Standing; busy: boolean; onPortal: () => void };

function Subscription({ standing, busy, onPortal }: SubscriptionProps) {
  const { plan, state, paidUntil, endsAt, owedSince, accessEnds, card, managed } = standing;
  const price = PLANS.find(({ id }) => id === plan)?.pricePence;
  const facts: Fact[] = [{ name: 'Plan', value: nameOf(plan) }];
  if (state === 'past_due') {
    if (owedSince) facts.push({ name: 'Payment failed', value: formatInstantAsDay(owedSince) });
    if (accessEnds) facts.push({ name: 'Pay by', value: formatInstantAsDay(accessEnds) });
  } else if (state === 'paused') facts.push({ name: 'State', value: 'Paused' });
  else if (endsAt) facts.push({ name: 'Ends', value: formatInstantAsDay(endsAt) });
  else if (paidUntil && price !== undefined)
    facts.push({ name: 'Next payment', value: `${formatPence(price)} on ${formatInstantAsDay(paidUntil)}` });
  if (card) facts.push({ name: 'Card', value: `${card.brand} ending ${card.last4}` });
  return (
    <Card aria-labelledby="subscription">
      <CardHead id="subscription" title="Your subscription" />
      <div className="px-5 py-1 max-md:px-4">
        <FactLines facts={facts} />
      </div>
      <div className="border-t border-line p-5 max-md:p-4">
        {managed ? (
          <Button wide busy={busy ? 'Processing...' : undefined} onClick={onPortal}>
            {state === 'past_due' ? 'Pay or change card' : 'Manage card, invoices or plan'}
          </Button>
        ) : (
          <p className="text-ink-2">The operator of this server has given you this plan.</p>
        )}
      </div>
    </Card>
  );
}

const LINK_CLASS =
  'flex min-h-11 items-center gap-2 rounded-control px-3 whitespace-nowrap text-ink no-underline hover:bg-sunken max-md:px-2';

function Trial({ user: { subscription, trialEndDate, now } }: { user: CurrentUser }) {
  const running = subscription.status === 'trialing' && trialEndDate !== null;
  const first = trialEndDate ? firstPayment(new Date(trialEndDate), new Date(now)) : null;
  return (
    <>
      {running && (
        <Card aria-labelledby="trial">
          <CardHead id="trial" title="Your trial" />
          <div className="px-5 py-1 max-md:px-4">
            <FactLines
              facts={[
                { name: 'Ends', value: `${formatInstantAsDay(trialEndDate)}, ${formatInstantAsTime(trialEndDate)}` },
                { name: 'Time left', value: freeDays(trialEndDate, now).replace(' free', '') },
                { name: 'First payment', value: first ? formatInstantAsDay(first) : 'Immediately' },
              ]}
            />
          </div>
        </Card>
      )}
      <Card aria-labelledby="nothing">
        <CardHead id="nothing" title={running ? 'If you do nothing' : 'Still open to you'} />
        {running ? (
          <p className="px-5 py-4 text-ink-2 max-md:px-4">
            We will not charge you, because we do not have your card details. On{' '}
            <b className="text-ink">{formatInstantAsDay(trialEndDate)}</b> you will lose access to the dashboard,
            properties, tenants and suppliers, but we keep everything you entered. You can still use Finance, your
            profile, settings and ‘Download my data’.
          </p>
        ) : (
          <ul className="grid grid-cols-1 p-2 max-xl:grid-cols-4 max-md:grid-cols-[2fr_3fr]">
            {STILL_OPEN.map(({ name, link }) => (
              <li key={name}>
                {'download' in link ? (
                  <a {...link} className={LINK_CLASS}>
                    <Icon of={PLACE_ICONS[name]} className="text-ink-2" />
                    {name}
                  </a>
                ) : (
                  <Link to={link.href} className={LINK_CLASS}>
                    <Icon of={PLACE_ICONS[name]} className="text-ink-2" />
                    {name}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}

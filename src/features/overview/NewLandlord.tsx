/** The dashboard of a new landlord: three first steps, and before the first property figures that are nobody's. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { api, done } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Icon } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { SampleCard } from '../sample/SampleCard.tsx';
import type { Overview } from './overview.ts';
import { sampleOverview } from './sample-figures.ts';

type Steps = NonNullable<Overview['steps']>;
const STEPS = [
  {
    name: 'property',
    title: 'First property',
    words: 'Its address and its rent. Photos, keys and certificates can wait.',
    add: 'Add a property',
    form: { to: '/dashboard/properties/add' },
    see: 'See your properties',
    rows: { to: '/dashboard/properties' },
  },
  {
    name: 'tenant',
    title: 'First tenant',
    words: 'Who lives there, since when and until when. The status follows by itself.',
    add: 'Add a tenant',
    form: { to: '/dashboard/tenants/add' },
    see: 'See your tenants',
    rows: { to: '/dashboard/tenants' },
  },
  {
    name: 'money',
    title: 'Money',
    words: (
      <>
        Type in an expense or a rent you received, or <Link to="/dashboard/finance/import">bring a statement</Link> from
        your bank.
      </>
    ),
    add: 'Record money',
    form: { to: '/dashboard/finance', search: { open: 'new' } },
    see: 'See your money',
    rows: { to: '/dashboard/finance' },
  },
] as const satisfies { name: keyof Steps; [given: string]: unknown }[];

export function FirstSteps({ steps }: { steps: Steps }) {
  const hide = useMutation({
    mutationFn: () => withSession(() => done(api.overview.steps.$delete())),
    // The focus would be lost with the button.
    onSuccess: () => document.querySelector('h1')?.focus(),
    onError: ({ message }) => toast.error('The steps could not be hidden', { description: message }),
  });
  const next = STEPS.find(({ name }) => !steps[name]);
  return (
    <Card aria-labelledby="first-steps" className="mb-6 max-md:mb-5">
      <CardHead id="first-steps" title="Three steps to start">
        <button
          type="button"
          className="cursor-pointer text-link underline"
          aria-disabled={hide.isPending}
          onClick={() => hide.isPending || hide.mutate()}
        >
          Hide these steps
        </button>
      </CardHead>
      <ol className="grid grid-cols-3 *:p-5 max-md:grid-cols-1 max-md:*:p-4 md:*:not-first:border-l max-md:*:not-first:border-t *:not-first:border-line">
        {STEPS.map(({ name, title, words, add, form, see, rows }, place) => (
          <li key={name} className="flex flex-col items-start gap-1">
            {steps[name] ? (
              <span className="flex items-center gap-1 text-s font-bold text-green">
                <Icon of={Check} />
                Done
              </span>
            ) : (
              <span className="text-s text-ink-2">
                {place + 1} of {STEPS.length}
              </span>
            )}
            <h3>{title}</h3>
            <p className={cx('mb-3 flex-1 text-ink-2', steps[name] && 'max-md:hidden')}>{words}</p>
            {steps[name] ? (
              <Link {...rows}>{see}</Link>
            ) : (
              <LinkButton {...form} icon={Plus} variant={next?.name === name ? 'primary' : 'secondary'}>
                {add}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

type FirstProps = Pick<Overview, 'steps'> & { children: (sample: Overview) => ReactNode };

/** Nobody's figures, framed so that they cannot be taken for the landlord's own. */
export function FirstProperty({ steps, children }: FirstProps) {
  return (
    <>
      {steps && <FirstSteps steps={steps} />}
      <SampleCard />
      <section aria-label="Sample data" className="rounded-card border-2 border-blue-rule p-4 max-md:p-3">
        <Banner
          tone="blue"
          className="mb-4"
          action={
            <LinkButton to="/dashboard/properties/add" variant="primary" icon={Plus}>
              Add your first property
            </LinkButton>
          }
        >
          <b>Sample data.</b> This is how your dashboard will look. None of these figures are yours.
        </Banner>
        {children(sampleOverview(useToday()))}
      </section>
    </>
  );
}

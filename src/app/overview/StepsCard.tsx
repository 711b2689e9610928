/** The three first steps. Links and the hide button are props, as the document's frame renders plain ones. */
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { Icon } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import type { Overview } from './overview.ts';

export type Steps = NonNullable<Overview['steps']>;

const STEPS = [
  {
    name: 'property',
    title: 'First property',
    words: () => 'Add the address and rent. You can add photos, keys and certificates later.',
    add: { words: 'Add a property', to: '/dashboard/properties/add' },
    see: { words: 'See your properties', to: '/dashboard/properties' },
  },
  {
    name: 'tenant',
    title: 'First tenant',
    words: () => 'Add who lives there and the tenancy dates. We will update the status.',
    add: { words: 'Add a tenant', to: '/dashboard/tenants/add' },
    see: { words: 'See your tenants', to: '/dashboard/tenants' },
  },
  {
    name: 'money',
    title: 'Money',
    words: (link: Props['link']) => (
      <>
        Add an expense or a rent payment, or{' '}
        {link({ words: 'import a bank statement', to: '/dashboard/finance/import' })}.
      </>
    ),
    add: { words: 'Record money', to: '/dashboard/finance', search: { open: 'new' } },
    see: { words: 'See your transactions', to: '/dashboard/finance' },
  },
] as const satisfies { name: keyof Steps; [given: string]: unknown }[];

type Step = (typeof STEPS)[number];
type Way = Step['see'] | { words: string; to: '/dashboard/finance/import' };

type Props = {
  steps: Steps;
  link: (way: Way) => ReactNode;
  button: (way: Step['add'], variant: 'primary' | 'secondary') => ReactNode;
  hide: (look: { className: string; children: string }) => ReactNode;
};

export function StepsCard({ steps, link, button, hide }: Props) {
  const next = STEPS.find(({ name }) => !steps[name]);
  return (
    <Card aria-labelledby="first-steps" className="mb-6 max-md:mb-5">
      <CardHead id="first-steps" title="Three steps to start">
        {hide({ className: 'cursor-pointer text-link underline', children: 'Hide these steps' })}
      </CardHead>
      <ol className="grid grid-cols-3 *:p-5 max-md:grid-cols-1 max-md:*:p-4 md:*:not-first:border-l max-md:*:not-first:border-t *:not-first:border-line">
        {STEPS.map(({ name, title, words, add, see }, place) => (
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
            <p className={cx('mb-3 flex-1 text-ink-2', steps[name] && 'max-md:hidden')}>{words(link)}</p>
            {steps[name] ? link(see) : button(add, next?.name === name ? 'primary' : 'secondary')}
          </li>
        ))}
      </ol>
    </Card>
  );
}

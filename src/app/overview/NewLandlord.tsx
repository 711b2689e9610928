/** A new landlord's dashboard: first steps, and sample figures until there is a property. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { SampleCard } from '../../features/sample/SampleCard.tsx';
import { api, done } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import type { Overview } from './overview.ts';
import { type Steps, StepsCard } from './StepsCard.tsx';
import { sampleOverview } from './sample-figures.ts';

export function FirstSteps({ steps }: { steps: Steps }) {
  const hide = useMutation({
    mutationFn: () => withSession(() => done(api.overview.steps.$delete())),
    // The focused button disappears.
    onSuccess: () => document.querySelector('h1')?.focus(),
    onError: ({ message }) => toast.error('We could not hide the steps', { description: message }),
  });
  return (
    <StepsCard
      steps={steps}
      link={({ words, ...way }) => <Link {...way}>{words}</Link>}
      button={({ words, ...way }, variant) => (
        <LinkButton {...way} icon={Plus} variant={variant}>
          {words}
        </LinkButton>
      )}
      hide={(look) => (
        <button
          type="button"
          {...look}
          aria-disabled={hide.isPending}
          onClick={() => hide.isPending || hide.mutate()}
        />
      )}
    />
  );
}

type FirstProps = Pick<Overview, 'steps'> & { children: (sample: Overview) => ReactNode };

/** Sample figures, framed so that they are not mistaken for the landlord's. */
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
          <b>Sample data.</b> This is how your dashboard will look. These are not your figures.
        </Banner>
        {children(sampleOverview(useToday()))}
      </section>
    </>
  );
}

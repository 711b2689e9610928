/** The first steps of a new landlord's dashboard. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { api, done } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { type Steps, StepsCard } from './StepsCard.tsx';

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

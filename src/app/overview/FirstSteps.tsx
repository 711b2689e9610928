/** The first steps of a new landlord's dashboard. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { api, done } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { useSingleFlight } from '../../web/http/single-flight.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { type Steps, StepsCard } from './StepsCard.tsx';

export function FirstSteps({ steps }: { steps: Steps }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => withSession(() => done(api.overview.steps.$delete())),
    // The focused button disappears.
    onSuccess: () => document.querySelector('h1')?.focus(),
    onError: ({ message }) => toast.error('We could not hide the steps', { description: message }),
  });
  const hide = useSingleFlight(mutate);
  return (
    <StepsCard
      steps={steps}
      link={({ words, ...way }) => <Link {...way}>{words}</Link>}
      button={({ words, ...way }, variant) => (
        <LinkButton {...way} icon={Plus} variant={variant}>
          {words}
        </LinkButton>
      )}
      hide={(look) => <button type="button" {...look} aria-disabled={isPending} onClick={() => hide()} />}
    />
  );
}

import Check from 'lucide-react/icons/check';
import { counted } from '../../shared/text.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { useDecisions } from './decisions.client.ts';

export function AcceptExact({ count }: { count: number }) {
  const { acceptCertain, busy } = useDecisions();
  return (
    <Button icon={Check} busy={busy ? 'Accepting...' : undefined} onClick={() => acceptCertain()}>
      Accept {counted(count, 'exact match', 'exact matches')}
    </Button>
  );
}

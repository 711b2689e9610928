/** Something could not be loaded: what, why, and a way to try again. Never shown as an empty list. */
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';

type Props = { title: string; reason?: string | undefined; onRetry?: () => void; busy?: boolean; level?: 2 | 3 };

export function ErrorState({ title, reason, onRetry, busy = false, level = 2 }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Card role="alert" className="flex flex-col items-center px-5 py-10 text-center">
      <Heading className="text-m tracking-normal">{title}</Heading>
      {reason && <p className="max-w-[44ch] text-ink-2">{reason}</p>}
      {onRetry && (
        <Button icon={RefreshCw} busy={busy ? 'Retrying...' : undefined} className="mt-4" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Card>
  );
}

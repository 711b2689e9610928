/** Nothing here yet, and what to do about it. */
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';

type Props = { title: string; words?: ReactNode; action?: ReactNode; drawing?: ReactNode; level?: 2 | 3 };

export function EmptyState({ title, words, action, drawing, level = 2 }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Card className="flex flex-col items-center px-5 py-10 text-center">
      {drawing && <div className="mb-4 w-40 overflow-clip rounded-card">{drawing}</div>}
      <Heading className="text-m tracking-normal">{title}</Heading>
      {words && <p className="max-w-[44ch] text-ink-2">{words}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </Card>
  );
}

import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { Icon } from '../../../web/ui/display/Button.tsx';
import { Card } from '../../../web/ui/display/Card.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { ProgressBar } from '../../../web/ui/display/Loading.tsx';

export const STEPS = ['file', 'columns', 'check', 'import', 'result'] as const;
export type Step = (typeof STEPS)[number];

const NAMES: Record<Step, string> = {
  file: 'File',
  columns: 'Columns',
  check: 'Check',
  import: 'Import',
  result: 'Result',
};

export function Steps({ current }: { current: Step }) {
  const at = STEPS.indexOf(current);
  return (
    <ol
      aria-label="Steps"
      className="mb-5 flex overflow-clip rounded-card border border-line bg-surface *:not-first:border-l *:not-first:border-line"
    >
      {STEPS.map((step, place) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={cx(
            'flex h-10 items-center justify-center gap-2',
            step === current
              ? 'flex-1 bg-primary-soft font-bold text-link shadow-[inset_0_-2px_0_var(--primary)]'
              : 'text-ink-2 md:flex-1 max-md:w-9 max-md:flex-none',
          )}
        >
          {place < at ? <Icon of={Check} /> : <span className="text-s tabular-nums">{place + 1}</span>}
          <span className={cx(step !== current && 'max-md:sr-only')}>
            {NAMES[step]}
            {place < at && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

type ProgressProps = { label: string; share: number; children?: ReactNode };

export function Progress({ label, share, children }: ProgressProps) {
  return (
    <Card pad className="grid gap-3">
      <p role="status" className="font-bold">
        {label}
      </p>
      <ProgressBar label={label} share={share} />
      {children && <p className="text-s text-ink-2">{children}</p>}
    </Card>
  );
}

export function StepBar({ line, children }: { line?: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label="Continue"
      className="save-bar full-bleed sticky bottom-0 z-30 mt-6 pb-[env(safe-area-inset-bottom)]"
    >
      <div className="mx-auto flex max-w-(--content) flex-wrap items-center justify-end gap-2 py-3 max-md:px-4">
        <p className="mr-auto text-s text-ink-2 max-md:sr-only">{line}</p>
        {children}
      </div>
    </section>
  );
}

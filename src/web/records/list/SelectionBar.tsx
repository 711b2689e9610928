/** The number of selected rows and their actions, at the foot of the window. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/display/Button.tsx';

type Props = {
  label: string;
  count: number;
  /** A button before 'Clear selection', such as 'Select all 300'. */
  more?: ReactNode;
  onClear: () => void;
  children: ReactNode;
};

export function SelectionBar({ label, count, more, onClear, children }: Props) {
  return (
    <section
      aria-label={label}
      className="selection-bar sticky bottom-4 z-30 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-rule bg-surface px-4 py-3 shadow-float max-md:bottom-0 max-md:-mx-4 max-md:rounded-none max-md:pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      <output className="font-bold">{`${count.toLocaleString('en-GB')} selected`}</output>
      <div className="mr-auto flex flex-wrap">
        {more}
        <Button variant="quiet" className="px-2!" onClick={onClear}>
          Clear selection
        </Button>
      </div>
      {children}
    </section>
  );
}

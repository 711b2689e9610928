/** The bar at the foot of a long form: it stays in reach, and says what is unsaved or wrong. Place it last inside the form. */
import type { ReactNode } from 'react';
import { StatusState } from './StatusState.tsx';

type Props = { unsaved: boolean; wrong?: number; children: ReactNode };

export function SaveBar({ unsaved, wrong = 0, children }: Props) {
  return (
    <section
      aria-label="Save"
      className="sticky bottom-0 z-30 flex items-center gap-2 bg-surface px-5 py-3 shadow-bar max-md:px-4 pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      <div className="mr-auto flex flex-wrap items-center gap-x-2 text-s text-ink-2" aria-live="polite">
        {unsaved && <span className="max-md:sr-only">Unsaved changes.</span>}
        {wrong > 0 && <StatusState state="bad" small>{`${wrong} ${wrong === 1 ? 'error' : 'errors'}`}</StatusState>}
      </div>
      {children}
    </section>
  );
}

/**
 * The bar at the foot of a long form's page: it stays in reach, and says what is unsaved or wrong. It stands after the
 * `Page` that holds the form; its `SubmitButton` finds the form by its handle.
 */
import type { ReactNode } from 'react';
import { StatusState } from '../display/StatusState.tsx';

type Props = { unsaved: boolean; wrong?: number; children: ReactNode };

export function SaveBar({ unsaved, wrong = 0, children }: Props) {
  return (
    <section
      aria-label="Save"
      className="save-bar sticky bottom-0 z-30 bg-surface pb-[env(safe-area-inset-bottom)] shadow-bar"
    >
      <div className="mx-auto flex max-w-[920px] flex-wrap items-center justify-end gap-2 px-10 py-3 [&>:is(a,button)]:whitespace-nowrap max-xl:px-6 max-md:px-4">
        <div className="mr-auto flex flex-wrap items-center gap-x-2 text-s text-ink-2" aria-live="polite">
          {unsaved && <span className="max-md:sr-only">Unsaved changes.</span>}
          {wrong > 0 && <StatusState state="bad" small>{`${wrong} ${wrong === 1 ? 'error' : 'errors'}`}</StatusState>}
        </div>
        {children}
      </div>
    </section>
  );
}

/** While rows are selected: their number and the bulk actions, at the foot of the window within reach of a thumb. */
import { useState } from 'react';
import { Button } from '../../../web/ui/display/Button.tsx';
import { BulkCategoryDialog, BulkDeleteDialog, BulkPropertyDialog } from './BulkDialogs.tsx';
import type { Selection } from './selection.client.ts';

const DIALOGS = { property: BulkPropertyDialog, category: BulkCategoryDialog, remove: BulkDeleteDialog } as const;

/** On a phone the three share a line. */
const PART = 'max-md:flex-auto max-md:px-2!';

export function SelectionBar({ selection }: { selection: Selection }) {
  const { rows, loaded, all, tooMany, selectLoaded, clear } = selection;
  const [asked, setAsked] = useState<keyof typeof DIALOGS>();
  if (rows.length === 0) return null;
  const deletable = rows.filter(({ type }) => type === 'expense').length;
  const Asked = asked && DIALOGS[asked];
  return (
    <section
      aria-label="Selected transactions"
      className="selection-bar sticky bottom-4 z-30 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-rule bg-surface px-4 py-3 shadow-float max-md:bottom-0 max-md:-mx-4 max-md:rounded-none max-md:pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      <output className="font-bold">{`${rows.length.toLocaleString('en-GB')} selected`}</output>
      <div className="mr-auto flex flex-wrap">
        {!all && (
          <Button variant="quiet" className="px-2!" onClick={() => selectLoaded(true)}>
            <span>
              Select all {loaded.toLocaleString('en-GB')}
              <span className="max-lg:sr-only"> loaded</span>
            </span>
          </Button>
        )}
        <Button variant="quiet" className="px-2!" onClick={clear}>
          Clear selection
        </Button>
      </div>
      {tooMany && <p className="text-s text-red">{tooMany}</p>}
      <Button className={PART} disabled={tooMany !== undefined} onClick={() => setAsked('property')}>
        Set property
      </Button>
      <Button className={PART} disabled={tooMany !== undefined} onClick={() => setAsked('category')}>
        Set category
      </Button>
      <Button
        variant="danger"
        className={PART}
        disabled={tooMany !== undefined || deletable === 0}
        title={deletable === 0 ? 'Only expenses can be deleted' : undefined}
        onClick={() => setAsked('remove')}
      >
        Delete
      </Button>
      {Asked && <Asked rows={rows} onClose={() => setAsked(undefined)} onDone={clear} />}
    </section>
  );
}

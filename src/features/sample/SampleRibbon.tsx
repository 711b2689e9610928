/** The ribbon under the bar of every screen while the sample portfolio is loaded, and the way out of it. */
import { useState } from 'react';
import { openedLater } from '../../web/ui/overlay/OpenedLater.tsx';

const RemoveSample = openedLater(async () => (await import('./RemoveSample.tsx')).RemoveSample);

export function SampleRibbon() {
  const [open, setOpen] = useState(false);
  return (
    <aside aria-label="Sample data" className="border-b border-blue-rule bg-blue-soft text-s text-blue">
      <div className="mx-auto flex max-w-[1280px] flex-wrap gap-x-4 px-10 py-[7px] max-xl:px-6 max-md:px-4">
        <b>Sample data</b>
        <span>Made-up records are loaded. What you change or use becomes yours; no email is sent about the rest.</span>
        <button
          type="button"
          className="cursor-pointer underline max-md:min-h-11 md:ml-auto"
          onClick={() => setOpen(true)}
        >
          Remove sample data
        </button>
      </div>
      <RemoveSample open={open} onOpenChange={setOpen} />
    </aside>
  );
}

/** The ribbon under the bar of every screen while the sample portfolio is loaded, and the way out of it. */
import { useState } from 'react';
import { Strip } from '../../web/ui/display/Strip.tsx';
import { openedLater } from '../../web/ui/overlay/OpenedLater.tsx';

const RemoveSample = openedLater(async () => (await import('./RemoveSample.tsx')).RemoveSample);

export function SampleRibbon() {
  const [open, setOpen] = useState(false);
  return (
    <Strip tone="blue" label="Sample data">
      <b>Sample data</b>
      <span>Made-up records. What you change or use becomes yours; no email is sent about the rest.</span>
      <button type="button" className="cursor-pointer underline max-md:min-h-11" onClick={() => setOpen(true)}>
        Remove sample data
      </button>
      <RemoveSample open={open} onOpenChange={setOpen} />
    </Strip>
  );
}

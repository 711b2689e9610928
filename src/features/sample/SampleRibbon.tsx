/** Ribbon on every screen while sample data is loaded. Static, so that the server's document can show it. */
import type { ComponentProps, ReactNode } from 'react';
import { Ribbon } from '../../web/ui/display/Ribbon.tsx';

export function SampleRibbon({ children }: { children: ReactNode }) {
  return (
    <Ribbon tone="blue" label="Sample data">
      <b className="whitespace-nowrap max-md:hidden">Sample data</b>
      <span className="whitespace-nowrap max-xl:hidden">We keep anything you edit when you remove it.</span>
      {children}
    </Ribbon>
  );
}

/** On phones the ribbon shows only this button. */
export function RemoveButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="relative cursor-pointer whitespace-nowrap underline max-md:after:absolute max-md:after:-inset-[10px]"
    >
      <span className="max-md:sr-only">Remove </span>
      <span className="max-md:inline-block max-md:underline max-md:first-letter:uppercase">sample</span>
      <span className="max-md:group-[:not(:first-child)]/ribbon:sr-only"> data</span>
    </button>
  );
}

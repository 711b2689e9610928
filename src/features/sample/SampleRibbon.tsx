/** Static, so that the server's document can show the ribbon. */
import type { ComponentProps, ReactNode } from 'react';
import { Ribbon } from '../../web/ui/display/Ribbon.tsx';

export function SampleRibbon({ children }: { children: ReactNode }) {
  return (
    <Ribbon tone="blue" label="Sample account">
      <b className="whitespace-nowrap">
        Sample<span className="max-md:sr-only"> account</span>
      </b>
      <span className="whitespace-nowrap max-xl:hidden">Made-up records, no emails</span>
      <a href="/accounts" className="whitespace-nowrap text-inherit">
        Your accounts
      </a>
      {children}
    </Ribbon>
  );
}

export function RemoveButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="relative cursor-pointer whitespace-nowrap underline max-md:after:absolute max-md:after:-inset-[10px]"
    >
      Remove sample
    </button>
  );
}

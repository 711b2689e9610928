/** Static, since the server's document shows the ribbon before the scripts load. */
import type { ReactNode } from 'react';
import { Ribbon, type RibbonTone } from '../../web/ui/display/Ribbon.tsx';

type Props = {
  tone: RibbonTone;
  words: string;
  children: ReactNode;
};

export function TrialRibbon({ tone, words, children }: Props) {
  return (
    <Ribbon tone={tone} label="Free trial">
      <output>{words}</output>
      {children}
    </Ribbon>
  );
}

export function SeePlans() {
  return (
    <>
      <span className="max-md:sr-only">View Subscription </span>Plans
    </>
  );
}

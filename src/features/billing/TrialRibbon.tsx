/** The ribbon of the trial, without anything that runs: the document shows it before the code has come. */
import type { ReactNode } from 'react';
import { Ribbon, type RibbonTone } from '../../web/ui/display/Ribbon.tsx';

type Props = {
  tone: RibbonTone;
  words: string;
  /** The link to what can be done. */
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

/** 'View Subscription Plans', of which a phone has room for the last word. */
export function SeePlans() {
  return (
    <>
      <span className="max-md:sr-only">View Subscription </span>Plans
    </>
  );
}

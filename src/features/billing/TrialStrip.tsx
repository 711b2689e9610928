/** The strip of the trial under the bar, without anything that runs. */
import type { ReactNode } from 'react';
import { Strip, type StripTone } from '../../web/ui/display/Strip.tsx';

export const SEE_PLANS = 'View Subscription Plans';

type Props = {
  tone: StripTone;
  words: string;
  /** The link to what can be done. */
  children: ReactNode;
};

export function TrialStrip({ tone, words, children }: Props) {
  return (
    <Strip tone={tone} label="Free trial">
      <output>{words}</output>
      {children}
    </Strip>
  );
}

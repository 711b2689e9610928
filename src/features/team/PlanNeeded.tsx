import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefusal } from '../../shared/app-error.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { sentenceOf } from './team.client.ts';

/** A form's `failed` that shows a missing seat with a link to the plans, and its banner. */
export function usePlanNeeded() {
  const [sentence, setSentence] = useState<string>();
  return {
    clear: () => setSentence(undefined),
    failed: (error: unknown): string | undefined => {
      if (!isRefusal(error, 'plan_needed')) return sentenceOf(error);
      setSentence(error.message);
      return undefined;
    },
    banner: sentence && (
      <Banner tone="red" role="alert">
        {sentence} <Link to="/dashboard/plans">See plans</Link>
      </Banner>
    ),
  };
}

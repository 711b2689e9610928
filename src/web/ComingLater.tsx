/** The tab whose screen is not built yet: a sentence, and nothing to press. */
import { EmptyState } from './ui/EmptyState.tsx';
import { PageHead } from './ui/PageHead.tsx';

export function Finance() {
  return (
    <>
      <PageHead title="Finance" />
      <EmptyState
        title="Not here yet"
        words="Income and expenses will be kept here. This part of Tenure is not built yet."
      />
    </>
  );
}

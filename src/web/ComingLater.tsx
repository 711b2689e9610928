/** Tabs whose screens are not built yet: a sentence each, and nothing to press. */
import { EmptyState } from './ui/EmptyState.tsx';
import { PageHead } from './ui/PageHead.tsx';

export function Finance() {
  return (
    <ComingLater title="Finance" words="Income and expenses will be kept here. This part of Tenure is not built yet." />
  );
}

function ComingLater({ title, words }: { title: string; words: string }) {
  return (
    <>
      <PageHead title={title} />
      <EmptyState title="Not here yet" words={words} />
    </>
  );
}

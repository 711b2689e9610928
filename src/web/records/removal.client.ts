/** Removing a record that somebody was asked about. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TabPath } from '../tabs.ts';
import type { Kept, RecordCache } from './record-cache.client.ts';

type Settings<Rec extends Kept> = {
  record: Rec;
  /** The noun's removal, which says what became of it. */
  remove: (record: Rec) => Promise<void>;
  cache: Pick<RecordCache<Rec, Rec, never>, 'forget'>;
  /** Where to go from the record's own page; left out in the list, which stays. */
  list?: TabPath;
  /** Called when it has ended in whatever way: closes the question. */
  settled: () => void;
};

/** `pending` while it is under way. */
export function useRemoval<Rec extends Kept>({ record, remove, cache, list, settled }: Settings<Rec>) {
  const navigate = useNavigate();
  const { isPending, mutate } = useMutation({
    mutationFn: () => remove(record),
    onSettled: settled,
    onSuccess: async () => {
      if (list) await navigate({ to: list, replace: true });
      cache.forget(record);
    },
  });
  return { pending: isPending, start: () => mutate() };
}

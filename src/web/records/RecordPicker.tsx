/** A search field that chooses one record of a noun, however many there are. Inside a `FormField` it is a field like others. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LinkButton } from '../links.client.ts';
import type { PlainPath } from '../paths.ts';
import { useRetry } from '../retry.client.ts';
import { Button } from '../ui/Button.tsx';
import { Picker } from '../ui/Picker.tsx';
import type { Choice, OwnControl } from '../ui/picker.client.ts';

type Words = {
  /** In the empty field. */
  placeholder: string;
  /** 'Failed to load properties', with why and Retry. */
  failed: string;
  /** 'No properties found', with the way to a new one. */
  none: string;
  add: { to: PlainPath; words: string };
};

type Props<Item> = OwnControl & {
  /** The noun's word in the query cache. */
  noun: string;
  /** The first few that match, as the API lists them. */
  find: (asked: { q: string; limit: string }, init: { signal: AbortSignal }) => Promise<Item[]>;
  asChoice: (item: Item) => Choice;
  chosen: Item | null;
  onChange: (item: Item | null) => void;
  /** Those that cannot be chosen, as they have been already. */
  leftOut?: readonly string[];
  words: Words;
};

/** More than anybody reads before typing another letter; and the most that the API tells at once. */
const FEW = 20;
const MOST = 100;

export function RecordPicker<Item extends { id: string }>(props: Props<Item>) {
  const { noun, find, asChoice, chosen, onChange, leftOut = [], words, ...control } = props;
  // Nothing is asked for until the field is entered.
  const [q, setQ] = useState<string>();
  const found = useQuery({
    queryKey: [noun, 'choices', q ?? ''],
    queryFn: ({ signal }) => find({ q: q ?? '', limit: String(Math.min(FEW + leftOut.length, MOST)) }, { signal }),
    enabled: q !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const items = found.data?.filter(({ id }) => !leftOut.includes(id));
  return (
    <Picker
      {...control}
      chosen={chosen && asChoice(chosen)}
      onChange={(choice) => onChange(items?.find(({ id }) => id === choice?.id) ?? null)}
      choices={items?.map(asChoice)}
      searched={q ?? ''}
      onSearch={setQ}
      busy={found.isPlaceholderData || found.isLoading}
      placeholder={words.placeholder}
      note={(back) => <Note found={found} left={items?.length} words={words} back={back} />}
    />
  );
}

type Found = { data: readonly unknown[] | undefined; error: Error | null; refetch: () => Promise<unknown> };

type NoteProps = { found: Found; left: number | undefined; words: Words; back: () => void };

/** Why there is nothing to choose from, and what to do about it. */
function Note({ found, left, words, back }: NoteProps): ReactNode {
  const { error, busy, retry } = useRetry(found);
  const again = () => {
    back();
    retry();
  };
  if (error) {
    return (
      <div role="alert" className={NOTE}>
        <p>
          {words.failed}. {error.message}
        </p>
        <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={again}>
          Retry
        </Button>
      </div>
    );
  }
  if (left !== 0) return null;
  if (found.data?.length !== 0) return <p className={NOTE}>What matches is chosen already.</p>;
  return (
    <div className={NOTE}>
      <p>{words.none}</p>
      <LinkButton to={words.add.to} size="small" variant="quiet">
        {words.add.words}
      </LinkButton>
    </div>
  );
}

const NOTE = 'mt-[6px] flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-ink-2';

/** A search field that chooses one record of a noun, however many there are. Inside a `FormField` it is a field like others. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordTexts } from '../../../shared/record-texts.ts';
import { useRetry } from '../../http/retry.client.ts';
import { Picker } from '../../ui/overlay/Picker.tsx';
import type { Choice, OwnControl } from '../../ui/overlay/picker.client.ts';
import { LinkButton, type PlainPath } from '../links.client.ts';

type Props<Item> = OwnControl & {
  /** The noun's word in the query cache, and the first few records that match, as the API lists them. */
  resource: {
    noun: string;
    find: (asked: { q: string; limit: string }, init: { signal: AbortSignal }) => Promise<Item[]>;
  };
  asChoice: (item: Item) => Choice;
  chosen: Item | null;
  onChange: (item: Item | null) => void;
  /** Those that cannot be chosen, as they have been already. */
  leftOut?: readonly string[];
  /** In the empty field. */
  placeholder: string;
  texts: Pick<RecordTexts, 'one' | 'listFailed' | 'empty' | 'addFirst'>;
  /** The form of a new one. */
  addPath: PlainPath;
};

/** More than anybody reads before typing another letter; and the most that the API tells at once. */
const FEW = 20;
const MAX = 100;

export function RecordPicker<Item extends { id: string }>(props: Props<Item>) {
  const { resource, asChoice, chosen, onChange, leftOut = [], placeholder, texts, addPath, ...control } = props;
  // Nothing is asked for until the field is entered.
  const [q, setQ] = useState<string>();
  const found = useQuery({
    queryKey: [resource.noun, 'choices', q ?? ''],
    queryFn: ({ signal }) =>
      resource.find({ q: q ?? '', limit: String(Math.min(FEW + leftOut.length, MAX)) }, { signal }),
    enabled: q !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { error, busy, retry } = useRetry(found);
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
      placeholder={placeholder}
      unchosen={`Choose a ${texts.one} from the list, or clear this field.`}
      failed={error ? { reason: `${texts.listFailed}. ${error.message}`, busy, retry } : undefined}
      nothing={
        found.data?.length === 0 ? (
          <>
            <p>{texts.empty}</p>
            <LinkButton to={addPath} size="small" variant="quiet">
              {texts.addFirst}
            </LinkButton>
          </>
        ) : (
          'Everything that matches has been chosen already.'
        )
      }
    />
  );
}

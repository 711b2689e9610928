/** A search field for choosing a record. Works like other fields in a `FormField`. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordTexts } from '../../../shared/records/record-texts.ts';
import type { Right } from '../../../shared/rights.ts';
import { useRetry } from '../../http/retry.client.ts';
import { May } from '../../http/session.client.ts';
import { Picker } from '../../ui/overlay/Picker.tsx';
import type { Choice, OwnControl } from '../../ui/overlay/picker.client.ts';
import { LinkButton, type PlainPath } from '../links.client.ts';

type Props<Item> = OwnControl & {
  resource: {
    noun: string;
    find: (query: { q: string; limit: string }, init: { signal: AbortSignal }) => Promise<Item[]>;
  };
  asChoice: (item: Item) => Choice;
  chosen: Item | null;
  onChange: (item: Item | null) => void;
  leftOut?: readonly string[];
  placeholder: string;
  texts: Pick<RecordTexts, 'one' | 'listFailed' | 'empty' | 'addFirst'>;
  add: { to: PlainPath; need: Right };
};

/** `PAGE_SIZE` is more than people read before they type another letter. `MAX_PAGE_SIZE` is the API's maximum. */
const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

export function RecordPicker<Item extends { id: string }>(props: Props<Item>) {
  const { resource, asChoice, chosen, onChange, leftOut = [], placeholder, texts, add, ...control } = props;
  // Undefined until the field has the focus, so that no request is made before.
  const [q, setQ] = useState<string>();
  const found = useQuery({
    queryKey: [resource.noun, 'choices', q ?? ''],
    queryFn: ({ signal }) =>
      resource.find({ q: q ?? '', limit: String(Math.min(PAGE_SIZE + leftOut.length, MAX_PAGE_SIZE)) }, { signal }),
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
            <May need={add.need}>
              <LinkButton to={add.to} size="small" variant="quiet">
                {texts.addFirst}
              </LinkButton>
            </May>
          </>
        ) : found.data?.length === MAX_PAGE_SIZE ? (
          'Type more to find others.'
        ) : (
          'You have already chosen everything that matches.'
        )
      }
    />
  );
}

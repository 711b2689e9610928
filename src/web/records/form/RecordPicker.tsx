/** A search field that chooses one of any number of records. In a `FormField` it works like other fields. */
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
  /** The noun's query key, and its search by name. */
  resource: {
    noun: string;
    find: (asked: { q: string; limit: string }, init: { signal: AbortSignal }) => Promise<Item[]>;
  };
  asChoice: (item: Item) => Choice;
  chosen: Item | null;
  onChange: (item: Item | null) => void;
  leftOut?: readonly string[];
  placeholder: string;
  texts: Pick<RecordTexts, 'one' | 'listFailed' | 'empty' | 'addFirst'>;
  add: { to: PlainPath; need: Right };
};

/** More than anyone reads before typing another letter. The API's maximum for one request. */
const FEW = 20;
const MAX = 100;

export function RecordPicker<Item extends { id: string }>(props: Props<Item>) {
  const { resource, asChoice, chosen, onChange, leftOut = [], placeholder, texts, add, ...control } = props;
  // Undefined, without a request, until the field has the focus.
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
            <May need={add.need}>
              <LinkButton to={add.to} size="small" variant="quiet">
                {texts.addFirst}
              </LinkButton>
            </May>
          </>
        ) : found.data?.length === MAX ? (
          'Type more to find others.'
        ) : (
          'You have already chosen everything that matches.'
        )
      }
    />
  );
}

/**
 * One of thousands, found by typing: a combobox. The field shows what is chosen; below it stand those that match what is typed,
 * which its owner finds. Inside a `Field` or `FormField` it takes its id, description and error from there.
 */
import { Combobox } from '@base-ui/react/combobox';
import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { counted } from '../../shared/text.ts';
import { ONE_LINE } from './control-class.ts';
import { cx } from './cx.ts';
import { FieldControlContext, useFieldControl } from './field-control.client.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { useSearchText } from './search-text.client.ts';

/** `line` stands below the name in the list, and after it in the field. */
export type Choice = { id: string; name: string; line?: string };

type Props<C extends Choice> = {
  chosen: C | null;
  onChange: (choice: C | null) => void;
  /** What was found for `searched`; undefined until something was. */
  choices: readonly C[] | undefined;
  searched: string;
  /** Called with '' when the field is entered, then with what is typed, when typing pauses. The same function in every render. */
  onSearch: (text: string) => void;
  /** While the search is under way: what was found before stays, and cannot be chosen. */
  busy: boolean;
  placeholder?: string | undefined;
  /** Stands below the field while it is searched: nothing found, or the search failed. */
  note?: ReactNode;
  id?: string | undefined;
  name?: string | undefined;
  'aria-label'?: string | undefined;
  disabled?: boolean | undefined;
};

const POPUP =
  'max-h-[min(320px,var(--available-height))] w-(--anchor-width) overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-1 shadow-float outline-none';
const OPTION =
  'flex min-h-control cursor-pointer flex-col justify-center rounded-mark px-[10px] py-1 wrap-anywhere data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-transparent data-selected:font-bold';

export function Picker<C extends Choice>({
  chosen,
  onChange,
  choices,
  searched,
  onSearch,
  busy,
  placeholder,
  note,
  ...own
}: Props<C>) {
  const [typed, setTyped] = useSearchText(searched, onSearch);
  const [typing, setTyping] = useState(false);
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { onBlur, ...control } = useControl({ own, chosen, input });
  // What stands in the list was found for something else: choosing by Enter would choose what nobody has read.
  const stale = busy || (typing && typed.trim() !== searched);
  const nothing = choices !== undefined && choices.length === 0;

  const stopTyping = () => {
    setTyping(false);
    setTyped('');
  };
  const choose = (choice: C | null) => {
    if (stale && choice) return;
    stopTyping();
    onChange(choice);
  };
  const clear = () => {
    choose(null);
    input.current?.focus();
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setOpen(false);
    stopTyping();
  };

  return (
    <div onBlur={leave}>
      <Combobox.Root
        items={choices ?? []}
        filter={null}
        autoHighlight
        value={chosen}
        onValueChange={choose}
        itemToStringLabel={wordsOf}
        isItemEqualToValue={(one, other) => one.id === other.id}
        inputValue={typing ? typed : chosen ? wordsOf(chosen) : ''}
        onInputValueChange={(text, { reason }) => {
          if (reason !== 'input-change') return;
          setTyping(true);
          setTyped(text);
        }}
        open={open && !nothing && choices !== undefined}
        onOpenChange={(next, { reason }) => {
          if (stale && reason === 'item-press') return;
          setOpen(next);
        }}
        disabled={control.disabled}
      >
        <span className="relative block min-w-0">
          <Combobox.Input
            {...control}
            ref={input}
            autoComplete="off"
            placeholder={placeholder}
            className={cx(ONE_LINE, 'pr-9 max-md:pr-11')}
            onFocus={(event: FocusEvent<HTMLInputElement>) => {
              event.currentTarget.select();
              if (!typing) onSearch('');
            }}
            onBlur={onBlur}
            onKeyDown={(event: KeyboardEvent) => {
              // Half a word is no choice: the form is not to be sent with the one before.
              if (event.key === 'Enter' && typing) event.preventDefault();
            }}
          />
          {chosen && !control.disabled ? (
            <IconButton
              icon={X}
              label="Clear"
              size="small"
              className="absolute! right-1 inset-y-0 my-auto max-md:right-0"
              onClick={clear}
            />
          ) : (
            <span className="pointer-events-none absolute inset-y-0 right-[10px] flex items-center text-ink-3">
              {open && busy ? <span className="spin" aria-hidden="true" /> : <Icon of={ChevronDown} />}
            </span>
          )}
        </span>
        <span ref={place} className="contents" />
        <Combobox.Portal container={place}>
          <Combobox.Positioner positionMethod="fixed" sideOffset={4} collisionPadding={8} className="z-80">
            <Combobox.Popup className={cx(POPUP, stale && 'opacity-60')} aria-busy={stale}>
              <Combobox.List>
                {(choice: C) => (
                  <Combobox.Item key={choice.id} value={choice} className={OPTION}>
                    <bdi>{choice.name}</bdi>
                    {choice.line && <span className="text-s font-normal text-ink-2">{choice.line}</span>}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <output className="sr-only">{open && !stale && choices ? `${counted(choices.length, 'result')}` : ''}</output>
      {open && note && (
        // The press keeps the focus where it is: the note would be gone before the press is over.
        <div className="mt-[6px] text-s text-ink-2" onPointerDown={(event) => event.preventDefault()}>
          {note}
        </div>
      )}
    </div>
  );
}

function wordsOf({ name, line }: Choice): string {
  return line ? `${name}, ${line}` : name;
}

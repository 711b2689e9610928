/**
 * A combobox for thousands of options, which the parent component searches. In a `Field` or `FormField` it takes the
 * field's id and messages. Own code, as Base UI's open Combobox (1.9, measured) hides all 8 other elements of a small
 * form from screen readers, even the field's own label and hint.
 */
import ChevronDown from 'lucide-react/icons/chevron-down';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { counted } from '../../../shared/text.ts';
import { Button, Icon, IconButton } from '../display/Button.tsx';
import { cx, ONE_LINE } from '../display/cx.ts';
import { type Choice, type OwnControl, type PickerState, usePicker, usePickerControl } from './picker.client.ts';

type Props = PickerState &
  OwnControl & {
    placeholder?: string | undefined;
    /** Shown below the field if there are no results: a text, and a link for adding a record. */
    nothing?: ReactNode;
    /** A failed search: the reason, and a retry. */
    failed?: { reason: string; busy: boolean; retry: () => void } | undefined;
  };

const NOTE = 'mt-[6px] flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-ink-2';

export function Picker({
  chosen,
  onChange,
  choices,
  searched,
  onSearch,
  busy,
  unchosen,
  placeholder,
  nothing,
  failed,
  ...own
}: Props) {
  const around = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const control = usePickerControl(own, input);
  const picker = usePicker({ chosen, onChange, choices, searched, onSearch, busy, unchosen }, { around, input });
  const { listId, listed, active, stale, open } = picker;
  const shown = listed.length > 0;
  // In a form the field shows this error.
  const wrong = picker.left && control.name === undefined && !control['aria-invalid'];
  const noteId = useId();
  return (
    <div ref={around} className="relative min-w-0">
      <span className="relative block">
        <input
          type="text"
          {...control}
          {...(wrong && { 'aria-invalid': true, 'aria-describedby': noteId })}
          ref={input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-activedescendant={active === undefined ? undefined : optionId(listId, active)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={placeholder}
          value={picker.value}
          className={cx(ONE_LINE, 'pr-9 max-md:pr-11')}
          onFocus={picker.enter}
          onClick={picker.press}
          onChange={(event) => picker.type(event.target.value)}
          onKeyDown={picker.keyDown}
        />
        {(chosen || picker.typing) && !control.disabled ? (
          <IconButton
            icon={X}
            label="Clear"
            size="small"
            className="absolute! right-1 inset-y-0 my-auto max-md:right-0"
            onClick={picker.clear}
          />
        ) : (
          <span className="pointer-events-none absolute inset-y-0 right-[10px] flex items-center text-ink-3">
            {open && stale ? <span className="spin" aria-hidden="true" /> : <Icon of={ChevronDown} />}
          </span>
        )}
      </span>
      {shown && <List picker={picker} chosen={chosen} />}
      <output className="sr-only">{open && !stale && choices ? counted(choices.length, 'result') : ''}</output>
      {wrong && (
        <p id={noteId} role="alert" className="mt-[6px] text-s font-bold text-red">
          {unchosen}
        </p>
      )}
      {open && failed && (
        <div role="alert" className={NOTE}>
          <p>{failed.reason}</p>
          <Button
            size="small"
            busy={failed.busy ? 'Retrying...' : undefined}
            onClick={() => {
              // Moves the focus, as this button is removed when the response arrives.
              input.current?.focus();
              failed.retry();
            }}
          >
            Retry
          </Button>
        </div>
      )}
      {open && !failed && choices?.length === 0 && <div className={NOTE}>{nothing}</div>}
    </div>
  );
}

function List({ picker, chosen }: { picker: ReturnType<typeof usePicker>; chosen: Choice | null }) {
  const { listId, listed, active, stale, setAt, choose } = picker;
  const list = useRef<HTMLDivElement>(null);
  // Scrolls the list into view when it opens, and the active option on arrow keys.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    if (active !== undefined) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      tabIndex={-1}
      aria-label="Results"
      aria-busy={stale}
      className={cx(
        'absolute inset-x-0 top-full z-40 mt-1 max-h-[min(320px,40dvh)] overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-1 shadow-float',
        stale && 'text-ink-3',
      )}
    >
      {listed.map((choice, index) => (
        <button
          key={choice.id}
          id={optionId(listId, index)}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={choice.id === chosen?.id}
          className={cx(
            'flex min-h-control w-full cursor-pointer flex-col items-start justify-center rounded-mark px-[10px] py-1 text-left wrap-anywhere',
            index === active && 'bg-sunken outline-2 -outline-offset-2 outline-transparent',
            choice.id === chosen?.id && 'forced-choice font-bold',
          )}
          // On mousedown, as new results may move the option before the click. Keeps the focus in the field.
          onMouseDown={(event) => {
            event.preventDefault();
            if (event.button === 0) choose(choice);
          }}
          onPointerMove={() => setAt(index)}
          onClick={() => choose(choice)}
        >
          <bdi>{choice.name}</bdi>
          {choice.line && <span className="text-s font-normal text-ink-2">{choice.line}</span>}
        </button>
      ))}
    </div>
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

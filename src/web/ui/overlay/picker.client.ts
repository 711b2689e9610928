/** State and keys of a `Picker` (WAI-ARIA combobox). */
import {
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useState,
} from 'react';
import { FieldCheckContext, FieldControlContext } from '../form/Field.tsx';
import { whenPointerIsUp } from '../table/pointer.client.ts';
import { useSearchText } from '../table/Toolbar.tsx';

/** `line` is shown below the name in the list, and after the name in the field. */
export type Choice = { id: string; name: string; line?: string };

export type PickerState = {
  chosen: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** The results for `searched`, undefined before the first results. */
  choices: readonly Choice[] | undefined;
  searched: string;
  /** Called with '' on focus, then with the text when typing pauses. Must be stable. */
  onSearch: (text: string) => void;
  busy: boolean;
  /** The error for text that is not a choice: 'Choose an item from the list, or clear this field.' */
  unchosen: string;
};

type Parts = { around: RefObject<HTMLElement | null>; input: RefObject<HTMLInputElement | null> };

export function usePicker(
  { chosen, onChange, choices, searched, onSearch, busy, unchosen }: PickerState,
  { around, input }: Parts,
) {
  const listId = useId();
  const [typed, setTyped] = useSearchText(searched, onSearch);
  const [typing, setTyping] = useState(false);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState<number>();
  /** Whether Enter was pressed before the results arrived. */
  const [entered, setEntered] = useState(false);
  /** Whether the field was left with text that is not a choice. */
  const [left, setLeft] = useState(false);
  // The results belong to an earlier search, so Enter waits.
  const stale = busy || (typing && typed.trim() !== searched);
  const listed = open && choices ? choices : [];
  const active = at === undefined || listed.length === 0 ? undefined : Math.min(at, listed.length - 1);

  const show = (index: number | undefined) => {
    setOpen(true);
    setAt(index);
  };
  const type = (text: string) => {
    setTyping(text !== '');
    setTyped(text);
    setEntered(false);
    setLeft(false);
    // Prevents saving the form (see `useZodForm`).
    input.current?.setCustomValidity(text.trim() === '' ? '' : unchosen);
  };
  const check = useContext(FieldCheckContext);
  const settle = () => {
    setOpen(false);
    type('');
    check();
  };
  const choose = (choice: Choice | null) => {
    settle();
    onChange(choice);
  };
  useFocusLeft(around, () => {
    setOpen(false);
    setEntered(false);
    if (typed.trim() === '') settle();
    else setLeft(typing);
  });
  const chooseOnly = useEffectEvent(() => {
    const [only] = listed;
    if (only && listed.length === 1) choose(only);
    setEntered(false);
  });
  useEffect(() => {
    if (!entered || stale) return undefined;
    const timer = setTimeout(() => chooseOnly());
    return () => clearTimeout(timer);
  }, [entered, stale]);

  const step = (by: 1 | -1) => {
    if (!open || active === undefined) return show(by === 1 ? 0 : Number.MAX_SAFE_INTEGER);
    return setAt((active + by + listed.length) % listed.length);
  };
  const keys: { [key: string]: (event: KeyboardEvent) => void } = {
    ArrowDown: (event) => {
      event.preventDefault();
      step(1);
    },
    ArrowUp: (event) => {
      event.preventDefault();
      step(-1);
    },
    Enter: (event) => {
      // Prevents submitting the form with the previous choice while the text is incomplete.
      if (typing || active !== undefined) event.preventDefault();
      if (stale) return setEntered(typing);
      if (typing && !open) return show(0);
      const choice = active === undefined ? undefined : listed[active];
      if (choice) choose(choice);
    },
    Tab: () => {
      // Closes the list, which would cover the next tab stop.
      if (listed.length > 0) setOpen(false);
    },
    Escape: (event) => {
      if (!open) return;
      // Closes only the list, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      settle();
    },
  };

  return {
    listId,
    listed,
    active,
    stale,
    open,
    value: typing ? typed : wordsOf(chosen),
    typing,
    left,
    setAt,
    choose,
    clear: () => {
      choose(null);
      input.current?.focus();
    },
    enter: () => {
      input.current?.select();
      if (!typing) onSearch('');
    },
    press: () => !open && show(undefined),
    type: (text: string) => {
      type(text);
      show(0);
      if (text === '' && chosen) onChange(null);
    },
    keyDown: (event: KeyboardEvent) => !event.nativeEvent.isComposing && keys[event.key]?.(event),
  };
}

function wordsOf(choice: Choice | null): string {
  return [choice?.name, choice?.line].filter(Boolean).join(', ');
}

export type OwnControl = { id?: string | undefined; 'aria-label'?: string | undefined; disabled?: boolean | undefined };

/**
 * Returns the field's props for a picker, which overrides `ref` and `onChange`, as its parent component reports choices
 * instead of each letter.
 */
export function usePickerControl(own: OwnControl, input: RefObject<HTMLInputElement | null>) {
  const field = useContext(FieldControlContext);
  useImperativeHandle(
    field?.ref,
    // `type` lets the form store the field's value on the handle, as on a native input.
    () => ({ type: 'text', focus: () => input.current?.focus() }),
    [input],
  );
  return { ...field, ...own };
}

/** Calls `left` when the focus leaves `part`, but not when the window loses the focus. Waits for the end of a click. */
export function useFocusLeft(part: RefObject<HTMLElement | null>, left: () => void): void {
  const onLeft = useEffectEvent(left);
  useEffect(() => {
    const element = part.current;
    const out = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && element?.contains(relatedTarget)) return;
      whenPointerIsUp(() => {
        if (document.hasFocus() && !element?.contains(document.activeElement)) onLeft();
      });
    };
    element?.addEventListener('focusout', out);
    return () => element?.removeEventListener('focusout', out);
  }, [part]);
}

/**
 * A date field that shows dd/mm/yyyy, whereas a native field follows the browser's language. The value is `YYYY-MM-DD`,
 * or the raw text if it is invalid, which the form's schema reports.
 */
import CalendarIcon from 'lucide-react/icons/calendar';
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useContext,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { dayAsTyped, parseDay } from '../../../shared/dates.ts';
import { IconButton } from '../display/Button.tsx';
import { cx, ONE_LINE } from '../display/cx.ts';
import { Popover } from '../overlay/Menu.tsx';
import { useFocusLeft } from '../overlay/picker.client.ts';
import { Calendar, dayInCalendar } from './Calendar.tsx';
import { type FieldControl, FieldControlContext } from './Field.tsx';

type Props = {
  /** Omitted inside a `FormField`, whose form holds the value. */
  value?: string;
  onChange?: (value: string) => void;
  ref?: Ref<{ focus: () => void }>;
  'aria-label'?: string;
  className?: string;
};

export function DateInput({ value, onChange, ref, className, ...own }: Props) {
  const around: Partial<FieldControl> = useContext(FieldControlContext) ?? {};
  const { ref: formRef, onChange: notifyForm, onBlur, ...field } = around;
  const box = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  useImperativeHandle(ref, () => handleOf(input), []);
  useImperativeHandle(formRef, () => handleOf(input), []);
  useLayoutEffect(() => {
    if (value !== undefined) show(input.current, value);
  }, [value]);

  const event = (type: string) => ({ type, target: { name: field.name, value: read(input.current) } });
  const changed = () => {
    notifyForm?.(event('change'));
    onChange?.(read(input.current));
  };
  // The text is formatted when the focus leaves both the field and its calendar.
  useFocusLeft(box, () => {
    if (input.current) input.current.value = dayAsTyped(read(input.current));
    onBlur?.(event('blur'));
  });
  const keyDown = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'ArrowDown') return;
    pressed.preventDefault();
    setOpen(true);
  };
  const choose = (day: string) => {
    show(input.current, day);
    changed();
    setOpen(false);
  };
  return (
    <span ref={box} className={cx('relative block min-w-0', className)}>
      <input
        type="text"
        autoComplete="off"
        placeholder="dd/mm/yyyy"
        {...field}
        {...own}
        ref={input}
        className={cx(ONE_LINE, 'figures pr-9 max-md:pr-11')}
        onChange={changed}
        onKeyDown={keyDown}
      />
      {!field.disabled && (
        <Popover
          label="Choose a date"
          open={open}
          onOpenChange={setOpen}
          align="end"
          className="p-3!"
          initialFocus={() => dayInCalendar(box.current)}
          trigger={
            <IconButton
              icon={CalendarIcon}
              label="Open calendar"
              size="small"
              className="absolute! right-1 inset-y-0 my-auto max-md:right-0"
            />
          }
        >
          <Calendar value={() => read(input.current)} onChoose={choose} />
        </Popover>
      )}
    </span>
  );
}

function read(input: HTMLInputElement | null): string {
  const text = input?.value.trim() ?? '';
  return parseDay(text) ?? text;
}

/** Shows a value, but keeps typed text that means the same day. */
function show(input: HTMLInputElement | null, value: string | null | undefined): void {
  if (input && read(input) !== (value ?? '')) input.value = dayAsTyped(value ?? '');
}

/** Returns the form's handle, which reads and writes the value in place of a native field. */
function handleOf(input: RefObject<HTMLInputElement | null>) {
  return {
    type: 'text',
    focus: () => input.current?.focus(),
    get value(): string {
      return read(input.current);
    },
    set value(value: string | null | undefined) {
      show(input.current, value);
    },
  };
}

/**
 * A day, typed as people write it or chosen from a calendar, and shown as dd/mm/yyyy whatever the browser's language, which a
 * native date field follows. Its value is `YYYY-MM-DD`, or the text itself where that is no day: the form's schema then says so.
 */
import CalendarIcon from 'lucide-react/icons/calendar';
import { type FocusEvent, type KeyboardEvent, type Ref, useContext, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { dayAsTyped, parseDay } from '../../../shared/dates.ts';
import { IconButton } from '../display/Button.tsx';
import { cx, ONE_LINE } from '../display/cx.ts';
import { Popover } from '../overlay/Menu.tsx';
import { Calendar, dayInCalendar } from './Calendar.tsx';
import { type FieldControl, FieldControlContext } from './Field.tsx';

type Props = {
  /** Left out inside a `FormField`, whose form keeps it. */
  value?: string;
  onChange?: (value: string) => void;
  ref?: Ref<{ focus: () => void }>;
  'aria-label'?: string;
  disabled?: boolean;
  className?: string;
};

export function DateInput({ value, onChange, ref, className, ...own }: Props) {
  const around: Partial<FieldControl> = useContext(FieldControlContext) ?? {};
  const { ref: formRef, onChange: tellForm, onBlur, ...field } = around;
  const box = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [control] = useState(() => ({
    // Its type says that the form may keep the value of the field on it, as on a native one.
    type: 'text',
    focus: () => input.current?.focus(),
    get value(): string {
      const text = input.current?.value.trim() ?? '';
      return parseDay(text) ?? text;
    },
    set value(next: string | null | undefined) {
      // What is being typed stays as it is.
      if (input.current && this.value !== (next ?? '')) input.current.value = dayAsTyped(next ?? '');
    },
  }));
  useImperativeHandle(ref, () => control, [control]);
  useImperativeHandle(formRef, () => control, [control]);
  useLayoutEffect(() => {
    if (value !== undefined) control.value = value;
  }, [control, value]);

  const event = (type: string) => ({ type, target: { name: field.name, value: control.value } });
  const changed = () => {
    tellForm?.(event('change'));
    onChange?.(control.value);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // The calendar is a part of the field.
    if (currentTarget.contains(relatedTarget)) return;
    if (input.current) input.current.value = dayAsTyped(control.value);
    onBlur?.(event('blur'));
  };
  const keyDown = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'ArrowDown') return;
    pressed.preventDefault();
    setOpen(true);
  };
  const choose = (day: string) => {
    control.value = day;
    changed();
    setOpen(false);
  };
  const disabled = own.disabled ?? field.disabled;
  return (
    <span ref={box} className={cx('relative block min-w-0', className)} onBlur={leave}>
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
      {!disabled && (
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
          <Calendar value={() => control.value} onChoose={choose} />
        </Popover>
      )}
    </span>
  );
}

/** Parts of one record or screen, one in view. A tab with errors carries their count; on a phone the tabs scroll in one line. */
import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Tally } from '../table/Rows.tsx';
import { cx, KEEPS_BOLD_WIDTH } from './cx.ts';

type Tab<Value extends string> = { value: Value; label: string; count?: number; errors?: number; disabled?: boolean };

type Props<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** One `TabPanel` for each tab. */
  children: ReactNode;
  className?: string;
};

const TAB =
  'flex h-11 flex-none cursor-pointer items-center gap-2 text-ink-2 whitespace-nowrap hover:text-ink hover:shadow-[inset_0_-2px_0_var(--edge)] data-active:text-ink data-active:font-bold data-active:shadow-[inset_0_-2px_0_var(--primary)] data-active:forced-choice focus-visible:outline-offset-[-3px]! focus-visible:rounded-mark data-disabled:text-ink-3 data-disabled:opacity-60 data-disabled:shadow-none data-disabled:cursor-not-allowed';

export function Tabs<Value extends string>({ label, tabs, value, onChange, children, className }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // The open tab into the middle of its line, without moving the page.
  const at = tabs.findIndex((tab) => tab.value === value);
  useLayoutEffect(() => {
    const tab = list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at];
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [at]);
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)} className={className}>
      <Base.List
        ref={list}
        activateOnFocus
        aria-label={label}
        className="relative mb-5 flex gap-x-6 overflow-x-auto border-b border-line [scrollbar-width:none] max-md:-mx-4 max-md:gap-x-5 max-md:px-4"
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} disabled={tab.disabled ?? false} className={TAB}>
            <span className={KEEPS_BOLD_WIDTH} data-words={tab.label}>
              {tab.label}
            </span>
            {tab.errors ? (
              <Tally
                count={tab.errors}
                tone="red"
                of={tab.errors === 1 ? 'field needs attention' : 'fields need attention'}
              />
            ) : (
              tab.count !== undefined && <Tally count={tab.count} />
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  );
}

type PanelProps = {
  value: string;
  /** Keeps hidden panels in the page: what was typed stays, and errors in them can be found. */
  keep?: boolean;
  className?: string;
  children: ReactNode;
};

export function TabPanel({ value, keep = false, className, children }: PanelProps) {
  return (
    <Base.Panel value={value} keepMounted={keep} className={cx('outline-offset-4', className)}>
      {children}
    </Base.Panel>
  );
}

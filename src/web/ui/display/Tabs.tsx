/** Own code by the ARIA Authoring Practices, as Base UI's tabs add 11 kB to a screen's first load. */
import { createContext, type KeyboardEvent, type ReactNode, use, useId, useLayoutEffect, useRef } from 'react';
import { CountBadge } from '../table/Rows.tsx';
import { KEEPS_BOLD_WIDTH } from './cx.ts';

type Tab<Value extends string> = { value: Value; label: string; count?: number; errors?: number; disabled?: boolean };

type Props<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
  className?: string;
};

const TAB =
  'flex h-11 flex-none cursor-pointer items-center gap-2 text-ink-2 whitespace-nowrap hover:text-ink hover:shadow-[inset_0_-2px_0_var(--edge)] data-active:text-ink data-active:font-bold data-active:shadow-[inset_0_-2px_0_var(--primary)] data-active:forced-choice focus-visible:outline-offset-[-3px]! focus-visible:rounded-mark disabled:text-ink-3 disabled:opacity-60 disabled:shadow-none disabled:cursor-not-allowed';

export function Tabs<Value extends string>({ label, tabs, value, onChange, children, className }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // Centres the open tab in the tab list without scrolling the page.
  const at = tabs.findIndex((tab) => tab.value === value);
  useLayoutEffect(() => {
    const tab = list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at];
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [at]);
  const id = useId();
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const others = [...(list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]:enabled') ?? [])];
    const to = KEYS[key]?.(others.indexOf(event.currentTarget));
    if (to === undefined || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    others.at(to % others.length)?.focus();
  };
  return (
    <Open value={{ id, value }}>
      <div className={className}>
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className="relative mb-5 flex gap-x-6 overflow-x-auto border-b border-line [scrollbar-width:none] max-md:-mx-4 max-md:gap-x-5 max-md:px-4"
        >
          {tabs.map((tab) => {
            const open = tab.value === value;
            return (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}${tab.value}`}
                aria-selected={open}
                aria-controls={open ? `${id}${tab.value}-panel` : undefined}
                data-active={open || undefined}
                tabIndex={open ? 0 : -1}
                disabled={tab.disabled}
                className={TAB}
                onClick={() => !open && onChange(tab.value)}
                onFocus={() => !open && onChange(tab.value)}
                onKeyDown={press}
              >
                <span className={KEEPS_BOLD_WIDTH} data-words={tab.label}>
                  {tab.label}
                </span>
                {tab.errors ? (
                  <CountBadge
                    count={tab.errors}
                    tone="red"
                    of={tab.errors === 1 ? 'field needs attention' : 'fields need attention'}
                  />
                ) : (
                  tab.count !== undefined && <CountBadge count={tab.count} />
                )}
              </button>
            );
          })}
        </div>
        {children}
      </div>
    </Open>
  );
}

const Open = createContext({ id: '', value: '' });

/** The index of the tab to which a key moves the focus. Wraps around. */
const KEYS: Record<string, (at: number) => number> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => -1,
};

type PanelProps = {
  value: string;
  /** Keeps hidden panels mounted, so that their input remains and their errors can be found. */
  keep?: boolean;
  children: ReactNode;
};

export function TabPanel({ value, keep = false, children }: PanelProps) {
  const { id, value: shown } = use(Open);
  const open = value === shown;
  if (!open && !keep) return null;
  return (
    <div
      role="tabpanel"
      id={`${id}${value}-panel`}
      aria-labelledby={`${id}${value}`}
      hidden={!open}
      tabIndex={open ? 0 : -1}
      className="outline-offset-4"
    >
      {children}
    </div>
  );
}

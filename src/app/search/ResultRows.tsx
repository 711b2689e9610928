import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import House from 'lucide-react/icons/house';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import User from 'lucide-react/icons/user';
import { useEffect, useRef } from 'react';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Icon } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { NOUN_SHAPES } from '../overview/activity/RecentActivities.tsx';
import { type Group, marked, type Row } from './results.client.ts';

const ICONS = {
  ...NOUN_SHAPES,
  building: House,
  person: User,
  income: ArrowDownLeft,
  expense: ArrowUpRight,
  all: Search,
  add: Plus,
  screen: ArrowRight,
} as const;

type Props = {
  id: string;
  groups: Group[];
  q: string;
  at: number;
  stale: boolean;
  onChoose: (row: Row, inNewTab: boolean) => void;
};

export function ResultRows({ id, groups, q, at, stale, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const rows = list.current?.querySelectorAll('[role=option]');
    // For the first row, scrolls to the heading of its group.
    (at === 0 ? list.current?.firstElementChild : rows?.[at])?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  let nextIndex = 0;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Results"
      aria-busy={stale}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-2"
    >
      {groups.map(({ name, note, rows }) => (
        <fieldset
          key={name}
          aria-label={note ? `${name}, ${note}` : name}
          className="not-first:mt-2 not-first:border-t not-first:border-line not-first:pt-2"
        >
          <p aria-hidden="true" className="flex justify-between px-4 py-1 text-s text-ink-2">
            <span>{name}</span>
            <span>{note}</span>
          </p>
          {rows.map((row) => {
            const index = nextIndex++;
            return (
              <Result
                key={row.href + row.name}
                id={`${id}-${index}`}
                row={row}
                q={q}
                chosen={index === at}
                onChoose={onChoose}
              />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}

type ResultProps = { id: string; row: Row; q: string; chosen: boolean; onChoose: Props['onChoose'] };

function Result({ id, row, q, chosen, onChoose }: ResultProps) {
  const { icon, name, line, href, phone, amount, state, keys } = row;
  const isRecord = icon !== 'all' && icon !== 'add' && icon !== 'screen';
  return (
    <a
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      href={href}
      className={cx(
        'relative flex min-h-11 items-center gap-3 px-4 py-1 text-ink no-underline max-md:min-h-14',
        chosen ? 'bg-sunken shadow-[inset_3px_0_0_var(--primary)] forced-choice [&_mark]:bg-surface' : 'hover:bg-hover',
      )}
      // Keeps the focus in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.preventDefault();
        onChoose(row, event.ctrlKey || event.metaKey || event.shiftKey);
      }}
    >
      <Icon of={ICONS[icon]} className="text-ink-3" />
      <span className="clip min-w-0 flex-1">
        <bdi className={cx(isRecord && 'font-bold')}>{isRecord ? <Marked text={name} q={q} /> : name}</bdi>{' '}
        {line && (
          <bdi className="clip text-s text-ink-2 max-md:block md:ml-1">
            {isRecord ? <Marked text={line} q={q} /> : line}
          </bdi>
        )}
      </span>
      {state && (
        <span className="flex-none max-md:hidden">
          <StatusState state={state.bad ? 'bad' : 'soon'} small>
            {state.words}
          </StatusState>
        </span>
      )}
      {phone && (
        <span className="figures flex-none text-s text-ink-2">
          <Marked text={phone} q={q} />
        </span>
      )}
      {amount && (
        <span className={cx('figures flex-none text-right md:min-w-[92px]', amount.income && 'text-green')}>
          <Marked text={amount.words} q={q} />
        </span>
      )}
      {keys && (
        <span aria-hidden="true" className="flex flex-none gap-1 max-md:hidden">
          {[...keys.toUpperCase()].map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </a>
  );
}

function Marked({ text, q }: { text: string; q: string }) {
  let at = 0;
  return marked(text, q).map((part) => {
    at += part.text.length;
    if (!part.match) return part.text;
    return (
      <mark key={at} className="rounded-[2px] bg-primary-soft text-link shadow-[0_0_0_1px_var(--primary-soft)]">
        {part.text}
      </mark>
    );
  });
}

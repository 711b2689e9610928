import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { isRefusal } from '../../shared/app-error.ts';
import { counted } from '../../shared/text.ts';
import { useLandlord, useToday } from '../../web/http/session.client.ts';
import { Button, Icon, IconButton } from '../../web/ui/display/Button.tsx';
import { Palette } from '../../web/ui/overlay/Palette.tsx';
import { ResultRows } from './ResultRows.tsx';
import { type Commands, countFound, groupsBefore, groupsFound, type Row, searchedWords } from './results.client.ts';
import { recent, useFound } from './search.client.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  text: string;
  onText: (text: string) => void;
  commands: Commands;
  /** 'Ctrl', or '⌘' on Apple keyboards. */
  modifier: string;
  onShortcuts: () => void;
  go: (href: string) => void;
};

export function SearchDialog({ open, onOpenChange, text, onText, commands, modifier, onShortcuts, go }: Props) {
  const field = useRef<HTMLInputElement>(null);
  // Navigates after the dialog has closed, as unsaved changes may open a confirmation.
  const next = useRef<() => void>(undefined);
  const leave = (act: () => void) => {
    next.current = act;
    onOpenChange(false);
  };
  const finish = () => {
    next.current?.();
    next.current = undefined;
  };
  return (
    <Palette open={open} onOpenChange={onOpenChange} label="Search" field={field} onClosed={finish}>
      <Finder
        field={field}
        text={text}
        onText={onText}
        commands={commands}
        onChoose={({ href }) => leave(() => go(href))}
        onClose={() => onOpenChange(false)}
      />
      <Keys modifier={modifier} onShortcuts={() => leave(onShortcuts)} />
    </Palette>
  );
}

type FinderProps = Pick<Props, 'text' | 'onText' | 'commands'> & {
  field: RefObject<HTMLInputElement | null>;
  onChoose: (row: Row) => void;
  onClose: () => void;
};

function Finder({ field, text, onText, commands, onChoose, onClose }: FinderProps) {
  const [recentRows] = useState(recent.find);
  const { q, found, stale, failed } = useFound(text);
  const today = useToday();
  const { rights } = useLandlord().account;
  const groups = found ? groupsFound(found, { q, today, commands, rights }) : groupsBefore(recentRows, commands);
  const count = countFound(groups);
  const nothing = found !== undefined && count === 0;
  const rows = failed ? [] : groups.flatMap((group) => group.rows);
  const { at, listId, keyDown } = useChoice({ rows, text, stale, onChoose: choose });

  function choose(row: Row, inNewTab: boolean): void {
    recent.keep(row);
    if (inNewTab) window.open(row.href, '_blank', 'noopener');
    else onChoose(row);
  }

  // Moves the focus to the field, as the button disappears.
  const retry = () => {
    field.current?.focus();
    failed?.retry();
  };

  return (
    <>
      <div className="flex flex-none items-center gap-3 border-b border-line px-4 max-md:shadow-[inset_0_-2px_0_var(--focus)]">
        <span className="relative flex text-ink-3">
          <Icon of={Search} size="large" />
          <span
            className="spin absolute inset-0 m-auto bg-surface opacity-0 data-busy:opacity-100 data-busy:transition-opacity data-busy:delay-300"
            {...(stale && { 'data-busy': '' })}
            aria-hidden="true"
          />
        </span>
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={rows.length > 0}
          aria-controls={rows.length > 0 ? listId : undefined}
          aria-activedescendant={rows.length > 0 ? `${listId}-${at}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={`${searchedWords(rights)}...`}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={keyDown}
          className="h-14 min-w-0 flex-1 bg-transparent text-l tracking-[-0.008em] text-ellipsis text-ink outline-none placeholder:text-ink-3 placeholder:opacity-100 [&::-webkit-search-cancel-button]:hidden"
        />
        <span aria-hidden="true" className="max-md:hidden">
          <kbd>Esc</kbd>
        </span>
        <IconButton icon={X} label="Close" className="-mr-2 md:hidden" onClick={onClose} />
      </div>
      <output className="sr-only">{stale || failed ? '' : countWords(count, found !== undefined)}</output>
      {failed && <Failed {...failed} retry={retry} onChoose={onChoose} />}
      {!failed && nothing && (
        <div className="px-4 pt-8 pb-6 text-center">
          <p className="font-bold wrap-anywhere">No results for ‘{q}’</p>
          <p className="mx-auto mt-1 max-w-[46ch] text-ink-2">
            Search by address, postcode, name, phone, email, description, amount or date.
          </p>
        </div>
      )}
      {!failed && <ResultRows id={listId} groups={groups} q={found ? q : ''} at={at} stale={stale} onChoose={choose} />}
    </>
  );
}

function countWords(count: number, searched: boolean): string {
  if (searched) return count === 0 ? 'No results' : counted(count, 'result');
  return '';
}

type Choosing = { rows: Row[]; text: string; stale: boolean; onChoose: (row: Row, inNewTab: boolean) => void };

function useChoice({ rows, text, stale, onChoose }: Choosing) {
  const listId = useId();
  const [chosen, setChosen] = useState({ text, at: 0 });
  /** Set if Enter was pressed before the results arrived. */
  const [entered, setEntered] = useState<{ text: string; inNewTab: boolean }>();
  const at = chosen.text === text ? Math.min(chosen.at, rows.length - 1) : 0;
  const move = (to: number) => setChosen({ text, at: (to + rows.length) % rows.length });
  const take = (inNewTab: boolean) => {
    const row = rows[at];
    setEntered(undefined);
    if (row) onChoose(row, inNewTab);
  };
  const takeFound = useEffectEvent(take);
  const pending = entered?.text === text ? entered : undefined;
  useEffect(() => {
    if (!pending || stale) return undefined;
    const timer = setTimeout(() => takeFound(pending.inNewTab));
    return () => clearTimeout(timer);
  }, [pending, stale]);
  const keys: { [key: string]: (event: KeyboardEvent) => void } = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    Home: () => move(0),
    End: () => move(-1),
    Enter: ({ ctrlKey, metaKey }) =>
      stale ? setEntered({ text, inNewTab: ctrlKey || metaKey }) : take(ctrlKey || metaKey),
  };
  const keyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (rows.length > 0) act(event);
  };
  return { at, listId, keyDown };
}

type FailedProps = { error: Error; busy: boolean; retry: () => void; onChoose: (row: Row) => void };

function Failed({ error, busy, retry, onChoose }: FailedProps) {
  const expired = isRefusal(error, 'trial_expired');
  const plans = () => onChoose({ icon: 'screen', name: 'Plans', href: '/dashboard/plans' });
  return (
    <div role="alert" className="flex flex-col items-start gap-2 p-6 max-md:p-4">
      <p className="font-bold">{expired ? 'Search is part of a plan' : 'We could not search'}</p>
      <p className="text-ink-2">{error.message}</p>
      {expired ? (
        <Button variant="primary" onClick={plans}>
          See plans
        </Button>
      ) : (
        <Button busy={busy ? 'Retrying...' : undefined} onClick={retry}>
          Retry
        </Button>
      )}
    </div>
  );
}

function Keys({ modifier, onShortcuts }: Pick<Props, 'modifier' | 'onShortcuts'>) {
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-6 gap-y-1 border-t border-line bg-paper px-4 py-[10px] text-s text-ink-2 max-md:hidden">
      <Hint words="Choose">
        <Key of={ArrowUp} />
        <Key of={ArrowDown} />
      </Hint>
      <Hint words="Open">
        <Key of={CornerDownLeft} />
      </Hint>
      <Hint words="Open in a new tab">
        <kbd>{modifier}</kbd>
        <Key of={CornerDownLeft} />
      </Hint>
      <button
        type="button"
        className="ml-auto flex cursor-pointer items-center gap-[6px] rounded-mark hover:text-ink"
        onClick={onShortcuts}
      >
        <span aria-hidden="true">
          <kbd>?</kbd>
        </span>
        All shortcuts
      </button>
    </div>
  );
}

function Hint({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span aria-hidden="true" className="flex items-center gap-[6px]">
      {children}
      {words}
    </span>
  );
}

function Key({ of }: { of: typeof ArrowUp }) {
  return (
    <kbd className="inline-grid h-5 min-w-[22px] place-items-center">
      <Icon of={of} className="size-3!" />
    </kbd>
  );
}
